import { Callout, Intent } from '@blueprintjs/core';
import { DollarIcon, DownloadIcon } from '@blueprintjs/icons';
import { formatUsd } from '@nimule/core/kernel/money';
import type { SaleLine, SaleReturn, SalesOrderDetail } from '@nimule/core/sales/schema';
import { Link } from 'react-router-dom';
import { paths, recordPath } from '../../../app/paths.ts';
import { useRead } from '../../../client/use-read.ts';
import { HistoryPanel } from '../../../parts/history.tsx';
import { formatRate } from '../../../parts/rates.ts';
import { RecordDrawer } from '../../../parts/record-drawer.tsx';
import { CustomerLink, RecordLink } from '../../../parts/record-links.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Allowed } from '../../../ui/allowed.tsx';
import { TwoLines } from '../../../ui/layout.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { Panel } from '../../../ui/page.tsx';
import { type SmallColumn, SmallTable } from '../../../ui/table/small-table.tsx';
import { DateText, InstantText, KeyValues, Money, moneyFact, Notes } from '../../../ui/values.tsx';
import { saleDocuments, useSaleChanges } from './sale-actions.tsx';
import { saveCreditNote } from './sale-dialogs.tsx';
import { SalePayments } from './sale-payments.tsx';
import { SaleTags } from './sale-words.tsx';

interface SaleDrawerProps {
  id: number;
  onClose: () => void;
}

/** Drawer of a sales order: its lines, invoice and payments, returns, documents, and what may be done with it now. */
export function SaleDrawer({ id, onClose }: SaleDrawerProps) {
  const read = useRead('getSale', { params: { id } });
  const changes = useSaleChanges();
  return (
    <RecordDrawer
      noun="sales order"
      read={read}
      title={({ orderNumber, customerName }) => `${orderNumber} ${customerName}`}
      subtitle={(sale) => <SaleTags sale={sale} />}
      actions={{
        of: (sale) => [...changes.of(sale), ...saleDocuments(sale)],
        dialog: changes.dialog,
      }}
      buttons={(sale) => <PayButton sale={sale} />}
      onClose={onClose}
    >
      {(sale) => <SaleParts sale={sale} />}
    </RecordDrawer>
  );
}

/** Records a payment of the customer while something is open on the invoice. */
function PayButton({ sale }: { sale: SalesOrderDetail }) {
  if (sale.openUsd <= 0) return null;
  return (
    <Allowed to="payment.record">
      <LinkButton to={paths.recordPayment(sale.customerNumber)} icon={<DollarIcon />}>
        Record payment
      </LinkButton>
    </Allowed>
  );
}

const lineColumns: readonly SmallColumn<SaleLine>[] = [
  {
    header: 'Item',
    cell: ({ name, equipmentId, equipmentNumber, listPriceUsd, unitPriceUsd }) => (
      <TwoLines
        quiet={
          <>
            <RecordLink kind="equipment" id={equipmentId} number={equipmentNumber} />
            {unitPriceUsd < listPriceUsd && ` · list ${formatUsd(listPriceUsd)}`}
          </>
        }
      >
        <bdi>{name}</bdi>
      </TwoLines>
    ),
  },
  {
    header: 'Quantity',
    align: 'right',
    cell: ({ quantity, returned }) => (
      <TwoLines align="right" quiet={returned > 0 && `${returned} returned`}>
        {quantity}
      </TwoLines>
    ),
  },
  {
    header: 'Unit price',
    align: 'right',
    minor: true,
    cell: ({ unitPriceUsd, unitPriceSsp }) => <Money usd={unitPriceUsd} ssp={unitPriceSsp} />,
  },
  {
    header: 'Total',
    align: 'right',
    cell: ({ totalPriceUsd, totalPriceSsp }) => <Money usd={totalPriceUsd} ssp={totalPriceSsp} />,
  },
];

function SaleParts({ sale }: { sale: SalesOrderDetail }) {
  const { orderNumber, items, notes, deliveredUnits, returns, invoiceId } = sale;
  return (
    <>
      <PriceNote sale={sale} />
      <Panel title="Order">
        <KeyValues items={factsOf(sale)} />
      </Panel>
      <Panel title="Items">
        <SmallTable
          label={`Items of ${orderNumber}`}
          columns={lineColumns}
          rows={items}
          rowKey={({ lineNo }) => lineNo}
        />
      </Panel>
      {invoiceId !== null && <SalePayments sale={sale} invoiceId={invoiceId} />}
      {deliveredUnits.length > 0 && (
        <Panel title="Serial numbers at the customer">
          <UnitList sale={sale} />
        </Panel>
      )}
      {returns.length > 0 && (
        <Panel title="Returns">
          <SmallTable
            label={`Returns of ${orderNumber}`}
            columns={returnColumns}
            rows={returns}
            rowKey={({ id }) => id}
          />
        </Panel>
      )}
      {notes !== '' && (
        <Panel title="Notes">
          <div dir="auto">
            <Notes text={notes} />
          </div>
        </Panel>
      )}
      <HistoryPanel of="saleHistory" id={sale.id} name={orderNumber} />
    </>
  );
}

