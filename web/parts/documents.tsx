import { DownloadIcon } from '@blueprintjs/icons';
import type { Invoice } from '@nimule/core/billing/invoices/schema';
import type { Payment } from '@nimule/core/billing/payments/schema';
import type { Customer } from '@nimule/core/customers/schema';
import type { CallInput, FileOperation } from '../client/call.ts';
import { download, print } from '../client/download.ts';
import { ClientError } from '../client/errors.ts';
import { toast, toastError, toastFailure } from '../ui/overlay/toaster.tsx';
import type { RowAction } from '../ui/table/row-actions.tsx';

/** Downloads a PDF and shows a toast; `fallbackName` is used if the server sends no file name. */
export function savePdf<O extends FileOperation>(
  operation: O,
  input: CallInput<O>,
  fallbackName: string,
): void {
  download(operation, input, fallbackName).then(
    (filename) => toast('PDF downloaded', filename),
    (error) => {
      if (!(error instanceof ClientError)) return reportError(error);
      // The text of the specification, except for invalid requests (a period with too many entries).
      if (error.status === 422) toastFailure(error, 'Failed to download PDF');
      else toastError('Failed to download PDF');
    },
  );
}

type InvoiceKey = Pick<Invoice, 'id'>;
type ReceiptKey = Pick<Payment, 'id' | 'receiptId'>;

/** Saves the receipt of a payment or a credit as receipt-RCT-2026-000007.pdf. */
export function saveReceiptPdf({ id, receiptId }: ReceiptKey): void {
  savePdf('receiptPdf', { params: { id } }, `receipt-${receiptId}.pdf`);
}

/** Saves the receipt of a refund as refund-RF-2026-000001.pdf. */
export function saveRefundPdf({
  refundId,
  refundNumber,
}: {
  refundId: number;
  refundNumber: string;
}): void {
  savePdf('refundPdf', { params: { id: refundId } }, `refund-${refundNumber}.pdf`);
}

export function printReceipt({ id }: Pick<Payment, 'id'>): void {
  print('receiptPdf', { params: { id } });
}

/** Saves the statement of a period as statement-SC003.pdf. */
export function saveStatementPdf(
  { id, customerId }: Pick<Customer, 'id' | 'customerId'>,
  query: { from: string; to: string },
): void {
  savePdf('statementPdf', { params: { id }, query }, `statement-${customerId}.pdf`);
}

/** Action that saves an invoice as invoice-{id}.pdf (seeds/000 7). */
export function invoicePdfAction({ id }: InvoiceKey): RowAction {
  return {
    label: 'Download PDF',
    icon: <DownloadIcon />,
    onClick: () => savePdf('invoicePdf', { params: { id } }, `invoice-${id}.pdf`),
    prominent: true,
  };
}

export function receiptAction(payment: ReceiptKey): RowAction {
  return {
    label: 'Download receipt',
    icon: <DownloadIcon />,
    onClick: () => saveReceiptPdf(payment),
  };
}
