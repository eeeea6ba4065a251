import type { Invoice } from '@nimule/core/billing/schema';
import { download } from '../../client/download.ts';
import { ClientError } from '../../client/errors.ts';
import { toast, toastError } from '../../ui/toaster.tsx';

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
