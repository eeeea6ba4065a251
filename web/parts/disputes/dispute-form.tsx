import { disputeInput } from '@nimule/core/billing/disputes/schema';
import type { Invoice } from '@nimule/core/billing/invoices/schema';
import { formatDate } from '@nimule/core/kernel/dates';
import { formatUsd } from '@nimule/core/kernel/money';
import { optionalText, recordId } from '@nimule/core/kernel/text';
import type { TicketDetail } from '@nimule/core/support/schema';
import { useRead } from '../../client/use-read.ts';
import { DateField } from '../../ui/form/date-field.tsx';
import { FieldRow, SelectField, TextAreaField } from '../../ui/form/fields.tsx';
import { toast } from '../../ui/overlay/toaster.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { today } from '../../ui/today.ts';
import { RecordForm } from '../record-form.tsx';

const MAX_REASON = 500;
/** Most tickets or invoices to choose from. */
const SHOWN = 200;
/** The choice of a new ticket. */
const NEW_TICKET = 'new';

const form = disputeInput
  .pick({ reason: true })
  .required()
  .extend({
    since: disputeInput.shape.since.unwrap(),
    invoiceId: recordId,
    ticket: optionalText('The ticket', 40).optional(),
  });

interface DisputeFormProps {
  /** From an invoice, or from a ticket of the customer. */
  of: { invoice: Invoice } | { ticket: TicketDetail };
  onClose: () => void;
}

/** Marks an invoice as disputed: from the invoice with or without a ticket, or from a ticket (decision 120). */
export function DisputeForm({ of, onClose }: DisputeFormProps) {
  const invoice = 'invoice' in of ? of.invoice : undefined;
  const ticket = 'ticket' in of ? of.ticket : undefined;
  return (
    <RecordForm
      title="Dispute an Invoice"
      description={
        <>
          {invoice ? (
            <>
              <strong>{invoice.invoiceId}</strong> of {invoice.customerName}:{' '}
            </>
          ) : null}
          it is still owed, but does not count for the disconnection and for reminders until the
          dispute is decided.
        </>
      }
      operation="disputeInvoice"
      failure="Failed to mark the invoice as disputed."
      schema={form}
      initial={{
        reason: '',
        since: today(),
        invoiceId: invoice ? String(invoice.id) : '',
        ticket: ticket ? String(ticket.id) : '',
      }}
      needs={['reason']}
      send={({ invoiceId, ticket: chosen, reason, since }) => ({
        params: { id: Number(invoiceId) },
        body: {
          reason,
          since,
          ...(chosen === NEW_TICKET ? { makeTicket: true } : {}),
          ...(chosen && chosen !== NEW_TICKET ? { ticketId: chosen } : {}),
        },
      })}
      done={({ invoiceNumber, ticketNumber }) =>
        toast('Invoice Disputed', [invoiceNumber, ticketNumber].filter(Boolean).join(', '))
      }
      submitLabel="Mark as disputed"
      onClose={onClose}
      width={560}
    >
      {ticket && <OpenInvoiceField customerId={ticket.customerId!} />}
      <TextAreaField name="reason" label="What the customer says" maxLength={MAX_REASON} />
      <FieldRow>
        <DateField name="since" label="Disputed since" help="Today or earlier" />
        {invoice && <TicketChoice customerId={invoice.customerId} />}
      </FieldRow>
    </RecordForm>
  );
}

/** The customer's open invoices that are not disputed. */
function OpenInvoiceField({ customerId }: { customerId: number }) {
  const read = useRead('listInvoices', {
    query: { customerId, status: 'open', sort: 'dueDate', pageSize: SHOWN },
  });
  return (
    <Loaded read={read} loading="Loading the open invoices…" lines={2}>
      {({ rows }) => {
        const free = rows.filter(({ disputedSince }) => disputedSince === null);
        if (free.length === 0) {
          return (
            <Empty
              title="No invoice to dispute"
              description="The customer has no open invoice that is not disputed already."
            />
          );
        }
        return (
          <SelectField
            name="invoiceId"
            label="Invoice"
            none="Choose an invoice"
            options={free.map(({ id, invoiceId, openUsd, dueDate }) => ({
              value: String(id),
              label: `${invoiceId}, ${formatUsd(openUsd)} open, due ${formatDate(dueDate)}`,
            }))}
          />
        );
      }}
    </Loaded>
  );
}

function TicketChoice({ customerId }: { customerId: number }) {
  const { data } = useRead('listTickets', {
    query: { customerId, status: 'unresolved', pageSize: SHOWN },
  });
  return (
    <SelectField
      name="ticket"
      label="Ticket"
      none="None"
      options={[
        { value: NEW_TICKET, label: 'Open a new ticket' },
        ...(data?.rows ?? []).map(({ id, ticketId, title }) => ({
          value: String(id),
          label: `${ticketId} ${title}`,
        })),
      ]}
    />
  );
}
