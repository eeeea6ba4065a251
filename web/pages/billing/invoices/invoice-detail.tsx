import { Button, Callout, Intent } from '@blueprintjs/core';
import { DownloadIcon } from '@blueprintjs/icons';
import type {
  Invoice,
  invoiceAllocation,
  InvoiceDetail,
  invoiceLine,
} from '@nimule/core/billing/invoices/schema';
import type { InvoiceEmail } from '@nimule/core/billing/invoices/schema-emails';
import { paymentAccountLabel, paymentAccountLabels } from '@nimule/core/billing/payments/schema';
import { formatDate, formatMonth } from '@nimule/core/kernel/dates';
import { formatUsd } from '@nimule/core/kernel/money';
import type { z } from 'zod';
import { useRead } from '../../../client/use-read.ts';
import { InvoiceStatus, openFact } from '../../../parts/billing-tags.tsx';
import { DocumentEntries } from '../../../parts/books/document-entries.tsx';
import { DisputeForm } from '../../../parts/disputes/dispute-form.tsx';
import { DisputeList } from '../../../parts/disputes/dispute-list.tsx';
import { saveReceiptPdf } from '../../../parts/documents.tsx';
import { HistoryPanel } from '../../../parts/history.tsx';
import { statusText } from '../../../parts/messages/message-words.ts';
import { formatRate } from '../../../parts/rates.ts';
import { RecordDrawer } from '../../../parts/record-drawer.tsx';
import { CustomerLink, RecordLink } from '../../../parts/record-links.tsx';
import { useAdding } from '../../../parts/shown-record.ts';
import { useMay } from '../../../ui/allowed.tsx';
import { TwoLines } from '../../../ui/layout.tsx';
import { Panel } from '../../../ui/page.tsx';
import { Empty } from '../../../ui/states.tsx';
import { type SmallColumn, SmallTable } from '../../../ui/table/small-table.tsx';
import { humanize, StatusTag } from '../../../ui/tags.tsx';
import { DateText, InstantText, KeyValues, Money, moneyFact, Notes } from '../../../ui/values.tsx';
import { useInvoiceActions } from './invoice-actions.tsx';

interface InvoiceDrawerProps {
  id: number;
  onClose: () => void;
}

/** Drawer of an invoice: lines, payments, e-mails, record and history. */
export function InvoiceDrawer({ id, onClose }: InvoiceDrawerProps) {
  const read = useRead('getInvoice', { params: { id } });
  const actions = useInvoiceActions();
  const disputing = useAdding('dispute');
  const may = useMay();
  const asked = disputing.isOpen && may('customer.write') ? read.data : undefined;
  const refusal = asked && reasonAgainstDispute(asked);
  return (
    <>
      <RecordDrawer
        noun="invoice"
        read={read}
        title={({ invoiceId }) => invoiceId}
        subtitle={(invoice) => <InvoiceStatus invoice={invoice} />}
        actions={actions}
        onClose={onClose}
      >
        {(invoice) => (
          <>
            {refusal && (
              <Callout compact intent={Intent.WARNING} role="alert">
                {refusal}
              </Callout>
            )}
            <InvoiceFacts invoice={invoice} />
          </>
        )}
      </RecordDrawer>
      {asked && !refusal && <DisputeForm of={{ invoice: asked }} onClose={disputing.close} />}
    </>
  );
}

/** Why an invoice cannot be disputed, as the server says it. */
function reasonAgainstDispute({ invoiceId, status, openUsd, disputedSince }: Invoice) {
  if (disputedSince) return `${invoiceId} has been disputed since ${formatDate(disputedSince)}.`;
  if (status === 'cancelled') return 'A cancelled invoice cannot be disputed.';
  return openUsd > 0
    ? undefined
    : `${invoiceId} is paid. Only an invoice with an open amount can be disputed.`;
}

