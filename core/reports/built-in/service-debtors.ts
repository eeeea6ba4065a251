import type { Ctx } from '../../context.ts';
import { addCents, type Cents } from '../../kernel/money.ts';
import { findDebtors, sumAgeing } from './queries-ageing.ts';

/** The customers who owe most, and what has been due for more than 60 days in all. US cents. */
export interface BiggestDebtors {
  over60Usd: Cents;
  debtors: {
    customerId: string;
    name: string;
    status: string;
    totalUsd: Cents;
    /** Of it, what is more than 30 days past due. */
    lateUsd: Cents;
  }[];
}

/** As the report of ageing has it today, at most `limit` customers. */
export async function biggestDebtors(ctx: Ctx, limit: number): Promise<BiggestDebtors> {
  const { days90, older } = await sumAgeing(ctx.db, ctx.today);
  const found = await findDebtors(ctx.db, ctx.today, limit);
  return {
    over60Usd: addCents(days90, older),
    debtors: found.map(({ total, late, ...customer }) => ({
      ...customer,
      ...{ totalUsd: total, lateUsd: late },
    })),
  };
}
