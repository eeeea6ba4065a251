import type { Invoice } from '@nimule/core/billing/invoices/schema';
import type { Payment } from '@nimule/core/billing/payments/schema';
import type { Customer } from '@nimule/core/customers/schema';
import type { exportFormats } from '@nimule/core/kernel/paging';
import type { CallInput } from '../../client/call.ts';
import { download } from '../../client/download.ts';
import { ClientError } from '../../client/errors.ts';
import { toast, toastError, toastFailure } from '../../ui/overlay/toaster.tsx';

function savePdf(fetchFile: () => Promise<string>): void {
  fetchFile().then(
    (filename) => toast('PDF downloaded', filename),
    (error) => {
      if (!(error instanceof ClientError)) return reportError(error);
      // The specification's words, unless the server knows what is wrong with the request (a period with too many
      // entries).
      if (error.status === 422) toastFailure(error, 'Failed to download PDF');
      else toastError('Failed to download PDF');
    },
  );
}

export function saveInvoicePdf({ id }: Pick<Invoice, 'id'>): void {
  savePdf(() => download('invoicePdf', { params: { id } }, `invoice-${id}.pdf`));
}

export function saveReceiptPdf({ id, receiptId }: Pick<Payment, 'id' | 'receiptId'>): void {
  savePdf(() => download('receiptPdf', { params: { id } }, `receipt-${receiptId}.pdf`));
}

/** Saves the statement of a period as statement-SC003.pdf. */
export function saveStatementPdf(
  { id, customerId }: Pick<Customer, 'id' | 'customerId'>,
  query: { from: string; to: string },
): void {
  savePdf(() => download('statementPdf', { params: { id }, query }, `statement-${customerId}.pdf`));
}

type ExportFormat = (typeof exportFormats)[number];
type ExportFilter = Omit<NonNullable<CallInput<'exportCustomers'>['query']>, 'format'>;

/** Saves the list as it is filtered and sorted on screen, all pages of it. */
export function exportCustomers(format: ExportFormat, filter: ExportFilter): void {
  toast('Export Started', `The customers of this list are being written as .${format}.`);
  download('exportCustomers', { query: { ...filter, format } }, `customers.${format}`).catch(
    (error) => {
      if (error instanceof ClientError) toastFailure(error, 'Export Failed');
      else reportError(error);
    },
  );
}
