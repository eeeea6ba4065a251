import { DocumentIcon, DollarIcon } from '@blueprintjs/icons';
import type { SupplierBill } from '@nimule/core/procurement/bills/schema';
import type { PurchaseOrder } from '@nimule/core/procurement/orders/schema';
import type { Supplier } from '@nimule/core/procurement/suppliers/schema';
import { useRead } from '../../../client/use-read.ts';
import { HistoryPanel } from '../../../parts/history.tsx';
import { RecordDrawer } from '../../../parts/record-drawer.tsx';
import { RecordLink } from '../../../parts/record-links.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Allowed } from '../../../ui/allowed.tsx';
import { numberText } from '../../../ui/counted.ts';
import { Inline, TwoLines } from '../../../ui/layout.tsx';
import { useDialogs } from '../../../ui/overlay/dialogs.ts';
import { Panel } from '../../../ui/page.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { type SmallColumn, SmallTable } from '../../../ui/table/small-table.tsx';
import { Label, StatusTag } from '../../../ui/tags.tsx';
import { DateText, KeyValues, Money, moneyFact, Notes, PhoneLink } from '../../../ui/values.tsx';
import { BillStateTag } from '../bills/bill-words.tsx';
import { NewBillDialog } from '../bills/new-bill-dialog.tsx';
import { PayDialog } from '../bills/pay-dialog.tsx';
import { PaymentsPanel } from '../bills/payments-panel.tsx';
import { useView } from '../procurement-url.ts';
import { poundsOf, termsLabels } from '../procurement-words.ts';
import { StatementPanel } from './statement-panel.tsx';
import { useSupplierChanges } from './supplier-actions.tsx';

interface SupplierDrawerProps {
  id: number;
  onClose: () => void;
}

/** Drawer of a supplier: what is known, orders, bills, payments and the statement. */
export function SupplierDrawer({ id, onClose }: SupplierDrawerProps) {
  const read = useRead('getSupplier', { params: { id } });
  const actions = useSupplierChanges();
  const { open, dialog } = useDialogs({
    bill: (supplier: Supplier, close) => <NewBillDialog supplier={supplier} onClose={close} />,
    pay: (supplier: Supplier, close) => <PayDialog supplier={supplier} onClose={close} />,
  });
  return (
    <>
      <RecordDrawer
        noun="supplier"
        read={read}
        title={({ name }) => name}
        subtitle={({ status, supplierCode, paymentTerms }) => (
          <Inline>
            <span className="mono">{supplierCode}</span>
            <StatusTag status={status} />
            <Label>{termsLabels[paymentTerms]}</Label>
          </Inline>
        )}
        actions={actions}
        buttons={(supplier) => (
          <>
            <Allowed to="bill.write">
              <ActionButton icon={<DocumentIcon />} onClick={() => open('bill', supplier)}>
                Record bill
              </ActionButton>
            </Allowed>
            <Allowed to="supplier.pay">
              <ActionButton icon={<DollarIcon />} onClick={() => open('pay', supplier)}>
                Pay
              </ActionButton>
            </Allowed>
          </>
        )}
        onClose={onClose}
      >
        {(supplier) => <SupplierParts supplier={supplier} />}
      </RecordDrawer>
      {dialog}
    </>
  );
}

function SupplierParts({ supplier }: { supplier: Supplier }) {
  const { id, name, notes } = supplier;
  return (
    <>
      <Panel title="Supplier">
        <KeyValues items={factsOf(supplier)} />
        {notes !== '' && (
          <div dir="auto">
            <Notes text={notes} />
          </div>
        )}
      </Panel>
      <OrdersPanel supplierId={id} />
      <BillsPanel supplierId={id} name={name} />
      <PaymentsPanel supplierId={id} name={name} />
      <StatementPanel supplier={supplier} />
      <HistoryPanel of="supplierHistory" id={id} name={name} />
    </>
  );
}

function factsOf(supplier: Supplier) {
  const { contactPerson, email, phone, address, city, country, taxNumber } = supplier;
  return [
    { label: 'Contact person', value: <span dir="auto">{contactPerson || '–'}</span> },
    { label: 'Email', value: email === '' ? '–' : <a href={`mailto:${email}`}>{email}</a> },
    { label: 'Telephone', value: <PhoneLink phone={phone} /> },
    {
      label: 'Address',
      value: <span dir="auto">{[address, city].filter(Boolean).join(', ') || '–'}</span>,
    },
    { label: 'Country', value: country || '–' },
    { label: 'Tax number', value: taxNumber || '–' },
    moneyFact('Owed', supplier.openUsd),
    moneyFact('Paid in advance', supplier.advanceUsd),
    { label: 'Orders', value: numberText(supplier.orders) },
    moneyFact('Spent', supplier.spentUsd),
  ];
}

const SHOWN = 5;

const orderColumns: readonly SmallColumn<PurchaseOrder>[] = [
  {
    header: 'Order',
    cell: ({ id, poNumber, orderDate }) => (
      <TwoLines quiet={<DateText date={orderDate} />}>
        <RecordLink kind="purchase-order" id={id} number={poNumber} />
      </TwoLines>
    ),
  },
  { header: 'Status', cell: ({ status }) => <StatusTag status={status} /> },
  {
    header: 'Total',
    align: 'right',
    cell: (order) => <Money usd={order.totalUsd} ssp={poundsOf(order)} />,
  },
];

function OrdersPanel({ supplierId }: { supplierId: number }) {
  const read = useRead('listOrders', {
    query: { supplierId, sort: '-orderDate', pageSize: SHOWN },
  });
  return (
    <Panel title="Latest orders">
      <Loaded read={read} loading="Loading the orders…" lines={3}>
        {({ rows }) =>
          rows.length === 0 ? (
            <p className="quiet">No orders yet.</p>
          ) : (
            <SmallTable
              label="Latest orders of the supplier"
              columns={orderColumns}
              rows={rows}
              rowKey={({ id }) => id}
            />
          )
        }
      </Loaded>
    </Panel>
  );
}

const billColumns: readonly SmallColumn<SupplierBill>[] = [
  {
    header: 'Bill',
    cell: ({ id, billId, supplierNumber }) => (
      <TwoLines quiet={supplierNumber}>
        <RecordLink kind="bill" id={id} number={billId} />
      </TwoLines>
    ),
  },
  { header: 'Due', cell: ({ dueDate }) => <DateText date={dueDate} /> },
  { header: 'State', cell: (bill) => <BillStateTag bill={bill} />, minor: true },
  { header: 'Open', align: 'right', cell: ({ openUsd }) => <Money usd={openUsd} dashForZero /> },
];

function BillsPanel({ supplierId, name }: { supplierId: number; name: string }) {
  const { show } = useView();
  const read = useRead('listBills', {
    query: { supplierId, sort: '-billDate', pageSize: SHOWN },
  });
  return (
    <Panel
      title="Latest bills"
      actions={
        <ActionButton onClick={() => show('bills', { 'bill-supplierId': String(supplierId) })}>
          All bills
        </ActionButton>
      }
    >
      <Loaded read={read} loading="Loading the bills…" lines={3}>
        {({ rows }) =>
          rows.length === 0 ? (
            <p className="quiet">No bills yet.</p>
          ) : (
            <SmallTable
              label={`Latest bills of ${name}`}
              columns={billColumns}
              rows={rows}
              rowKey={({ id }) => id}
            />
          )
        }
      </Loaded>
    </Panel>
  );
}
