import { firstDay, type IsoDate, type IsoMonth, isoMonth, monthOf } from '../../kernel/dates.ts';
import { type Cents, cents } from '../../kernel/money.ts';
import { type Account, BOOK_YEARS, LEAF_LEVEL } from '../schema.ts';
import type { DocumentKind, LedgerFilter } from './schema.ts';

/** An amount that is debits less credits, in the direction in which the account grows. */
export function inDirection({ normalBalance }: Pick<Account, 'normalBalance'>, net: Cents): Cents {
  return normalBalance === 'DEBIT' ? net : cents(0 - net);
}

/** The months of a ledger: without `from` from January of the last month on, without `to` up to the current month. */
export function monthsOfLedger(
  { from, to }: Pick<LedgerFilter, 'from' | 'to'>,
  today: IsoDate,
): { from: IsoMonth; to: IsoMonth } {
  const current = monthOf(today);
  const last = to ?? (from && from > current ? from : current);
  return { from: from ?? isoMonth(`${last.slice(0, 4)}-01`), to: last };
}

/** Why a ledger cannot be shown, by field; undefined if it can. */
export function ledgerProblem(
  account: Pick<Account, 'code' | 'name' | 'level'>,
  { from, to }: { from: IsoMonth; to: IsoMonth },
): { field: 'accountCode' | 'from' | 'to'; message: string } | undefined {
  const { first, last } = BOOK_YEARS;
  if (account.level !== LEAF_LEVEL) {
    const message = `${account.code} ${account.name} is a group and has no lines. Choose one of its accounts.`;
    return { field: 'accountCode', message };
  }
  for (const [field, month] of [
    ['from', from],
    ['to', to],
  ] as const) {
    if (firstDay(month) < `${first}-01-01` || firstDay(month) > `${last}-12-31`) {
      return { field, message: `Enter a month from ${first}-01 to ${last}-12.` };
    }
  }
  if (from > to) return { field: 'to', message: 'The last month lies before the first.' };
  return undefined;
}

/** The sources of the entries that documents of a kind post. */
export const sourcesOf: Record<DocumentKind, readonly string[]> = {
  invoice: ['invoice', 'invoice.reversal'],
  payment: ['payment', 'payment.reversal', 'payment.takenUp', 'payment.released'],
  refund: ['refund'],
  expense: ['expense', 'expense.reversal'],
  'expense.payment': ['expense.payment', 'expense.payment.reversal'],
  'goods.receipt': ['goods.receipt', 'goods.return'],
  'supplier.bill': ['supplier.bill', 'supplier.bill.reversal'],
  'supplier.payment': ['supplier.payment', 'supplier.payment.takenUp', 'supplier.payment.reversal'],
  loan: ['loan.issue', 'loan.return', 'loan.loss'],
  payroll: ['payroll.approval', 'payroll.approval.reversal'],
  'payroll.payment': ['payroll.payment', 'payroll.payment.reversal'],
  'payroll.advance': ['payroll.advance', 'payroll.advance.reversal'],
  'payroll.repayment': ['payroll.repayment', 'payroll.repayment.reversal'],
  'payroll.remittance': ['payroll.remittance', 'payroll.remittance.reversal'],
};
