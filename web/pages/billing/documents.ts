import type { Invoice } from '@nimule/core/billing/invoices/schema';
import type { CallInput } from '../../client/call.ts';
import { download, print } from '../../client/download.ts';
import { ClientError } from '../../client/errors.ts';
import { toast, toastError, toastFailure } from '../../ui/overlay/toaster.tsx';

async function save(fetchFile: () => Promise<string>): Promise<void> {
  try {
    toast('PDF downloaded', await fetchFile());
  } catch (error) {
    if (!(error instanceof ClientError)) throw error;
    toastError('Failed to download PDF');
  }
}

/** Saves the invoice as invoice-{id}.pdf (seeds/000 7). */
export function saveInvoicePdf({ id }: Pick<Invoice, 'id'>): void {
  save(() => download('invoicePdf', { params: { id } }, `invoice-${id}.pdf`)).catch(reportError);
}

export function saveReceiptPdf(payment: { id: number; receiptId: string }): void {
  save(() =>
    download('receiptPdf', { params: { id: payment.id } }, `receipt-${payment.receiptId}.pdf`),
  ).catch(reportError);
}

export function printReceipt({ id }: { id: number }): void {
  print('receiptPdf', { params: { id } });
}

type PaymentQuery = NonNullable<CallInput<'exportPayments'>['query']>;

/** Saves the payments as they are filtered and sorted on screen, all pages of them. */
export function exportPayments(
  format: PaymentQuery['format'],
  filter: Record<string, string | undefined>,
): void {
  toast('Export Started', `The payments of this list are being written as .${format}.`);
  download(
    'exportPayments',
    { query: { ...filter, format } as PaymentQuery },
    `payments.${format}`,
  ).catch((error) => {
    if (error instanceof ClientError) toastFailure(error, 'Export Failed');
    else reportError(error);
  });
}
