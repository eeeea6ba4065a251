import type { Ctx } from '../context.ts';
import { findCustomersInLedger } from './queries-customers.ts';

/** The customers among these whom journal lines name; true if all of these belong to invoices and payments. */
export function customersInLedger(ctx: Ctx, ids: readonly number[]): Promise<Map<number, boolean>> {
  return findCustomersInLedger(ctx.db, ids);
}
