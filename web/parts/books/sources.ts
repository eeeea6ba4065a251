import { isByNumber, kindOfSource } from '@nimule/core/reports/kinds/schema';
import { recordPath } from '../../app/paths.ts';

/** What posted an entry, in words. */
const sourceLabels: Readonly<Record<string, string>> = {
  manual: 'By hand',
  invoice: 'Invoice',
  'invoice.reversal': 'Invoice reversed',
  payment: 'Payment',
  'payment.reversal': 'Payment reversed',
  'payment.takenUp': 'Credit taken up',
  'payment.released': 'Credit released',
  refund: 'Refund',
  expense: 'Expense',
  'expense.reversal': 'Expense reversed',
  'expense.payment': 'Expense paid',
  'expense.payment.reversal': 'Expense payment reversed',
  'goods.receipt': 'Goods received',
  'goods.return': 'Goods returned',
  'supplier.bill': 'Supplier bill',
  'supplier.bill.reversal': 'Supplier bill reversed',
  'supplier.payment': 'Supplier payment',
  'supplier.payment.takenUp': 'Supplier advance taken up',
  'supplier.payment.reversal': 'Supplier payment reversed',
  'stock.opening': 'Opening stock',
  'stock.adjustment': 'Stock adjustment',
  'stock.count': 'Stock count',
  'loan.issue': 'Equipment issued on loan',
  'loan.return': 'Equipment taken back',
  'loan.loss': 'Equipment on loan written off',
  'till.difference': 'Difference of a till',
  'voucher.sale': 'Vouchers sold',
  'voucher.activation': 'Voucher activated',
  'voucher.void': 'Vouchers taken back',
  'voucher.lapse': 'Vouchers lapsed unused',
  'sales.delivery': 'Goods delivered',
  'sales.return': 'Goods returned by a customer',
  'wifi.sale': 'WiFi sold',
  'wifi.refund': 'WiFi refunded',
  payroll: 'Payroll of a month',
  'payroll.approval': 'Payroll',
  'payroll.approval.reversal': 'Payroll reversed',
  'payroll.payment': 'Salaries paid',
  'payroll.payment.reversal': 'Payment of salaries reversed',
  'payroll.advance': 'Advance to an employee',
  'payroll.advance.reversal': 'Advance reversed',
  'payroll.repayment': 'Advance repaid',
  'payroll.repayment.reversal': 'Repayment reversed',
  'payroll.remittance': 'Tax or social security paid',
  'payroll.remittance.reversal': 'Remittance reversed',
  recurring: 'Recurring entry',
  'import.accounting': 'Imported journal',
  'import.cash': 'Imported cash book',
  opening: 'Opening balances',
};

/** The sources that a list is filtered by. */
export const filteredSources = Object.keys(sourceLabels);

export function sourceLabel(source: string): string {
  return sourceLabels[source] ?? source;
}

interface OfDocument {
  source: string;
  sourceId: number;
  /** The number of the document. */
  reference: string;
}

/** The page of the document behind an entry; undefined for entries without one. */
export function documentPath({ source, sourceId, reference }: OfDocument): string | undefined {
  const kind = kindOfSource(source);
  if (kind === undefined) return undefined;
  return isByNumber(kind) ? recordPath(kind, reference) : recordPath(kind, sourceId);
}
