import type { Ctx } from '../../context.ts';
import { actorName } from '../../identity/actor.ts';
import { formatInstant } from '../../kernel/dates.ts';
import { drainOutbox, registerConsumer } from '../../records/outbox.ts';
import { insertComment } from '../comments/queries.ts';
import { lockTicketOfAlarm } from '../queries.ts';
import { type AlarmContext, findAffected, findAlarms } from '../queries-context.ts';
import { durationInWords } from '../rules.ts';
import { dueInstants } from '../rules-targets.ts';
import { resolved } from '../service.ts';
import { changeTicket, insertTicket, untouched } from '../service-record.ts';
import { storedSettings } from '../service-settings.ts';
import { alarmTicket, endOfAlarm } from './rules.ts';

const CONSUMER = 'support';
/** Names of affected customers in a description. */
const NAMES = 20;

/**
 * Opens a ticket for each alarm that was raised and has not ended, and comments on or resolves it when it is over
 * (decision 31). Each fact is consumed once, with any number of processes. Returns a line for the log of jobs, '' if there
 * was nothing.
 */
export async function ticketsOfAlarms(ctx: Ctx): Promise<string> {
  await registerConsumer(ctx, CONSUMER, 'alarm.raised');
  await registerConsumer(ctx, CONSUMER, 'alarm.ended');
  const counts = { opened: 0, ended: 0 };
  await drainOutbox(ctx, CONSUMER, 'alarm.raised', async (tx, facts) => {
    counts.opened += await openTickets(tx, idsOf(facts));
  });
  await drainOutbox(ctx, CONSUMER, 'alarm.ended', async (tx, facts) => {
    counts.ended += await endTickets(tx, idsOf(facts));
  });
  const { opened, ended } = counts;
  return opened + ended === 0 ? '' : `${opened} tickets opened, ${ended} outages over`;
}

const idsOf = (facts: readonly { entityId: number }[]) => facts.map(({ entityId }) => entityId);

/**
 * The alarms stay locked until the tickets are committed: an alarm that ends meanwhile is committed later, so that its
 * ticket is found when the end is consumed.
 */
async function openTickets(tx: Ctx, ids: readonly number[]): Promise<number> {
  const settings = await storedSettings.read(tx.db);
  let opened = 0;
  for (const alarm of await findAlarms(tx.db, ids, { lock: true })) {
    if (alarm.endedAt !== null || (await lockTicketOfAlarm(tx.db, alarm.id))) continue;
    const affected = await findAffected(tx.db, alarm.nodeId, NAMES);
    const fields = alarmTicket(alarm, affected);
    await insertTicket(tx, {
      ...untouched,
      ...fields,
      customerId: null,
      nodeId: alarm.nodeId,
      alarmId: alarm.id,
      status: 'open',
      ...dueInstants(tx.now, fields.priority, settings),
    });
    opened += 1;
  }
  return opened;
}

async function endTickets(tx: Ctx, ids: readonly number[]): Promise<number> {
  let ended = 0;
  for (const alarm of await findAlarms(tx.db, ids, { lock: false }))
    if (await endTicket(tx, alarm)) ended += 1;
  return ended;
}

/** Ends of an alarm after which the outage may go on: the node is being repaired, or is no longer measured. */
const notOver = ['maintenance', 'unpolled'];

/**
 * Comments on the ticket of an alarm that has ended. If the outage is over and nobody has started to work on the ticket, it
 * is resolved.
 */
async function endTicket(tx: Ctx, alarm: AlarmContext): Promise<boolean> {
  const ticket = alarm.endedAt && (await lockTicketOfAlarm(tx.db, alarm.id));
  if (!ticket) return false;
  if (ticket.mergedIntoId === null && (ticket.status === 'resolved' || ticket.status === 'closed'))
    return false;
  const isOver = !notOver.includes(alarm.endReason);
  const text = endOfAlarm(alarm, durationInWords(alarm.beganAt, alarm.endedAt!));
  await insertComment(tx.db, {
    ticketId: ticket.id,
    isInternal: !isOver,
    body: `${text} (${formatInstant(alarm.endedAt!)})`,
    at: tx.now,
    by: actorName(tx.actor),
  });
  if (isOver && (ticket.status === 'open' || ticket.status === 'assigned'))
    await changeTicket(tx, 'ticket.resolve', ticket, resolved(tx, ticket, text));
  return true;
}
