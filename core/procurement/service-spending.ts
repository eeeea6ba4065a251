import { listAccounts } from '../accounting/service.ts';
import { type Ctx, inSnapshot } from '../context.ts';
import { addMonths, firstDay, monthOf } from '../kernel/dates.ts';
import { NOTHING, sumByAccount, sumByMonth, sumBySupplier } from './queries-spending.ts';
import type { ProcurementSpending } from './schema.ts';

const MONTHS = 12;
const TOP_SUPPLIERS = 8;

/**
 * What was bought in the last 12 months up to today, in US cents: by month (approved orders by their date, goods received less
 * those that went back, posted bills, payments that stand), the suppliers of most approved orders, and the goods received by
 * account (seeds/002 2; decision 72 of what counts as ordered). All of it is of one moment.
 */
export function getProcurementSpending(ctx: Ctx): Promise<ProcurementSpending> {
  return inSnapshot(ctx, async (tx) => {
    const { db, today } = tx;
    const last = monthOf(today);
    const months = Array.from({ length: MONTHS }, (_, at) => addMonths(last, at + 1 - MONTHS));
    const days = { from: firstDay(months[0]!), to: today };
    const names = new Map((await listAccounts(tx)).map(({ code, name }) => [code, name]));
    const found = await sumByMonth(db, days);
    return {
      dateRange: { startDate: days.from, endDate: days.to },
      months: months.map((month) => ({ month, ...(found.get(month) ?? NOTHING) })),
      suppliers: await sumBySupplier(db, days, TOP_SUPPLIERS),
      accounts: (await sumByAccount(db, days)).map((row) => ({
        ...row,
        name: names.get(row.code) ?? '',
      })),
    };
  });
}
