import type { Ctx } from '../../context.ts';
import { permissionWords } from '../../identity/permissions.ts';
import { formatMonth, monthOf } from '../../kernel/dates.ts';
import { groupedBy } from '../../kernel/groups.ts';
import { type Cents, sumOf } from '../../kernel/money.ts';
import { findBatchesWaiting, findSinglesWaiting, type WaitingPart } from './queries-waiting.ts';
import { payPeriodOf } from './rules.ts';
import { isForOthers, type PayrollCaller, type PayrollRecord } from './rules-record.ts';
import { callerOf, OWN_PAYROLL } from './service-record.ts';

/** A payroll outside of batches, or a batch of which something is processed, which waits for approval. */
export interface WaitingPayroll {
  kind: 'payroll' | 'payroll_batch';
  id: number;
  record: string;
  /** Names no amounts. */
  summary: string;
  /** Net pay in US cents. */
  amountUsd: Cents;
  requestedBy: string;
  requestedAt: Date;
  notes: string;
  /** Why the caller may not approve it; '' if they may. */
  refusal: string;
  /** For each of its parts the users who made it, and who leave its approval to others (decision 34). */
  makers: readonly (readonly (number | null)[])[];
}

const makersOf = ({ processedById, changedById }: Parts[number]) => [processedById, changedById];

type Parts = readonly Pick<PayrollRecord, 'processedById' | 'changedById'>[];

/** Why the caller may approve none of the payrolls; '' if they may approve one of them. */
function refusalOf(made: Parts, caller: PayrollCaller): string {
  if (!caller.mayApprove) return `Your role may not ${permissionWords('payroll.approve')}.`;
  return made.every((one) => isForOthers(one, caller)) ? OWN_PAYROLL : '';
}

function batchItem(parts: readonly WaitingPart[], caller: PayrollCaller): WaitingPayroll {
  const { batchId, batchNumber, month, createdBy, processedAt } = parts[0]!;
  const count = parts.reduce((sum, { payrolls }) => sum + payrolls, 0);
  return {
    ...{ kind: 'payroll_batch', id: batchId, record: batchNumber, requestedBy: createdBy },
    summary: `Payroll of ${formatMonth(monthOf(month))}, ${count} ${count === 1 ? 'payslip' : 'payslips'}`,
    amountUsd: sumOf(parts, ({ netUsd }) => netUsd),
    ...{ requestedAt: processedAt, notes: '', refusal: refusalOf(parts, caller) },
    makers: parts.map(makersOf),
  };
}

/**
 * What of payroll waits for approval, for the list of approvals: batches, and at most `limit` payrolls that belong to none.
 * It holds amounts and is for those with pay.read alone.
 */
export async function payrollWaiting(ctx: Ctx, limit: number): Promise<WaitingPayroll[]> {
  const caller = await callerOf(ctx);
  const singles = await findSinglesWaiting(ctx.db, limit);
  const batches = groupedBy(await findBatchesWaiting(ctx.db), ({ batchId }) => batchId);
  return [
    ...singles.map((row): WaitingPayroll => {
      const period = payPeriodOf(row.startDate, row.endDate);
      return {
        ...{ kind: 'payroll', id: row.id, record: row.payrollNumber, amountUsd: row.netPay },
        summary: `Payroll of ${row.employeeName}, ${period}`,
        ...{ requestedBy: row.processedBy, requestedAt: row.processedAt, notes: row.notes },
        refusal: refusalOf([row], caller),
        makers: [makersOf(row)],
      };
    }),
    ...[...batches.values()].map((parts) => batchItem(parts, caller)),
  ];
}
