import { type Ctx, transact } from '../context.ts';
import { actorName } from '../identity/actor.ts';
import { assertDateAllowed, formatDate } from '../kernel/dates.ts';
import { breaksRule, conflicts, invalidField } from '../kernel/errors.ts';
import { insertComment } from './comments/queries.ts';
import { hasAlarm, lockCustomer, lockNode } from './queries-context.ts';
import type { TicketRecord } from './rules.ts';
import { actionTo, assertPossible } from './rules-actions.ts';
import { dueInstants } from './rules-targets.ts';
import {
  DEFAULT_RESOLUTION,
  type TicketAction,
  type TicketDetail,
  type TicketInput,
  type TicketUpdate,
} from './schema.ts';
import { activeAssignee, assigned } from './service-assign.ts';
import { getTicket } from './service-list.ts';
import {
  assertNotMerged,
  changeTicket,
  insertTicket,
  lockTicket,
  type NewTicket,
  responseOf,
  untouched,
  workerOf,
} from './service-record.ts';
import { storedSettings } from './service-settings.ts';

type Fields = Pick<TicketRecord, 'customerId' | 'nodeId' | 'outageId' | 'visitDate'>;

/** @throws AppError invalid for a customer, node or outage that does not exist, or a date that is not allowed. */
async function assertKnown(tx: Ctx, fields: Partial<Fields>, before?: TicketRecord): Promise<void> {
  const { customerId, nodeId, outageId, visitDate } = fields;
  const isNew = (name: keyof Fields) => fields[name] !== before?.[name];
  if (customerId && isNew('customerId') && !(await lockCustomer(tx.db, customerId)))
    invalidField('customerId', 'This customer does not exist.');
  if (nodeId && isNew('nodeId') && !(await lockNode(tx.db, nodeId)))
    invalidField('nodeId', 'This node does not exist.');
  if (outageId && isNew('outageId') && !(await hasAlarm(tx.db, outageId)))
    invalidField('outageId', 'This outage does not exist.');
  if (visitDate && isNew('visitDate')) assertDateAllowed('visitDate', visitDate, tx.today);
}

/**
 * Opens a ticket with the next number (decision 7); the number and the status that a client sends are ignored
 * (decisions 28 and 42). Without a node it is about that of the customer. Due instants follow the targets of the priority.
 * @throws AppError invalid for a customer, node or assignee that does not exist; forbidden without the permission to assign.
 */
export async function createTicket(ctx: Ctx, input: TicketInput): Promise<TicketDetail> {
  return transact(ctx, async (tx) => {
    const { assignedTo = null, customerId = null, issueType = 'connection' } = input;
    const { priority = 'medium', visitDate = null, visitPlace = '' } = input;
    await assertKnown(tx, { customerId, nodeId: input.nodeId ?? null, visitDate });
    const customer = customerId === null ? undefined : await lockCustomer(tx.db, customerId);
    const fresh: NewTicket = {
      ...untouched,
      title: input.title,
      description: input.description,
      customerId,
      nodeId: input.nodeId ?? customer?.nodeId ?? null,
      issueType,
      priority,
      visitDate,
      visitPlace,
      status: 'open',
      ...dueInstants(tx.now, priority, await storedSettings.read(tx.db)),
    };
    const owner = assignedTo === null ? {} : await assigned(tx, fresh as TicketRecord, assignedTo);
    const { id } = await insertTicket(tx, { ...fresh, ...owner });
    return getTicket(tx, id);
  });
}

/** The sent fields; blank ones that may not be blank were refused by the schema. */
function sentFields(input: TicketUpdate): Partial<TicketRecord> {
  const { title, description, customerId, nodeId, issueType, priority } = input;
  const { visitDate, visitPlace, outageId } = input;
  const sent = {
    ...{ title, description, customerId, nodeId, issueType, priority },
    ...{ visitDate, visitPlace, outageId },
  };
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
}

const isWorkedOn = (before: TicketRecord, { status }: TicketUpdate) =>
  before.status === 'in_progress' && status === 'in_progress';

/** The actions that lead to the wanted status and assignee, in their order. */
function plannedActions(before: TicketRecord, input: TicketUpdate): TicketAction[] {
  const action = input.status && actionTo(input.status, before.status);
  const isOther = input.assignedTo !== undefined && input.assignedTo !== before.assignedTo;
  const steps: TicketAction[] = action === 'reopen' ? ['reopen'] : [];
  if (action === 'assign' || isOther) steps.push('assign');
  if (action && action !== 'reopen' && action !== 'assign') steps.push(action);
  // A ticket that is wanted in progress stays so when another user gets it.
  else if (isOther && input.assignedTo !== null && isWorkedOn(before, input)) steps.push('start');
  return steps;
}

/** Who the assignee becomes: as sent; else nobody for a ticket that is to be open, or whoever has it, or the caller. */
function assigneeMeant(tx: Ctx, ticket: TicketRecord, input: TicketUpdate): number | null {
  if (input.assignedTo !== undefined) return input.assignedTo;
  if (input.status === 'open') return null;
  const to = ticket.assignedTo ?? workerOf(tx).userId;
  return to ?? invalidField('assignedTo', 'Choose who works on the ticket.');
}

async function step(
  tx: Ctx,
  action: TicketAction,
  ticket: TicketRecord,
  input: TicketUpdate,
): Promise<Partial<TicketRecord>> {
  assertPossible(action, ticket);
  switch (action) {
    case 'assign':
      return assigned(tx, ticket, assigneeMeant(tx, ticket, input));
    case 'start':
      return started(tx, ticket);
    case 'resolve':
      return resolved(tx, ticket, input.resolution);
    case 'close':
      return { status: 'closed', closedAt: tx.now };
    case 'reopen':
      return reopened(tx, ticket);
  }
}

