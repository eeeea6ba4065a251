import type { Ctx } from '../../context.ts';
import type { Page } from '../../kernel/paging.ts';
import { writeOutbox } from '../../records/outbox.ts';
import {
  type Alarm,
  type AlarmFilter,
  type AlarmKind,
  alarmKinds,
  type NetworkSettings,
} from '../schema.ts';
import * as queries from './queries-alarms.ts';
import { lockStore } from './queries-poll.ts';
import { type Judged, nextStep, unwatched, type Watch } from './rules-alarms.ts';

/** Alarms, newest first. */
export function listAlarms(ctx: Ctx, filter: AlarmFilter): Promise<Page<Alarm>> {
  return queries.findAlarms(ctx.db, filter);
}

/** What a measurement says of a node. */
export interface NodeVerdict {
  nodeId: number;
  judged: Record<AlarmKind, Judged>;
}

const isSame = (one: Watch, other: Watch) =>
  one.bad === other.bad &&
  one.good === other.good &&
  one.badSince?.getTime() === other.badSince?.getTime();

/**
 * Takes the watches of nodes one measurement further; raises and ends alarms, with their facts for other modules. Call it
 * with the lock of the store.
 */
export async function followAlarms(
  tx: Ctx,
  verdicts: readonly NodeVerdict[],
  at: Date,
  settings: Pick<NetworkSettings, 'badSamples' | 'goodSamples'>,
): Promise<{ raised: number; ended: number }> {
  const keyOf = (nodeId: number, kind: AlarmKind) => `${nodeId} ${kind}`;
  const ids = verdicts.map(({ nodeId }) => nodeId);
  const watches = new Map(
    (await queries.findWatches(tx.db, ids)).map((row) => [keyOf(row.nodeId, row.kind), row]),
  );
  const open = new Map(
    (await queries.findOpen(tx.db)).map((alarm) => [keyOf(alarm.nodeId, alarm.kind), alarm.id]),
  );
  const changed: queries.WatchRow[] = [];
  const raising: queries.NewAlarm[] = [];
  const ending: queries.Ending[] = [];
  for (const { nodeId, judged } of verdicts) {
    for (const kind of alarmKinds) {
      const key = keyOf(nodeId, kind);
      const { verdict, value, threshold } = judged[kind];
      const openId = open.get(key);
      const before = watches.get(key) ?? unwatched;
      const step = nextStep(before, verdict, openId !== undefined, at, settings);
      if (!isSame(before, step.watch)) changed.push({ nodeId, kind, ...step.watch });
      if (step.raises)
        raising.push({ nodeId, kind, ...step.raises, raisedAt: at, value, threshold });
      if (step.ends && openId !== undefined) ending.push({ id: openId, reason: step.ends });
    }
  }
  await queries.saveWatches(tx.db, changed);
  const raised = await queries.insertAlarms(tx.db, raising);
  await writeOutbox(tx, 'alarm.raised', raised);
  return { raised: raised.length, ended: await end(tx, ending, at) };
}

async function end(tx: Ctx, endings: readonly queries.Ending[], at: Date): Promise<number> {
  const ended = await queries.endAlarms(tx.db, endings, at);
  await writeOutbox(tx, 'alarm.ended', ended);
  return ended.length;
}

/** Ends the open alarms of nodes that are no longer measured; returns how many. */
export async function endLeftOpen(tx: Ctx, at: Date): Promise<number> {
  return end(tx, await queries.findLeftOpen(tx.db), at);
}

/** Ends all open alarms, because nothing is measured any more. */
export async function endAllAlarms(tx: Ctx): Promise<void> {
  await lockStore(tx.db);
  const open = await queries.findOpen(tx.db);
  await queries.removeWatches(tx.db);
  await end(
    tx,
    open.map(({ id }) => ({ id, reason: 'unpolled' as const })),
    tx.now,
  );
}
