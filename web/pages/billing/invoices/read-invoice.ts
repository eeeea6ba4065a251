import type { Invoice } from '@nimule/core/billing/invoices/schema';
import { call } from '../../../client/call.ts';
import { ClientError } from '../../../client/errors.ts';

/** Reads an invoice for an edit form. @throws ClientError if it has been cancelled. */
export async function readEditableInvoice(id: number): Promise<Invoice> {
  const invoice = await call('getInvoice', { params: { id } });
  if (invoice.status === 'cancelled')
    throw new ClientError(
      409,
      `${invoice.invoiceId} has been cancelled meanwhile and can no longer be changed.`,
    );
  return invoice;
}
