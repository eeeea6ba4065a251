import type { Invoice } from '@nimule/core/billing/invoices/schema';
import { call } from '../../../client/call.ts';
import { ClientError } from '../../../client/errors.ts';

/** What an invoice is by now, for a form that changes it: one that was cancelled takes no change at all. */
export async function readToChange(id: number): Promise<Invoice> {
  const invoice = await call('getInvoice', { params: { id } });
  if (invoice.status === 'cancelled')
    throw new ClientError(
      409,
      `${invoice.invoiceId} has been cancelled meanwhile and can no longer be changed.`,
    );
  return invoice;
}
