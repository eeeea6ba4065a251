import { permissionWords } from '../../identity/permissions.ts';
import type { Cents } from '../../kernel/money.ts';
import {
  type Caller,
  type JudgedPermission,
  limitRefusal,
  ONLY_ADMINISTRATORS,
  type Person,
  type Refusal,
  refuse,
  secondPersonRefusal,
} from '../rules.ts';
import { type OrderAction, type OrderStatus, orderActions, orderStatuses } from './schema.ts';

/** What an action needs to know of an order. */
export interface OrderState {
  poNumber: string;
  status: OrderStatus;
  createdBy: string;
  createdById: number | null;
  changedBy: string;
  changedById: number | null;
  totalUsd: Cents;
  lines: readonly { quantity: number; receivedQuantity: number; billedQuantity: number }[];
  /** Whether goods receipts or bills name it, also returned or cancelled ones. */
  hasReceipts: boolean;
  hasBills: boolean;
}

interface ActionRule {
  /** The statuses in which it is possible. */
  from: readonly OrderStatus[];
  /** To follow 'it cannot be'. */
  words: string;
  permission: JudgedPermission;
}

/**
 * What may be done with an order in which status (seeds/002 4 and 6, decisions 23 and 42). A received order is changed in
 * its notes and its received quantities. Approved orders are cancelled by those who approve.
 */
const actionTable: Readonly<Record<OrderAction, ActionRule>> = {
  edit: { from: ['pending', 'approved', 'received'], words: 'changed', permission: 'order.write' },
  approve: { from: ['pending'], words: 'approved', permission: 'order.approve' },
  approvePdf: { from: ['pending'], words: 'approved', permission: 'order.approve' },
  reject: { from: ['pending'], words: 'rejected', permission: 'order.approve' },
  setStatus: {
    from: ['approved', 'received', 'rejected', 'cancelled'],
    words: 'given another status',
    permission: 'order.approve',
  },
  receive: { from: ['approved'], words: 'received', permission: 'order.receive' },
  return: { from: ['approved', 'received'], words: 'returned', permission: 'order.receive' },
  cancel: { from: ['pending', 'approved'], words: 'cancelled', permission: 'order.write' },
  delete: { from: orderStatuses, words: 'deleted', permission: 'order.delete' },
  bill: { from: ['approved', 'received'], words: 'billed', permission: 'bill.write' },
};

/** Who made it: its author, and who changed its lines last. */
export function makersOf(state: OrderState): Person[] {
  return [
    { userId: state.createdById, name: state.createdBy },
    { userId: state.changedById, name: state.changedBy },
  ];
}

const units = (state: OrderState, of: (line: OrderState['lines'][number]) => number) =>
  state.lines.reduce((sum, line) => sum + of(line), 0);
const openUnits = (state: OrderState) =>
  units(state, (line) => line.quantity - line.receivedQuantity);
/** Units that came and are not billed: they can be billed or returned. */
const unbilledUnits = (state: OrderState) =>
  units(state, (line) => line.receivedQuantity - line.billedQuantity);
export const receivedUnits = (state: OrderState): number =>
  units(state, (line) => line.receivedQuantity);

const denied = (message: string): Refusal => ({
  kind: 'forbidden',
  code: 'permission.denied',
  message,
});
const broken = (message: string): Refusal => ({
  kind: 'rule',
  code: 'purchaseOrder.notPossible',
  message,
});

function permissionRefusal(
  action: OrderAction,
  state: OrderState,
  caller: Caller,
): Refusal | undefined {
  const isApproval = action === 'approve' || action === 'approvePdf';
  // A pending order is given up by those who write orders, an approved one by those who approve.
  const permission =
    action === 'cancel' && state.status !== 'pending'
      ? 'order.approve'
      : actionTable[action].permission;
  if (!caller.permissions.has(permission))
    return denied(
      isApproval
        ? ONLY_ADMINISTRATORS
        : `Access Denied: your role (${caller.roleLabel}) may not ${permissionWords(permission)}.`,
    );
  if (caller.isPrivileged) return undefined;
  if (action === 'approvePdf') return denied(ONLY_ADMINISTRATORS);
  if (action === 'setStatus')
    return denied('Access Denied: only privileged roles change the status of a purchase order.');
  return undefined;
}