/** What a price below the list waits for, with the way to decide on it. */
function PriceNote({ sale: { status, priceCheck } }: { sale: SalesOrderDetail }) {
  if (status !== 'pending') return null;
  if (priceCheck === 'waiting')
    return (
      <Callout compact intent={Intent.WARNING}>
        A price is below the list: another person must accept it before the order is confirmed.{' '}
        <Link to={paths.view('approvals')}>Open the approvals</Link>
      </Callout>
    );
  if (priceCheck === 'refused')
    return (
      <Callout compact intent={Intent.DANGER}>
        A price below the list was refused: change the prices, or cancel the order.
      </Callout>
    );
  return null;
}

/** Units by item, with their serial numbers. */
function UnitList({ sale: { items, deliveredUnits } }: { sale: SalesOrderDetail }) {
  const names = new Map(items.map(({ equipmentId, name }) => [equipmentId, name]));
  const facts = [...names].flatMap(([id, name]) => {
    const serials = deliveredUnits.filter(({ equipmentId }) => equipmentId === id);
    if (serials.length === 0) return [];
    const text = serials.map(({ serial }) => serial).join(', ');
    return [{ label: name, value: <span className="mono">{text}</span> }];
  });
  return <KeyValues items={facts} />;
}

const returnColumns: readonly SmallColumn<SaleReturn>[] = [
  {
    header: 'Credit note',
    cell: ({ creditNote, creditNoteId, date }) => (
      <TwoLines quiet={<DateText date={date} />}>
        {creditNoteId === null ? (
          '–'
        ) : (
          <Link to={recordPath('payment', creditNoteId)} className="mono">
            {creditNote}
          </Link>
        )}
      </TwoLines>
    ),
  },
  {
    header: 'Goods',
    cell: ({ lines, reason }) => (
      <TwoLines quiet={<bdi>{reason}</bdi>}>
        <bdi>{lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ')}</bdi>
      </TwoLines>
    ),
  },
  { header: 'By', minor: true, cell: ({ createdBy }) => <bdi>{createdBy}</bdi> },
  { header: 'Credited', align: 'right', cell: ({ amountUsd }) => <Money usd={amountUsd} /> },
  {
    header: 'PDF',
    align: 'right',
    cell: ({ id, creditNote }) =>
      creditNote !== '' && (
        <ActionButton
          size="small"
          icon={<DownloadIcon />}
          aria-label={`Download ${creditNote}`}
          onClick={() => saveCreditNote({ id, creditNote })}
        />
      ),
  },
];

function factsOf(sale: SalesOrderDetail) {
  const { customerNumber, customerName, deliveredOn, deliveredBy, receivedBy } = sale;
  return [
    { label: 'Customer', value: <CustomerLink number={customerNumber} name={customerName} /> },
    { label: 'Order date', value: <DateText date={sale.orderDate} /> },
    ...(deliveredOn === null
      ? [{ label: 'Delivery date', value: <DateText date={sale.deliveryDate} /> }]
      : [
          { label: 'Delivered on', value: <DateText date={deliveredOn} /> },
          { label: 'Delivered by', value: <bdi>{deliveredBy}</bdi> },
          { label: 'Taken by', value: <bdi>{receivedBy || '–'}</bdi> },
        ]),
    ...(sale.deliveryAddress === ''
      ? []
      : [{ label: 'Delivery address', value: <bdi>{sale.deliveryAddress}</bdi> }]),
    { label: 'Sold by', value: <bdi>{sale.salesPersonName}</bdi> },
    moneyFact('Subtotal', sale.subtotalUsd, sale.subtotalSsp),
    moneyFact('Tax', sale.taxAmountUsd),
    moneyFact('Total', sale.totalAmountUsd, sale.totalAmountSsp),
    { label: 'Exchange rate', value: formatRate(sale.exchangeRate) },
    ...(sale.closedReason === ''
      ? []
      : [{ label: 'Reason', value: <bdi>{sale.closedReason}</bdi> }]),
    { label: 'Recorded at', value: <InstantText at={sale.createdAt} /> },
  ];
}
