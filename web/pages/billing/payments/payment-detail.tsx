import { Button } from '@blueprintjs/core';
import { DownloadIcon } from '@blueprintjs/icons';
import type {
  paymentAllocation,
  PaymentDetail,
  PaymentRefund,
} from '@nimule/core/billing/payments/schema';
import type { z } from 'zod';
import { useRead } from '../../../client/use-read.ts';
import { paidThrough } from '../../../parts/billing-tags.tsx';
import { DocumentEntries } from '../../../parts/books/document-entries.tsx';
import { saveRefundPdf } from '../../../parts/documents.tsx';
import { HistoryPanel } from '../../../parts/history.tsx';
import { formatRate } from '../../../parts/rates.ts';
import { RecordDrawer } from '../../../parts/record-drawer.tsx';
import { CustomerLink, RecordLink } from '../../../parts/record-links.tsx';
import { useAdding } from '../../../parts/shown-record.ts';
import { useMay } from '../../../ui/allowed.tsx';
import { TwoLines } from '../../../ui/layout.tsx';
import { Panel } from '../../../ui/page.tsx';
import { Empty } from '../../../ui/states.tsx';
import { type SmallColumn, SmallTable } from '../../../ui/table/small-table.tsx';
import { StatusTag } from '../../../ui/tags.tsx';
import { DateText, InstantText, KeyValues, Money, moneyFact, Notes } from '../../../ui/values.tsx';
import { ReversePaymentForm, reasonAgainst, usePaymentActions } from './payment-actions.tsx';

interface PaymentDrawerProps {
  id: number;
  onClose: () => void;
}

/** Drawer of a payment or credit with the invoices it settled. */
export function PaymentDrawer({ id, onClose }: PaymentDrawerProps) {
  const read = useRead('getPayment', { params: { id } });
  const actions = usePaymentActions();
  const may = useMay();
  const reversing = useAdding('reversal');
  const reversed =
    reversing.isOpen && may('payment.record') && read.data && !reasonAgainst(read.data)
      ? read.data
      : undefined;
  return (
    <>
      <RecordDrawer
        noun="payment"
        read={read}
        title={({ receiptId }) => receiptId}
        subtitle={({ status }) => <StatusTag status={status} />}
        actions={actions}
        onClose={onClose}
      >
        {(payment) => <PaymentFacts payment={payment} />}
      </RecordDrawer>
      {reversed && <ReversePaymentForm payment={reversed} onClose={reversing.close} />}
    </>
  );
}

function PaymentFacts({ payment }: { payment: PaymentDetail }) {
  return (
    <>
      <Panel title="Summary">
        <KeyValues
          items={[
            {
              label: 'Customer',
              value: <CustomerLink number={payment.customerNumber} name={payment.customerName} />,
            },
            moneyFact('Amount', payment.amountUsd, payment.amountSsp),
            { label: 'Exchange rate', value: formatRate(payment.exchangeRate) },
            { label: 'Date', value: <DateText date={payment.paymentDate} /> },
            { label: 'Through', value: paidThrough(payment) },
            { label: 'Reference', value: payment.reference || '–' },
            moneyFact(
              payment.status === 'reversed' ? 'Was in advance' : 'In advance',
              payment.keptUsd,
              payment.keptSsp,
            ),
            { label: 'Recorded by', value: payment.createdBy },
            { label: 'Recorded at', value: <InstantText at={payment.createdAt} /> },
          ]}
        />
      </Panel>
      {payment.status === 'reversed' && <Reversal payment={payment} />}
      <Panel title={payment.status === 'reversed' ? 'Invoices it had settled' : 'Invoices settled'}>
        <Settled payment={payment} />
      </Panel>
      {payment.refunds.length > 0 && (
        <Panel title="Paid out again" description="A refunded payment cannot be reversed.">
          <SmallTable
            label={`Refunds of ${payment.receiptId}`}
            columns={refundColumns}
            rows={payment.refunds}
            rowKey={({ refundId }) => refundId}
          />
        </Panel>
      )}
      {payment.notes && (
        <Panel title="Notes">
          <Notes text={payment.notes} />
        </Panel>
      )}
      <DocumentEntries kind="payment" id={payment.id} name={payment.receiptId} />
      <HistoryPanel of="paymentHistory" id={payment.id} name={payment.receiptId} />
    </>
  );
}

function Reversal({ payment }: { payment: PaymentDetail }) {
  const { reversedAt, reversedDate, reversedBy, reversalReason } = payment;
  return (
    <Panel title="Reversal" description="The amount is owed again, and the receipt is void.">
      <KeyValues
        items={[
          {
            label: 'Reversed on',
            value: reversedAt ? <InstantText at={reversedAt} /> : <DateText date={reversedDate} />,
          },
          { label: 'Reversed by', value: reversedBy || '–' },
          {
            label: 'Reason',
            value: <Notes text={reversalReason || '–'} />,
          },
        ]}
      />
    </Panel>
  );
}

const columns: readonly SmallColumn<z.output<typeof paymentAllocation>>[] = [
  {
    header: 'Invoice',
    cell: ({ invoiceId, invoiceNumber }) => (
      <RecordLink kind="invoice" id={invoiceId} number={invoiceNumber} />
    ),
  },
  {
    header: 'Amount',
    cell: ({ amountUsd, amountSsp }) => <Money usd={amountUsd} ssp={amountSsp} />,
    align: 'right',
  },
];

const refundColumns: readonly SmallColumn<PaymentRefund>[] = [
  {
    header: 'Refund',
    cell: ({ refundNumber, date }) => (
      <TwoLines quiet={<DateText date={date} />}>{refundNumber}</TwoLines>
    ),
  },
  {
    header: 'Amount',
    cell: ({ amountUsd, amountSsp }) => <Money usd={amountUsd} ssp={amountSsp} />,
    align: 'right',
  },
  {
    header: 'PDF',
    cell: (refund) => (
      <Button
        variant="minimal"
        size="small"
        icon={<DownloadIcon />}
        aria-label={`Download refund receipt ${refund.refundNumber}`}
        onClick={() => saveRefundPdf(refund)}
      />
    ),
    align: 'right',
  },
];

function Settled({ payment }: { payment: PaymentDetail }) {
  const isReversed = payment.status === 'reversed';
  const settled = isReversed ? payment.reversedAllocations : payment.allocations;
  if (settled.length === 0) {
    return isReversed ? (
      <Empty title="It had settled no invoice" description="It was kept in advance as a whole." />
    ) : (
      <Empty
        title="No invoice is settled by it"
        description="It is kept in advance; the next invoice takes it up."
      />
    );
  }
  return (
    <SmallTable
      label={`Invoices settled by ${payment.receiptId}`}
      columns={columns}
      rows={settled}
      rowKey={({ invoiceId }) => invoiceId}
    />
  );
}
