import type { BooksCheck } from '../../accounting/schema.ts';
import { ledgerChecks, runChecks } from '../../accounting/service-check.ts';
import type { Ctx } from '../../context.ts';
import { checkSeals } from '../../seals/service-verify.ts';
import { stockChecks } from '../stock/queries-check.ts';
import { loanChecks } from '../stock/queries-check-loans.ts';
import { procurementChecks } from '../stock/queries-check-procurement.ts';
import { billingChecks } from './queries.ts';
import { countChecks } from './queries-counts.ts';
import { creditChecks } from './queries-credit.ts';
import { disputeChecks } from './queries-disputes.ts';
import { expenseChecks } from './queries-expenses.ts';
import { guardChecks, logChecks } from './queries-guards.ts';
import { mobileMoneyChecks } from './queries-mobile-money.ts';
import { payrollChecks } from './queries-payroll.ts';
import { refundChecks } from './queries-refunds.ts';
import { salesChecks } from './queries-sales.ts';
import { supplierChecks } from './queries-suppliers.ts';
import { cashFindings, tillChecks } from './queries-till.ts';
import { voucherChecks } from './queries-vouchers.ts';
import { wifiChecks } from './queries-wifi.ts';

export { billingChecks } from './queries.ts';
export { creditChecks } from './queries-credit.ts';
export { disputeChecks } from './queries-disputes.ts';
export { expenseChecks } from './queries-expenses.ts';
export { payrollChecks } from './queries-payroll.ts';
export { refundChecks } from './queries-refunds.ts';
export { salesChecks } from './queries-sales.ts';
export { supplierChecks } from './queries-suppliers.ts';

/** What every database holds, also one of a backup. */
const storedChecks = [
  ...ledgerChecks,
  ...billingChecks,
  ...refundChecks,
  ...disputeChecks,
  ...creditChecks,
  ...expenseChecks,
  ...supplierChecks,
  ...payrollChecks,
  ...stockChecks,
  ...procurementChecks,
  ...loanChecks,
  ...salesChecks,
  ...tillChecks,
  ...mobileMoneyChecks,
  ...voucherChecks,
  ...wifiChecks,
  ...countChecks,
  ...guardChecks,
];

/**
 * Checks all invariants of the ledger, and between the ledger and its documents, `parallel` of them at a time; then the seals of
 * the last day of the audit log.
 */
export async function checkBooks(ctx: Ctx, parallel = 1): Promise<BooksCheck> {
  const books = await runChecks(ctx, [...storedChecks, ...cashFindings, ...logChecks], parallel);
  const { name, isSound, detail } = await checkSeals(ctx);
  return {
    isSound: books.isSound && isSound,
    checks: [...books.checks, { name, isSound, detail }],
  };
}

/** As `checkBooks`, without what the books of a backup may show: a changed audit log must not prevent its restore. */
export function checkStoredBooks(ctx: Ctx, parallel = 1): Promise<BooksCheck> {
  return runChecks(ctx, storedChecks, parallel);
}
