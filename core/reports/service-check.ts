import type { BooksCheck } from '../accounting/schema.ts';
import { ledgerChecks, runChecks } from '../accounting/service-check.ts';
import type { Ctx } from '../context.ts';
import { billingChecks } from './queries-check.ts';
import { collectionChecks } from './queries-check-collections.ts';
import { countChecks } from './queries-check-counts.ts';
import { expenseChecks } from './queries-check-expenses.ts';
import { payrollChecks } from './queries-check-payroll.ts';
import { refundChecks } from './queries-check-refunds.ts';
import { salesChecks } from './queries-check-sales.ts';
import { supplierChecks } from './queries-check-suppliers.ts';
import { tillChecks } from './queries-check-till.ts';
import { voucherChecks } from './queries-check-vouchers.ts';
import { wifiChecks } from './queries-check-wifi.ts';
import { stockChecks } from './stock/queries-check.ts';
import { loanChecks } from './stock/queries-check-loans.ts';
import { procurementChecks } from './stock/queries-check-procurement.ts';

export { billingChecks } from './queries-check.ts';
export { expenseChecks } from './queries-check-expenses.ts';
export { payrollChecks } from './queries-check-payroll.ts';
export { refundChecks } from './queries-check-refunds.ts';
export { salesChecks } from './queries-check-sales.ts';
export { supplierChecks } from './queries-check-suppliers.ts';

/** Checks all invariants of the ledger, and between the ledger and its documents; `parallel` of them at a time. */
export function checkBooks(ctx: Ctx, parallel = 1): Promise<BooksCheck> {
  const checks = [
    ...ledgerChecks,
    ...billingChecks,
    ...refundChecks,
    ...expenseChecks,
    ...supplierChecks,
    ...payrollChecks,
    ...stockChecks,
    ...procurementChecks,
    ...loanChecks,
    ...salesChecks,
    ...tillChecks,
    ...collectionChecks,
    ...voucherChecks,
    ...wifiChecks,
    ...countChecks,
  ];
  return runChecks(ctx, checks, parallel);
}