/** Starting takes a ticket that nobody has. */
export async function started(tx: Ctx, ticket: TicketRecord): Promise<Partial<TicketRecord>> {
  const own = ticket.assignedTo === null ? await activeAssignee(tx, workerOf(tx).userId) : {};
  return { ...own, status: 'in_progress', firstResponseAt: responseOf(tx, ticket) };
}

/** Without a text the resolution is the fixed one (seeds/000 4). */
export function resolved(
  tx: Ctx,
  ticket: TicketRecord,
  resolution: string | undefined,
): Partial<TicketRecord> {
  return {
    status: 'resolved',
    resolution: resolution || DEFAULT_RESOLUTION,
    resolvedAt: tx.now,
    firstResponseAt: responseOf(tx, ticket),
  };
}

/** A reopened ticket has the targets of its priority again, from now on. An assignee who is not active is removed. */
async function reopened(tx: Ctx, ticket: TicketRecord): Promise<Partial<TicketRecord>> {
  const assignee = await activeAssignee(tx, ticket.assignedTo);
  return {
    ...assignee,
    status: assignee.assignedTo === null ? 'open' : 'assigned',
    resolution: '',
    resolvedAt: null,
    closedAt: null,
    ...dueInstants(tx.now, ticket.priority, await storedSettings.read(tx.db)),
  };
}

/** Keeps as a comment what a change would lose: the old resolution with the reason, and the work of an earlier visit. */
async function keepHistory(
  tx: Ctx,
  before: TicketRecord,
  steps: readonly TicketAction[],
  { reason }: TicketUpdate,
  isNewVisit: boolean,
): Promise<void> {
  const texts: string[] = [];
  if (steps.includes('reopen')) {
    if (reason) texts.push(`Reopened: ${reason}`);
    texts.push(`The resolution was: ${before.resolution}`);
  }
  if (isNewVisit && before.workDone !== '') {
    const parts = before.partsUsed === '' ? '' : ` Used: ${before.partsUsed}`;
    const day = before.visitDate ? ` of ${formatDate(before.visitDate)}` : '';
    texts.push(`Visit${day}: ${before.workDone}${parts}`);
  }
  for (const body of texts)
    await insertComment(tx.db, {
      ...{ ticketId: before.id, isInternal: true, body },
      ...{ at: tx.now, by: actorName(tx.actor) },
    });
}

/** A changed resolution of a ticket that stays resolved. */
function correctedResolution(
  before: TicketRecord,
  input: TicketUpdate,
  steps: readonly TicketAction[],
): Partial<TicketRecord> {
  const { resolution, version } = input;
  if (resolution === undefined || steps.includes('resolve') || resolution === before.resolution)
    return {};
  const isResolved = before.status === 'resolved' && !steps.includes('reopen');
  if (!isResolved) {
    if (resolution === '' || steps.includes('reopen')) return {};
    // Refused as any other change.
    if (before.status === 'closed') return { resolution };
    breaksRule('ticket.notResolved', `${before.ticketId} is not resolved: it has no resolution.`);
  }
  // Two who resolve at once: the first resolution stays.
  if (version === undefined)
    conflicts('ticket.resolved', `${before.ticketId} was already resolved: ${before.resolution}`);
  return { resolution: resolution || DEFAULT_RESOLUTION };
}

/**
 * Changes the sent fields, and assigns, starts, resolves, reopens or closes: the sent status is the wanted one, judged by
 * the action table (decision 42). A changed priority has its targets from now on. A new visit date after a completed visit
 * plans another one.
 * @throws AppError notFound; conflict for an outdated version; rule for an action that is not possible, and for a closed or
 *   merged ticket; forbidden without the permission to assign; invalid for records that do not exist.
 */
export async function updateTicket(
  ctx: Ctx,
  id: number,
  input: TicketUpdate,
): Promise<TicketDetail> {
  return transact(ctx, async (tx) => {
    const before = await lockTicket(tx, id, input.version);
    assertNotMerged(before);
    const fields = sentFields(input);
    await assertKnown(tx, fields, before);
    const steps = plannedActions(before, input);
    let changes: Partial<TicketRecord> = {
      ...fields,
      ...correctedResolution(before, input, steps),
    };
    const isNewVisit =
      before.arrivedAt !== null &&
      fields.visitDate !== undefined &&
      fields.visitDate !== before.visitDate;
    if (isNewVisit)
      changes = { ...changes, arrivedAt: null, completedAt: null, workDone: '', partsUsed: '' };
    if (before.status !== 'closed' || steps.includes('reopen')) {
      if (fields.priority !== undefined && fields.priority !== before.priority)
        Object.assign(
          changes,
          dueInstants(tx.now, fields.priority, await storedSettings.read(tx.db)),
        );
    } else if (isEdit(before, changes)) {
      breaksRule('ticket.closed', `${before.ticketId} is closed. Reopen it to change it.`);
    }
    for (const action of steps)
      changes = { ...changes, ...(await step(tx, action, { ...before, ...changes }, input)) };
    const main = isWorkedOn(before, input) ? steps[0] : steps.at(-1);
    await changeTicket(tx, `ticket.${main ?? 'update'}`, before, changes);
    await keepHistory(tx, before, steps, input, isNewVisit);
    return getTicket(tx, id);
  });
}

function isEdit(before: TicketRecord, changes: Partial<TicketRecord>): boolean {
  return Object.entries(changes).some(
    ([name, value]) => value !== before[name as keyof TicketRecord],
  );
}
