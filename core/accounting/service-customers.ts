import type { Ctx } from '../context.ts';
import { findCustomersInLedger } from './queries-customers.ts';

/** The customers among these whom journal lines name; true if the lines balance in each account. */
export function customersInLedger(ctx: Ctx, ids: readonly number[]): Promise<Map<number, boolean>> {
  return findCustomersInLedger(ctx.db, ids);
}