function InvoiceFacts({ invoice }: { invoice: InvoiceDetail }) {
  return (
    <>
      <Panel title="Summary" description={invoice.description}>
        <KeyValues
          items={[
            {
              label: 'Customer',
              value: <CustomerLink number={invoice.customerNumber} name={invoice.customerName} />,
            },
            moneyFact('Amount', invoice.amountUsd, invoice.amountSsp),
            moneyFact('Paid', invoice.paidUsd, invoice.paidSsp),
            openFact(invoice),
            { label: 'Bill date', value: <DateText date={invoice.billDate} /> },
            { label: 'Due date', value: <DateText date={invoice.dueDate} /> },
            ...(invoice.disputedSince
              ? [{ label: 'Disputed since', value: <DateText date={invoice.disputedSince} /> }]
              : []),
            ...(invoice.openUsd > 0 && isCountedLater(invoice)
              ? [{ label: 'Counts as due on', value: <DateText date={invoice.countedDueDate} /> }]
              : []),
            {
              label: 'Paid on',
              value: <DateText date={invoice.paidDate} none="Not paid in full" />,
            },
            ...(invoice.paymentAccount
              ? [{ label: 'Payment account', value: paymentAccountLabels[invoice.paymentAccount] }]
              : []),
            ...(invoice.paymentReference
              ? [{ label: 'Payment reference', value: invoice.paymentReference }]
              : []),
          ]}
        />
      </Panel>
      <Panel title="Lines">
        <Lines invoice={invoice} />
      </Panel>
      <Panel title="Payments">
        <Allocations invoice={invoice} />
      </Panel>
      {invoice.disputes.length > 0 && (
        <Panel title="Disputes">
          <DisputeList of={invoice.invoiceId} rows={invoice.disputes} />
        </Panel>
      )}
      <Panel title="E-mails">
        <InvoiceEmails invoice={invoice} />
      </Panel>
      {invoice.notes && (
        <Panel title="Notes">
          <Notes text={invoice.notes} />
        </Panel>
      )}
      <Panel title="Record">
        <KeyValues
          items={[
            { label: 'Kind', value: humanize(invoice.kind) },
            ...(invoice.billingMonth
              ? [{ label: 'Billing month', value: formatMonth(invoice.billingMonth) }]
              : []),
            { label: 'Exchange rate', value: formatRate(invoice.exchangeRate) },
            { label: 'Made at', value: <InstantText at={invoice.createdAt} /> },
          ]}
        />
      </Panel>
      <DocumentEntries kind="invoice" id={invoice.id} name={invoice.invoiceId} />
      <HistoryPanel of="invoiceHistory" id={invoice.id} name={invoice.invoiceId} />
    </>
  );
}

/** After a dispute an invoice counts as due on the day of the decision at the earliest (decision 120). */
function isCountedLater({ countedDueDate, dueDate, disputedSince }: InvoiceDetail): boolean {
  return !disputedSince && countedDueDate !== null && countedDueDate > dueDate;
}

type Line = z.output<typeof invoiceLine>;
type Allocation = z.output<typeof invoiceAllocation>;

const lineColumns: readonly SmallColumn<Line>[] = [
  {
    header: 'Description',
    cell: ({ description, quantity, unitPriceUsd, amountUsd }) =>
      quantity ? (
        <TwoLines quiet={`${quantity} at ${formatUsd(unitPriceUsd ?? amountUsd)}`}>
          {description}
        </TwoLines>
      ) : (
        description
      ),
  },
  { header: 'Kind', cell: (line) => humanize(line.kind), minor: true },
  {
    header: 'Amount',
    cell: ({ amountUsd, amountSsp }) => <Money usd={amountUsd} ssp={amountSsp} />,
    align: 'right',
  },
];

function Lines({ invoice }: { invoice: InvoiceDetail }) {
  return (
    <SmallTable
      label={`Lines of ${invoice.invoiceId}`}
      columns={lineColumns}
      rows={invoice.lines}
      rowKey={(_line, index) => index}
    />
  );
}

const allocationColumns: readonly SmallColumn<Allocation>[] = [
  {
    header: 'Receipt',
    cell: ({ paymentId, receiptId, paymentDate }) => (
      <TwoLines quiet={<DateText date={paymentDate} />}>
        <RecordLink kind="payment" id={paymentId} number={receiptId} />
      </TwoLines>
    ),
  },
  {
    header: 'Account',
    cell: paymentAccountLabel,
    minor: true,
  },
  {
    header: 'Amount',
    cell: ({ amountUsd, amountSsp }) => <Money usd={amountUsd} ssp={amountSsp} />,
    align: 'right',
  },
  {
    header: 'PDF',
    cell: ({ paymentId, receiptId }) => (
      <Button
        variant="minimal"
        size="small"
        icon={<DownloadIcon />}
        aria-label={`Download receipt ${receiptId}`}
        onClick={() => saveReceiptPdf({ id: paymentId, receiptId })}
      />
    ),
    align: 'right',
  },
];

function Allocations({ invoice }: { invoice: InvoiceDetail }) {
  if (invoice.allocations.length === 0) {
    return (
      <Empty
        title="Nothing has been paid on it"
        description={
          invoice.status === 'cancelled'
            ? 'A cancelled invoice takes no payments.'
            : 'A payment that is recorded for the customer settles the oldest open invoice first.'
        }
      />
    );
  }
  return (
    <SmallTable
      label={`Payments on ${invoice.invoiceId}`}
      columns={allocationColumns}
      rows={invoice.allocations}
      rowKey={({ paymentId }) => paymentId}
    />
  );
}

/** Why an e-mail failed or may have failed. */
function errorText({ status, error }: InvoiceEmail): string {
  return status === 'unknown' ? 'It was cut off: nobody knows whether it was sent.' : error;
}

const emailColumns: readonly SmallColumn<InvoiceEmail>[] = [
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
function InvoiceEmails({ invoice }: { invoice: InvoiceDetail }) {
  if (invoice.emails.length === 0) return <p className="quiet">It has not been sent yet.</p>;
  return (
    <SmallTable
      label={`E-mails of ${invoice.invoiceId}`}
      columns={emailColumns}
      rows={invoice.emails}
      rowKey={({ id }) => id}
    />
  );
}
