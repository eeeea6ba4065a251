import { permissionWords } from '../../identity/permissions.ts';
import type { Cents } from '../../kernel/money.ts';
import {
  type Caller,
  isSamePerson,
  type JudgedPermission,
  limitRefusal,
  type Person,
  type Refusal,
  refuse,
  secondPersonRefusal,
} from '../rules.ts';
import type { OrderOfRequisition } from './rules.ts';
import { type RequisitionAction, type RequisitionStatus, requisitionActions } from './schema.ts';

/** What an action needs to know of a requisition. */
export interface RequisitionState extends Pick<OrderOfRequisition, 'orderStatus' | 'hasOrders'> {
  requisitionId: string;
  status: RequisitionStatus;
  requestedBy: string;
  requestedById: number | null;
  changedBy: string;
  changedById: number | null;
  totalAmountUsd: Cents;
}

/** To follow 'it cannot be'. */
const words: Readonly<Record<RequisitionAction, string>> = {
  edit: 'changed',
  review: 'reviewed',
  approve: 'approved',
  reject: 'rejected',
  setStatus: 'given another status',
  delete: 'deleted',
  order: 'ordered',
};

/** The statuses in which an action is possible (seeds/002 4); of privileged users where they differ. */
const table: Readonly<
  Record<
    RequisitionAction,
    { from: readonly RequisitionStatus[]; privileged?: readonly RequisitionStatus[] }
  >
> = {
  edit: { from: ['pending', 'reviewed'] },
  review: { from: ['pending'] },
  // Ordinary approval follows a review; privileged users decide directly.
  approve: { from: ['reviewed'], privileged: ['pending', 'reviewed'] },
  reject: { from: ['reviewed'], privileged: ['pending', 'reviewed'] },
  setStatus: { from: [], privileged: ['reviewed', 'approved', 'rejected', 'ordered', 'received'] },
  delete: {
    from: [...(['pending', 'reviewed', 'approved', 'rejected', 'ordered', 'received'] as const)],
  },
  order: { from: ['approved'] },
};

const needed: Partial<Record<RequisitionAction, JudgedPermission>> = {
  review: 'requisition.review',
  approve: 'requisition.approve',
  reject: 'requisition.approve',
  delete: 'requisition.delete',
  order: 'order.write',
};

/** Who made it: the requester, and who changed its lines last. */
export function makersOf(state: RequisitionState): Person[] {
  return [
    { userId: state.requestedById, name: state.requestedBy },
    { userId: state.changedById, name: state.changedBy },
  ];
}

const denied = (text: string): Refusal => ({
  kind: 'forbidden',
  code: 'permission.denied',
  message: `Access Denied: ${text}`,
});

const broken = (message: string): Refusal => ({
  kind: 'rule',
  code: 'requisition.notPossible',
  message,
});

/** Why the caller may not do it by the permissions alone. */
function permissionRefusal(
  action: RequisitionAction,
  state: RequisitionState,
  caller: Caller,
): Refusal | undefined {
  const permission = needed[action];
  if (permission && !caller.permissions.has(permission)) {
    return denied(`your role (${caller.roleLabel}) may not ${permissionWords(permission)}.`);
  }
  if (action === 'setStatus' && !caller.isPrivileged)
    return denied('only privileged roles change the status of a requisition.');
  if (action === 'edit' && !caller.permissions.has('requisition.approve')) {
    const isOwn = isSamePerson(caller, { userId: state.requestedById, name: state.requestedBy });
    if (!isOwn) return denied('only the requester and administrators change a requisition.');
    if (state.status === 'reviewed')
      return broken(
        `${state.requisitionId} is reviewed: only administrators can change it from now on.`,
      );
  }
  return undefined;
}

/** Why an action is refused; undefined if it is possible. The same for the server and the buttons. */
export function refusalOf(
  action: RequisitionAction,
  state: RequisitionState,
  caller: Caller,
): Refusal | undefined {
  const { from, privileged = from } = table[action];
  const isIn = (caller.isPrivileged ? privileged : from).includes(state.status);
  const { requisitionId, status } = state;
  const refusal = permissionRefusal(action, state, caller);
  if (refusal) return refusal;
  if (!isIn) return broken(`${requisitionId} is ${status}: it cannot be ${words[action]}.`);
  if (action === 'delete' && state.hasOrders)
    return broken(`${requisitionId} has a purchase order: it cannot be deleted.`);
  if (action === 'order' && state.orderStatus !== null)
    return broken(`${requisitionId} already has a purchase order.`);
  if (action === 'review' || action === 'approve') {
    const permission = action === 'review' ? 'requisition.review' : 'requisition.approve';
    const verb = action === 'review' ? 'reviews' : 'approves';
    const amount = action === 'approve' ? state.totalAmountUsd : undefined;
    const own = secondPersonRefusal(caller, permission, makersOf(state), verb, amount);
    if (own) return own;
  }
  if (action === 'approve') return limitRefusal(caller, state.totalAmountUsd);
  return undefined;
}

/** @throws AppError as `refusalOf` says. */
export function assertPossible(
  action: RequisitionAction,
  state: RequisitionState,
  caller: Caller,
): void {
  const refusal = refusalOf(action, state, caller);
  if (refusal) refuse(refusal);
}

/** What the caller may do now, for the buttons. */
export function actionsFor(state: RequisitionState, caller: Caller): RequisitionAction[] {
  return requisitionActions.filter((action) => !refusalOf(action, state, caller));
}

/** The action that leads to a wanted status (decision 42); undefined if the requisition has it. */
export function actionTo(
  wanted: RequisitionStatus,
  status: RequisitionStatus,
): RequisitionAction | undefined {
  if (wanted === status) return undefined;
  if (status === 'pending' && wanted === 'reviewed') return 'review';
  if (status === 'pending' || status === 'reviewed') {
    if (wanted === 'approved') return 'approve';
    if (wanted === 'rejected') return 'reject';
  }
  return 'setStatus';
}

/** The status that follows from the order made from it; undefined without an order that counts. */
export function statusOfOrder(orderStatus: RequisitionState['orderStatus']) {
  if (orderStatus === null) return undefined;
  return orderStatus === 'received' ? 'received' : 'ordered';
}

const decidedStatuses: readonly RequisitionStatus[] = ['approved', 'ordered', 'received'];

/** Why a privileged user may not set a status: the order made from it says another, or the user made the requisition. */
export function statusRefusal(
  wanted: RequisitionStatus,
  state: RequisitionState,
  caller: Caller,
): Refusal | undefined {
  const refusal = refusalOf('setStatus', state, caller);
  if (refusal) return refusal;
  const due = statusOfOrder(state.orderStatus);
  if (due !== undefined && wanted !== due)
    return broken(
      `${state.requisitionId} has a purchase order: its status is ${due}. Reject or cancel the order first.`,
    );
  if (!decidedStatuses.includes(wanted) || decidedStatuses.includes(state.status)) return undefined;
  return secondPersonRefusal(
    caller,
    'requisition.approve',
    makersOf(state),
    'approves',
    state.totalAmountUsd,
  );
}
