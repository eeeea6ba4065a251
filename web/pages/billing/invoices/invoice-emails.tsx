import type { InvoiceDetail } from '@nimule/core/billing/invoices/schema';
import type { InvoiceEmail } from '@nimule/core/billing/invoices/schema-emails';
import { statusText } from '../../../parts/messages/message-words.ts';
import { TwoLines } from '../../../ui/layout.tsx';
import { type SmallColumn, SmallTable } from '../../../ui/table/small-table.tsx';
import { StatusTag } from '../../../ui/tags.tsx';
import { InstantText } from '../../../ui/values.tsx';

/** Why an e-mail failed or may have failed. */
function errorText({ status, error }: InvoiceEmail): string {
  return status === 'unknown' ? 'It was cut off: nobody knows whether it was sent.' : error;
}

const columns: readonly SmallColumn<InvoiceEmail>[] = [
  {
    header: 'When',
    cell: ({ sentAt, sentBy }) => (
      <TwoLines quiet={`by ${sentBy}`}>
        <InstantText at={sentAt} />
      </TwoLines>
    ),
  },
  {
    header: 'To',
    cell: (email) => <TwoLines quiet={errorText(email)}>{email.to}</TwoLines>,
  },
  {
    header: 'State',
    cell: ({ status }) => <StatusTag status={status} label={statusText(status)} />,
    align: 'right',
  },
];

/** E-mails of an invoice, newest first. */
export function InvoiceEmails({ invoice }: { invoice: InvoiceDetail }) {
  if (invoice.emails.length === 0) return <p className="quiet">It has not been sent yet.</p>;
  return (
    <SmallTable
      label={`E-mails of ${invoice.invoiceId}`}
      columns={columns}
      rows={invoice.emails}
      rowKey={({ id }) => id}
    />
  );
}
