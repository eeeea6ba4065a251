import type { Ctx } from '../../context.ts';
import type { Page } from '../../kernel/paging.ts';
import { findPayments } from './queries-list.ts';
import type { SupplierPayment, SupplierPaymentFilter } from './schema.ts';

/** Payments to suppliers, newest first by default; the total is counted only on request. */
export function listSupplierPayments(
  ctx: Ctx,
  filter: SupplierPaymentFilter,
): Promise<Page<SupplierPayment>> {
  return findPayments(ctx.db, filter);
}
