import type { PurchaseOrder } from '@nimule/core/procurement/orders/schema';
import { useRead } from '../../../client/use-read.ts';
import { HistoryPanel } from '../../../parts/history.tsx';
import { amountText } from '../../../parts/procurement/line-words.ts';
import { formatRate } from '../../../parts/rates.ts';
import { RecordDrawer } from '../../../parts/record-drawer.tsx';
import { RecordLink } from '../../../parts/record-links.tsx';
import { numberText } from '../../../ui/counted.ts';
import { Inline, TwoLines } from '../../../ui/layout.tsx';
import { Panel } from '../../../ui/page.tsx';
import { type SmallColumn, SmallTable } from '../../../ui/table/small-table.tsx';
import { Label, StatusTag } from '../../../ui/tags.tsx';
import { DateText, InstantText, KeyValues, moneyFact, Notes } from '../../../ui/values.tsx';
import { ReceiptsPanel } from '../goods/receipts-panel.tsx';
import { excessText, poundsOf } from '../procurement-words.ts';
import { orderPdfAction, useOrderChanges } from './order-actions.tsx';

interface OrderDrawerProps {
  id: number;
  onClose: () => void;
}

/** Purchase order details (seeds/002 2), with what may be done with it now. */
export function OrderDrawer({ id, onClose }: OrderDrawerProps) {
  const read = useRead('getOrder', { params: { id } });
  const changes = useOrderChanges();
  return (
    <RecordDrawer
      noun="purchase order"
      read={read}
      title={({ poNumber, supplierName }) => `${poNumber} ${supplierName}`}
      subtitle={({ status, currency }) => (
        <Inline>
          <StatusTag status={status} />
          <Label>{currency}</Label>
        </Inline>
      )}
      actions={{
        of: (order) => [...changes.of(order), orderPdfAction(order)],
        dialog: changes.dialog,
      }}
      onClose={onClose}
    >
      {(order) => <OrderParts order={order} />}
    </RecordDrawer>
  );
}

type Line = PurchaseOrder['items'][number];

function columnsIn({ currency }: PurchaseOrder): readonly SmallColumn<Line>[] {
  return [
    {
      header: 'Item',
      cell: ({ description, equipmentNumber, accountCode }) => (
        <TwoLines quiet={equipmentNumber || (accountCode && `Account ${accountCode}`)}>
          <span dir="auto">{description}</span>
        </TwoLines>
      ),
    },
    {
      header: 'Ordered',
      align: 'right',
      cell: ({ orderedQuantity, cancelledQuantity }) =>
        cancelledQuantity === 0 ? (
          numberText(orderedQuantity)
        ) : (
          <TwoLines quiet={`${numberText(cancelledQuantity)} cancelled`}>
            {numberText(orderedQuantity)}
          </TwoLines>
        ),
    },
    {
      header: 'Received',
      align: 'right',
      cell: ({ receivedQuantity }) => numberText(receivedQuantity),
    },
    {
      header: 'Billed',
      align: 'right',
      minor: true,
      cell: ({ billedQuantity }) => numberText(billedQuantity),
    },
    {
      header: 'Unit price',
      align: 'right',
      minor: true,
      cell: ({ unitPrice }) => amountText(unitPrice, currency),
    },
    {
      header: 'Total',
      align: 'right',
      cell: ({ totalPrice }) => amountText(totalPrice, currency),
    },
  ];
}

function OrderParts({ order }: { order: PurchaseOrder }) {
  const { poNumber, items, notes } = order;
  return (
    <>
      <Panel title="Order">
        <KeyValues items={factsOf(order)} />
      </Panel>
      <Panel title="Items">
        <SmallTable
          label={`Items of ${poNumber}`}
          columns={columnsIn(order)}
          rows={items}
          rowKey={({ lineNo }) => lineNo}
        />
      </Panel>
      {notes !== '' && (
        <Panel title="Notes">
          <div dir="auto">
            <Notes text={notes} />
          </div>
        </Panel>
      )}
      <ReceiptsPanel order={order} />
      <HistoryPanel of="orderHistory" id={order.id} name={poNumber} />
    </>
  );
}

function factsOf(order: PurchaseOrder) {
  const { supplierId, supplierName, requisitionId, requisitionNumber, receivedOn } = order;
  return [
    {
      label: 'Supplier',
      value: <RecordLink kind="supplier" id={supplierId} number={supplierName} isName />,
    },
    ...(requisitionId === null
      ? []
      : [
          {
            label: 'Requisition',
            value: <RecordLink kind="requisition" id={requisitionId} number={requisitionNumber} />,
          },
        ]),
    { label: 'Order date', value: <DateText date={order.orderDate} /> },
    { label: 'Expected delivery', value: <DateText date={order.expectedDelivery} /> },
    moneyFact('Total', order.totalUsd, poundsOf(order)),
    ...(order.excessUsd > 0 ? [{ label: 'Above the requisition', value: excessText(order) }] : []),
    { label: 'Exchange rate', value: formatRate(order.exchangeRate) },
    { label: 'Made by', value: order.createdBy },
    ...(order.approvedBy === '' ? [] : [{ label: 'Approved by', value: order.approvedBy }]),
    ...(receivedOn === null
      ? []
      : [{ label: 'Received on', value: <DateText date={receivedOn} /> }]),
    ...(order.closedReason === '' ? [] : [{ label: 'Reason', value: order.closedReason }]),
    { label: 'Recorded at', value: <InstantText at={order.createdAt} /> },
  ];
}
