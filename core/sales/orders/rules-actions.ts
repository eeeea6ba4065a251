import { breaksRule } from '../../kernel/errors.ts';
import { type SaleAction, type SaleStatus, type SalesOrder, saleActions } from '../schema.ts';

/** What an action needs to know of an order. */
export interface SaleState extends Pick<SalesOrder, 'orderNumber' | 'status' | 'priceCheck'> {
  lines: readonly { quantity: number; returned: number }[];
}

interface ActionRule {
  /** The statuses in which it is possible (seeds/002 4). */
  from: readonly SaleStatus[];
  /** To follow 'it cannot be'. */
  words: string;
}

/** What may be done with a sales order in which status. A pending order is confirmed with or without an approval before. */
const actionTable: Readonly<Record<SaleAction, ActionRule>> = {
  edit: { from: ['pending'], words: 'changed' },
  approve: { from: ['pending'], words: 'approved' },
  reject: { from: ['pending'], words: 'rejected' },
  confirm: { from: ['pending', 'approved'], words: 'confirmed' },
  deliver: { from: ['confirmed'], words: 'delivered' },
  cancel: { from: ['pending', 'approved', 'confirmed'], words: 'cancelled' },
  return: { from: ['delivered'], words: 'taken back' },
};

/** Why an action is not possible; undefined if it is. The same for the server and the buttons. */
export function problemOf(action: SaleAction, state: SaleState): string | undefined {
  const { orderNumber, status, priceCheck, lines } = state;
  const { from, words } = actionTable[action];
  if (!from.includes(status)) {
    if (action === 'deliver' && (status === 'pending' || status === 'approved'))
      return `${orderNumber} is ${status}: confirm it before its goods are delivered.`;
    if (action === 'return' && reservesOrDelivers(status))
      return `The goods of ${orderNumber} are not delivered: cancel the order instead.`;
    return `${orderNumber} is ${status}: it cannot be ${words}.`;
  }
  if (action === 'approve' || action === 'confirm') {
    if (priceCheck === 'waiting')
      return `A price of ${orderNumber} is below the list: another person must accept it first.`;
    if (priceCheck === 'refused')
      return `A price of ${orderNumber} below the list was refused: change the prices, or cancel the order.`;
  }
  if (action === 'return' && lines.every(({ quantity, returned }) => returned === quantity))
    return `All goods of ${orderNumber} came back.`;
  return undefined;
}

const reservesOrDelivers = (status: SaleStatus) =>
  status === 'pending' || status === 'approved' || status === 'confirmed';

/** @throws AppError rule as `problemOf` says. */
export function assertPossible(action: SaleAction, state: SaleState): void {
  const problem = problemOf(action, state);
  if (problem) breaksRule('salesOrder.notPossible', problem);
}

/** What may be done now by those who may write sales orders, for the buttons. */
export function actionsFor(state: SaleState, mayWrite: boolean): SaleAction[] {
  return mayWrite ? saleActions.filter((action) => !problemOf(action, state)) : [];
}

/** The action that leads to a wanted status. */
export const actionTo = {
  approved: 'approve',
  confirmed: 'confirm',
  delivered: 'deliver',
  rejected: 'reject',
  cancelled: 'cancel',
} as const satisfies Partial<Record<SaleStatus, SaleAction>>;