function stateRefusal(action: OrderAction, state: OrderState): Refusal | undefined {
  const { poNumber, status } = state;
  const { from, words } = actionTable[action];
  if (!from.includes(status))
    return broken(
      action === 'receive' && status === 'pending'
        ? `${poNumber} is pending: approve it before its goods are received.`
        : `${poNumber} is ${status}: it cannot be ${words}.`,
    );
  switch (action) {
    case 'receive':
      return openUnits(state) > 0 ? undefined : broken(`${poNumber} has been received in full.`);
    case 'return':
      return unbilledUnits(state) > 0
        ? undefined
        : broken(`${poNumber} has no received goods that are not billed: nothing can be returned.`);
    case 'bill':
      return unbilledUnits(state) > 0
        ? undefined
        : broken(`${poNumber} has no received goods that are not billed.`);
    case 'cancel':
      return openUnits(state) > 0 ? undefined : broken(`${poNumber} has been received in full.`);
    case 'delete':
      if (state.hasReceipts) return broken(`Goods of ${poNumber} came: it cannot be deleted.`);
      return state.hasBills ? broken(`${poNumber} has a bill: it cannot be deleted.`) : undefined;
    default:
      return undefined;
  }
}

/** Why an action is refused; undefined if it is possible. The same for the server and the buttons. */
export function refusalOf(
  action: OrderAction,
  state: OrderState,
  caller: Caller,
): Refusal | undefined {
  const refusal = permissionRefusal(action, state, caller) ?? stateRefusal(action, state);
  if (refusal || (action !== 'approve' && action !== 'approvePdf')) return refusal;
  return (
    secondPersonRefusal(caller, 'order.approve', makersOf(state), 'approves', state.totalUsd) ??
    limitRefusal(caller, state.totalUsd)
  );
}

/** @throws AppError as `refusalOf` says. */
export function assertPossible(action: OrderAction, state: OrderState, caller: Caller): void {
  const refusal = refusalOf(action, state, caller);
  if (refusal) refuse(refusal);
}

/** What the caller may do now, for the buttons. */
export function actionsFor(state: OrderState, caller: Caller): OrderAction[] {
  return orderActions.filter((action) => !refusalOf(action, state, caller));
}

/**
 * The action that leads to a wanted status (decision 42); undefined if the order has it. Back to an earlier status, or out of
 * a final one, only a privileged user leads it.
 */
export function actionTo(wanted: OrderStatus, status: OrderStatus): OrderAction | undefined {
  if (wanted === status) return undefined;
  if (status === 'pending') {
    if (wanted === 'approved') return 'approve';
    if (wanted === 'rejected') return 'reject';
    return wanted === 'cancelled' ? 'cancel' : 'receive';
  }
  if (status === 'approved' && wanted === 'received') return 'receive';
  if (status === 'approved' && wanted === 'cancelled') return 'cancel';
  return 'setStatus';
}

/**
 * Why a privileged user may not set a status that no ordinary step leads to: goods came, which receipts and returns keep
 * apart from the status; received goods need an approved order; an order is approved again by another person than its maker.
 */
export function statusRefusal(
  wanted: OrderStatus,
  state: OrderState,
  caller: Caller,
): Refusal | undefined {
  const refusal = refusalOf('setStatus', state, caller);
  if (refusal) return refusal;
  const { poNumber, status } = state;
  if (wanted === 'received')
    return broken(`${poNumber} is ${status}: approve it before its goods are received.`);
  if (receivedUnits(state) > 0)
    return broken(
      `Goods of ${poNumber} came: return them before the order becomes ${wanted}, or correct the received quantities.`,
    );
  if (wanted !== 'approved') return undefined;
  return secondPersonRefusal(caller, 'order.approve', makersOf(state), 'approves', state.totalUsd);
}
