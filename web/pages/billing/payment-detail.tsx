import type { PaymentDetail, paymentAllocation } from '@nimule/core/billing/schema-payments';
import { formatUsd } from '@nimule/core/kernel/money';
import type { z } from 'zod';
import { useRead } from '../../client/use-read.ts';
import { HistoryPanel } from '../../parts/history.tsx';
import { Panel } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { StatusTag } from '../../ui/tags.tsx';
import { DateText, InstantText, KeyValues, Money } from '../../ui/values.tsx';
import styles from './billing.module.css';
import { paidThrough, usePaymentActions } from './payment-actions.tsx';
import { rateInWords } from './rates.ts';
import { RecordDrawer } from './record-drawer.tsx';
import { CustomerLink, RecordLink } from './record-links.tsx';
import { type SmallColumn, SmallTable } from './small-table.tsx';

interface PaymentDrawerProps {
  id: number;
  onClose: () => void;
}

/** One payment or credit whole, with the invoices it settled. */
export function PaymentDrawer({ id, onClose }: PaymentDrawerProps) {
  const read = useRead('getPayment', { params: { id } });
  const actions = usePaymentActions();
  return (
    <RecordDrawer
      kind="payment"
      read={read}
      number={({ receiptId }) => receiptId}
      status={({ status }) => <StatusTag status={status} />}
      actions={actions}
      lines={6}
      onClose={onClose}
    >
      {(payment) => <PaymentFacts payment={payment} />}
    </RecordDrawer>
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
            {
              label: 'Amount',
              value: <Money usd={payment.amountUsd} ssp={payment.amountSsp} align="left" />,
            },
            { label: 'Exchange rate', value: rateInWords(payment.exchangeRate) },
            { label: 'Date', value: <DateText date={payment.paymentDate} /> },
            { label: 'Through', value: paidThrough(payment) },
            { label: 'Reference', value: payment.reference || '–' },
            { label: 'In advance', value: <Money usd={payment.unallocatedUsd} align="left" /> },
            { label: 'Recorded by', value: payment.createdBy },
            { label: 'Recorded at', value: <InstantText at={payment.createdAt} /> },
            ...(payment.reversedDate
              ? [{ label: 'Reversed on', value: <DateText date={payment.reversedDate} /> }]
              : []),
          ]}
        />
      </Panel>
      <Panel title="Invoices settled">
        <Settled payment={payment} />
      </Panel>
      {payment.notes && (
        <Panel title="Notes">
          <p className={styles.notes}>{payment.notes}</p>
        </Panel>
      )}
      <HistoryPanel of="paymentHistory" id={payment.id} name={payment.receiptId} />
    </>
  );
}

const columns: readonly SmallColumn<z.output<typeof paymentAllocation>>[] = [
  {
    header: 'Invoice',
    cell: ({ invoiceId, invoiceNumber }) => (
      <RecordLink kind="invoice" id={invoiceId} number={invoiceNumber} />
    ),
  },
  { header: 'Amount', cell: ({ amountUsd }) => formatUsd(amountUsd), align: 'right' },
];

function Settled({ payment }: { payment: PaymentDetail }) {
  if (payment.allocations.length === 0) {
    return (
      <Empty
        title="No invoice is settled by it"
        description={
          payment.status === 'reversed'
            ? 'It was reversed: what it had settled is owed again.'
            : 'It is kept in advance; the next invoice takes it up.'
        }
      />
    );
  }
  return (
    <SmallTable
      label={`Invoices settled by ${payment.receiptId}`}
      columns={columns}
      rows={payment.allocations}
      rowKey={({ invoiceId }) => invoiceId}
    />
  );
}
