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
 * Who has the connection fee on an invoice has been billed it (decision 4): it goes along with an invoice that moves
 * between customers whose accounts are locked.
 * @throws AppError rule for a customer who has been billed it already, on another invoice or before an import.
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
 * The invoice with these lines, which is cancelled or moved away by now, no longer bills the fee: it may be billed
 * again, unless another invoice of the customer bears it: once, and no oftener (decision 4).
 */
export async function releaseConnectionFee(
  tx: Ctx,
  lines: readonly LinePlan[],
  customerId: number,
): Promise<void> {
  if (!hasConnectionFee(lines) || (await findConnectionFee(tx.db, customerId))) return;
  await freeConnectionFee(tx, customerId);
}
