import { entriesDue } from '../../accounting/recurring/service-due.ts';
import { countUnbilled } from '../../billing/runs/service.ts';
import type { Ctx } from '../../context.ts';
import { expensesDue } from '../../expenses/recurring/service-due.ts';
import { can } from '../../identity/actor.ts';
import { firstDay, type IsoMonth, lastDay } from '../../kernel/dates.ts';
import { sumOf } from '../../kernel/money.ts';
import { countNotSent, countOpen } from './queries.ts';
import { type Found, mattersOf } from './rules.ts';
import type { OpenMatter } from './schema.ts';

const NOTHING: Found = { count: 0, amountUsd: null };
const withoutSum = ({ count }: Found = NOTHING): Found => ({ count, amountUsd: null });

/**
 * What is open in a month, for whoever is about to lock it: each kind with its number and, where it has one, its sum in US
 * cents; of pay only with `pay.read`. Nothing of it forbids the lock. Read-only.
 */
export async function openInMonth(ctx: Ctx, month: IsoMonth): Promise<OpenMatter[]> {
  const [from, to] = [firstDay(month), lastDay(month)];
  const open = await countOpen(ctx.db, { from, to, now: ctx.now });
  const of = (kind: string) => open.get(kind) ?? NOTHING;
  const entries = (await entriesDue(ctx, to)).filter((entry) => entry.month === month);
  const expenses = (await expensesDue(ctx, to)).filter((expense) => expense.month === month);
  const found = {
    tillsOpen: withoutSum(of('tillsOpen')),
    tillDifferences: of('tillDifferences'),
    unbilled: { count: await countUnbilled(ctx, month), amountUsd: null },
    invoicesNotSent: await countNotSent(ctx.db, from, to),
    mobileMoney: of('mobileMoney'),
    expensesWaiting: of('expensesWaiting'),
    approvalsWaiting: withoutSum(of('approvalsWaiting')),
    supplierBillsHeld: of('supplierBillsHeld'),
    recurringEntries: {
      count: entries.length,
      amountUsd: sumOf(entries, ({ amountUsd }) => amountUsd),
    },
    recurringExpenses: { count: expenses.length, amountUsd: null },
    depreciation: withoutSum(of('depreciation')),
    payrollWaiting: can(ctx.actor, 'pay.read')
      ? of('payrollWaiting')
      : withoutSum(of('payrollWaiting')),
    leaveWaiting: withoutSum(of('leaveWaiting')),
  };
  return mattersOf(found, month);
}
