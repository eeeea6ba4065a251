import { Button } from '@blueprintjs/core';
import { DownloadIcon } from '@blueprintjs/icons';
import type {
  InvoiceDetail,
  invoiceAllocation,
  invoiceLine,
} from '@nimule/core/billing/invoices/schema';
import { paymentAccountLabel, paymentAccountLabels } from '@nimule/core/billing/payments/schema';
import { formatMonth } from '@nimule/core/kernel/dates';
import { formatUsd } from '@nimule/core/kernel/money';
import type { z } from 'zod';
import { useRead } from '../../../client/use-read.ts';
import { DocumentEntries } from '../../../parts/books/document-entries.tsx';
import { saveReceiptPdf } from '../../../parts/documents.tsx';
import { HistoryPanel } from '../../../parts/history.tsx';
import { InvoiceStatus, openFact } from '../../../parts/invoice-status.tsx';
import { formatRate } from '../../../parts/rates.ts';
import { RecordDrawer } from '../../../parts/record-drawer.tsx';
import { CustomerLink, RecordLink } from '../../../parts/record-links.tsx';
import { TwoLines } from '../../../ui/layout.tsx';
import { Panel } from '../../../ui/page.tsx';
import { Empty } from '../../../ui/states.tsx';
import { type SmallColumn, SmallTable } from '../../../ui/table/small-table.tsx';
import { humanize } from '../../../ui/tags.tsx';
import { DateText, InstantText, KeyValues, Money, moneyFact, Notes } from '../../../ui/values.tsx';
import { useInvoiceActions } from './invoice-actions.tsx';
import { InvoiceEmails } from './invoice-emails.tsx';

interface InvoiceDrawerProps {
  id: number;
  onClose: () => void;
}

/** Drawer of an invoice: lines, payments, e-mails, record and history. */
export function InvoiceDrawer({ id, onClose }: InvoiceDrawerProps) {
  const read = useRead('getInvoice', { params: { id } });
  const actions = useInvoiceActions();
  return (
    <RecordDrawer
      noun="invoice"
      read={read}
      title={({ invoiceId }) => invoiceId}
      subtitle={(invoice) => <InvoiceStatus invoice={invoice} />}
      actions={actions}
      onClose={onClose}
    >
      {(invoice) => <InvoiceFacts invoice={invoice} />}
    </RecordDrawer>
  );
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
