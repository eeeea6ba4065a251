import { Callout, Intent } from '@blueprintjs/core';
import type { SupplierBillDetail } from '@nimule/core/procurement/bills/schema';
import { useRead } from '../../../client/use-read.ts';
import { DocumentEntries } from '../../../parts/books/document-entries.tsx';
import { amountText } from '../../../parts/procurement/line-words.ts';
import { formatRate } from '../../../parts/rates.ts';
import { RecordDrawer } from '../../../parts/record-drawer.tsx';
import { RecordLink } from '../../../parts/record-links.tsx';
import { numberText } from '../../../ui/counted.ts';
import { Inline, TwoLines } from '../../../ui/layout.tsx';
import { Panel } from '../../../ui/page.tsx';
import { type SmallColumn, SmallTable } from '../../../ui/table/small-table.tsx';
import { Label } from '../../../ui/tags.tsx';
import { DateText, InstantText, KeyValues, Money, moneyFact, Notes } from '../../../ui/values.tsx';
import { poundsOf } from '../procurement-words.ts';
import { useBillChanges } from './bill-actions.tsx';
import { BillStateTag, openText } from './bill-words.tsx';

interface BillDrawerProps {
  id: number;
  onClose: () => void;
}

/** Drawer of a supplier bill: its lines against the orders, and its payments. */
export function BillDrawer({ id, onClose }: BillDrawerProps) {
  const read = useRead('getBill', { params: { id } });
  const actions = useBillChanges<SupplierBillDetail>();
  return (
    <RecordDrawer
      noun="bill"
      read={read}
      title={({ billId, supplierName }) => `${billId} ${supplierName}`}
      subtitle={(bill) => (
        <Inline>
          <BillStateTag bill={bill} />
          <Label>{bill.currency}</Label>
        </Inline>
      )}
      actions={actions}
      onClose={onClose}
    >
      {(bill) => <BillParts bill={bill} />}
    </RecordDrawer>
  );
}

type Line = SupplierBillDetail['lines'][number];
type Payment = SupplierBillDetail['payments'][number];

const paymentColumns: readonly SmallColumn<Payment>[] = [
  {
    header: 'Payment',
    cell: ({ paymentId, date }) => (
      <TwoLines quiet={<DateText date={date} />}>
        <span className="mono">{paymentId}</span>
      </TwoLines>
    ),
  },
  { header: 'Paid', align: 'right', cell: ({ paidUsd }) => <Money usd={paidUsd} /> },
  { header: 'Settled', align: 'right', cell: ({ settledUsd }) => <Money usd={settledUsd} /> },
];

function columnsIn({ currency }: SupplierBillDetail): readonly SmallColumn<Line>[] {
  return [
    {
      header: 'Item',
      cell: ({ description, orderId, poNumber }) => (
        <TwoLines quiet={<RecordLink kind="purchase-order" id={orderId} number={poNumber} />}>
          <span dir="auto">{description}</span>
        </TwoLines>
      ),
    },
    { header: 'Quantity', align: 'right', cell: ({ quantity }) => numberText(quantity) },
    {
      header: 'Billed at',
      align: 'right',
      cell: ({ unitPrice, orderPrice }) => (
        <TwoLines
          align="right"
          quiet={unitPrice !== orderPrice && `ordered at ${amountText(orderPrice, currency)}`}
        >
          <span className="numeric">{amountText(unitPrice, currency)}</span>
        </TwoLines>
      ),
    },
    { header: 'Amount', align: 'right', cell: ({ amount }) => amountText(amount, currency) },
  ];
}

function BillParts({ bill }: { bill: SupplierBillDetail }) {
  const { billId, status, heldReason, lines, payments, notes } = bill;
  return (
    <>
      {status === 'held' && (
        <Callout compact intent={Intent.WARNING}>
          {heldReason} It is not posted and cannot be paid until it is accepted under Approvals.
        </Callout>
      )}
      <Panel title="Bill">
        <KeyValues items={factsOf(bill)} />
      </Panel>
      <Panel title="Items">
        <SmallTable
          label={`Items of ${billId}`}
          columns={columnsIn(bill)}
          rows={lines}
          rowKey={({ lineNo }) => lineNo}
        />
      </Panel>
      <Panel title="Payments">
        {payments.length === 0 ? (
          <p className="quiet">Nothing has been paid yet.</p>
        ) : (
          <SmallTable
            label={`Payments of ${billId}`}
            columns={paymentColumns}
            rows={payments}
            rowKey={({ id }) => id}
          />
        )}
      </Panel>
      {notes !== '' && (
        <Panel title="Notes">
          <div dir="auto">
            <Notes text={notes} />
          </div>
        </Panel>
      )}
      <DocumentEntries kind="supplier.bill" id={bill.id} name={billId} />
    </>
  );
}

function factsOf(bill: SupplierBillDetail) {
  const { supplierId, supplierName, supplierNumber, cancelReason, cancelledOn } = bill;
  return [
    {
      label: 'Supplier',
      value: <RecordLink kind="supplier" id={supplierId} number={supplierName} isName />,
    },
    { label: "The supplier's number", value: <span className="mono">{supplierNumber}</span> },
    { label: 'Bill date', value: <DateText date={bill.billDate} /> },
    { label: 'Due date', value: <DateText date={bill.dueDate} /> },
    moneyFact('Total', bill.totalUsd, poundsOf(bill)),
    { label: 'Open', value: <span className="numeric">{openText(bill)}</span> },
    { label: 'Exchange rate', value: formatRate(bill.exchangeRate) },
    ...(cancelledOn === null
      ? []
      : [
          { label: 'Cancelled on', value: <DateText date={cancelledOn} /> },
          { label: 'Reason', value: cancelReason || '–' },
        ]),
    { label: 'Recorded by', value: bill.createdBy },
    { label: 'Recorded at', value: <InstantText at={bill.createdAt} /> },
  ];
}
