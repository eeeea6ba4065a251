import type { Ctx } from '../../context.ts';
import type { CustomerRecord } from '../../customers/rules-record.ts';
import { freeConnectionFee, markConnectionFee } from '../../customers/service-billing.ts';
import { breaksRule } from '../../kernel/errors.ts';
import type { LinePlan } from '../rules.ts';
import { findConnectionFee } from './queries.ts';

function hasConnectionFee(lines: readonly LinePlan[]): boolean {
  return lines.some(({ kind }) => kind === 'connection');
}

/**
 * When an invoice with a connection fee moves to another customer, the 'billed' flag moves with it (decision 4). Both
 * accounts must be locked.
 * @throws AppError rule if the new customer was already billed the fee, on another invoice or before an import.
 */
export async function moveConnectionFee(
  tx: Ctx,
  lines: readonly LinePlan[],
  from: number,
  to: CustomerRecord,
): Promise<void> {
  if (from === to.id || !hasConnectionFee(lines)) return;
  if (to.connectionFeeBilled) {
    breaksRule(
      'invoice.connectionFeeTwice',
      `${to.name} has been billed the connection fee already, and this invoice holds one. Cancel it and make one without the fee.`,
    );
  }
  await releaseConnectionFee(tx, lines, from);
  await markConnectionFee(tx, [to.id]);
}

/**
 * Lets the connection fee be billed again after the invoice with these lines was cancelled or moved, unless another
 * invoice of the customer contains the fee: it is billed only once (decision 4).
 */
export async function releaseConnectionFee(
  tx: Ctx,
  lines: readonly LinePlan[],
  customerId: number,
): Promise<void> {
  if (!hasConnectionFee(lines) || (await findConnectionFee(tx.db, customerId))) return;
  await freeConnectionFee(tx, customerId);
}
