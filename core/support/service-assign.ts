import type { Ctx } from '../context.ts';
import { authorise } from '../identity/actor.ts';
import { invalidField } from '../kernel/errors.ts';
import { lockUser } from './queries-context.ts';
import type { TicketRecord } from './rules.ts';
import { mayAssign } from './rules-actions.ts';
import { responseOf, workerOf } from './service-record.ts';

type Assignee = Pick<TicketRecord, 'assignedTo' | 'assignedName'>;
const NOBODY: Assignee = { assignedTo: null, assignedName: '' };

/** The user as assignee; nobody if the user was suspended or deleted. */
export async function activeAssignee(tx: Ctx, id: number | null): Promise<Assignee> {
  const user = id === null ? undefined : await lockUser(tx.db, id);
  return user?.isActive ? { assignedTo: user.id, assignedName: user.fullName } : NOBODY;
}

/**
 * Makes a user the assignee, or nobody (null). Without the permission to assign one may take a ticket that nobody has,
 * and give one's own back. Taking it oneself is a first response.
 * @throws AppError forbidden; invalid for a user who does not exist or is not active.
 */
export async function assigned(
  tx: Ctx,
  ticket: TicketRecord,
  to: number | null,
): Promise<Partial<TicketRecord>> {
  const worker = workerOf(tx);
  if (!mayAssign(ticket, to, worker)) authorise(tx.actor, 'ticket.assign');
  if (to === null) return { ...NOBODY, status: 'open' };
  const assignee = await activeAssignee(tx, to);
  if (assignee.assignedTo === null)
    invalidField('assignedTo', 'Choose an active user to work on the ticket.');
  const isOwn = to === worker.userId;
  return {
    ...assignee,
    status: 'assigned',
    ...(isOwn ? { firstResponseAt: responseOf(tx, ticket) } : {}),
  };
}
