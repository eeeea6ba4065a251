import { customersToSuspend } from '../../billing/disconnect/service.ts';
import { type Ctx, transact } from '../../context.ts';
import { actorName } from '../../identity/actor.ts';
import { addDays, dateInJuba, type IsoDate, laterDate } from '../../kernel/dates.ts';
import { drainOutbox } from '../../records/outbox.ts';
import { CONSUMER } from '../rules-status.ts';
import { type EventQuery, insertAutomatic } from './queries-events.ts';
import * as types from './queries-types.ts';
import { type AutomaticType, automaticTypes } from './rules-types.ts';

/**
 * Queues the messages of a type's events, unless it is off. An event is what happens on a day from `start` on: not
 * before the type was switched on, and not up to the day of a restore, whose messages may have been sent since the
 * backup.
 */
async function queue(
  tx: Ctx,
  { name, days, isAboutAccount, isForInactive }: AutomaticType,
  found: Pick<EventQuery, 'facts' | 'customers'>,
): Promise<number> {
  const stored = await types.holdTypeOn(tx.db, name);
  if (!stored) return 0;
  const restored = await types.findRestoredDay(tx.db);
  const on = dateInJuba(stored.switchedOnAt ?? tx.now);
  const start: IsoDate = restored ? laterDate(on, addDays(restored, 1)) : on;
  const texts = {
    ...stored,
    name,
    isAboutAccount,
    isForInactive,
    at: tx.now,
    by: actorName(tx.actor),
  };
  const query = { ...found, start, today: tx.today, days: stored.days ?? days ?? 0 };
  return insertAutomatic(tx.db, texts, query);
}

const told = (count: number) => (count === 0 ? '' : `${count} messages queued`);

async function typesOn(ctx: Ctx): Promise<AutomaticType[]> {
  const stored = await types.findTypes(ctx.db);
  return automaticTypes.filter(({ name }) => stored.get(name)?.isOn);
}

/**
 * Queues what the facts of the outbox say, for the types that are switched on; each fact once, with any number of
 * processes (decision 31). Returns a line for the log of jobs, '' if there was nothing.
 */
export async function queueFacts(ctx: Ctx): Promise<string> {
  let queued = 0;
  for (const type of await typesOn(ctx)) {
    if (type.fact === null) continue;
    await drainOutbox(ctx, CONSUMER, type.fact, async (tx, facts) => {
      queued += await queue(tx, type, { facts, customers: [] });
    });
  }
  return told(queued);
}

/** Queues what becomes due today, for the types that are switched on; a second run on the same day adds what is new. */
export async function queueDaily(ctx: Ctx): Promise<string> {
  let queued = 0;
  for (const type of await typesOn(ctx)) {
    if (type.fact !== null) continue;
    queued += await transact(ctx, async (tx) => {
      const isWarning = type.name === 'disconnect_tomorrow';
      const customers = isWarning ? await customersToSuspend(tx, addDays(tx.today, 1)) : [];
      return queue(tx, type, { facts: [], customers });
    });
  }
  return told(queued);
}
