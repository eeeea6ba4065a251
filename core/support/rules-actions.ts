import { breaksRule } from '../kernel/errors.ts';
import type { TicketAction, TicketStatus } from './schema.ts';

/** What an action needs to know of a ticket. */
export interface ActionState {
  ticketId: string;
  status: TicketStatus;
  assignedTo: number | null;
  mergedIntoId: number | null;
}

interface ActionRule {
  /** The statuses in which it is possible. */
  from: readonly TicketStatus[];
  /** To follow 'it cannot be'. */
  words: string;
}

/**
 * What may be done with a ticket in which status (decision 42). After assign it is assigned (open without an assignee),
 * after start in progress, after resolve resolved, after close closed; reopened it is assigned if it has an assignee,
 * else open. A merged ticket stays closed.
 */
export const actionTable: Readonly<Record<TicketAction, ActionRule>> = {
  assign: { from: ['open', 'assigned', 'in_progress'], words: 'assigned' },
  start: { from: ['open', 'assigned'], words: 'started' },
  resolve: { from: ['open', 'assigned', 'in_progress'], words: 'resolved' },
  reopen: { from: ['resolved', 'closed'], words: 'reopened' },
  close: { from: ['resolved'], words: 'closed' },
};

export const statusWords: Readonly<Record<TicketStatus, string>> = {
  open: 'open',
  assigned: 'assigned',
  in_progress: 'in progress',
  resolved: 'resolved',
  closed: 'closed',
};

/** Whether the action is possible for the ticket as it is. */
export function isPossible(action: TicketAction, { status, mergedIntoId }: ActionState): boolean {
  return mergedIntoId === null && actionTable[action].from.includes(status);
}

/** @throws AppError rule ticket.notPossible. */
export function assertPossible(action: TicketAction, ticket: ActionState): void {
  if (isPossible(action, ticket)) return;
  const { ticketId, status, mergedIntoId } = ticket;
  const why =
    mergedIntoId === null ? `is ${statusWords[status]}` : 'was merged into another ticket';
  breaksRule(
    'ticket.notPossible',
    `${ticketId} ${why}: it cannot be ${actionTable[action].words}.`,
  );
}

/** Who acts. */
export interface Worker {
  /** Null for the shell and jobs. */
  userId: number | null;
  /** Holds ticket.assign. */
  mayAssign: boolean;
}

/**
 * Whether the worker may make `to` the assignee, or nobody (null): by the permission to assign; without it one may take a
 * ticket that nobody has, and give one's own back.
 */
export function mayAssign(
  { assignedTo }: Pick<ActionState, 'assignedTo'>,
  to: number | null,
  worker: Worker,
): boolean {
  if (worker.mayAssign) return true;
  if (worker.userId === null) return false;
  return to === null ? assignedTo === worker.userId : assignedTo === null && to === worker.userId;
}

/** The actions that a worker may take now, for the buttons. */
export function actionsFor(ticket: ActionState, worker: Worker): TicketAction[] {
  const names = Object.keys(actionTable) as TicketAction[];
  return names.filter((action) => {
    if (!isPossible(action, ticket)) return false;
    if (action !== 'assign') return true;
    return worker.mayAssign || mayAssign(ticket, worker.userId, worker);
  });
}

/**
 * The action that leads to a wanted status (decision 42); undefined if the ticket has it. What is not possible from the
 * present status is refused by `assertPossible`.
 */
export function actionTo(wanted: TicketStatus, status: TicketStatus): TicketAction | undefined {
  if (wanted === status) return undefined;
  const isDone = status === 'resolved' || status === 'closed';
  switch (wanted) {
    case 'open':
    case 'assigned':
      return isDone ? 'reopen' : 'assign';
    case 'in_progress':
      return 'start';
    case 'resolved':
      return 'resolve';
    case 'closed':
      return 'close';
  }
}
