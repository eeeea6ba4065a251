import { DownloadIcon } from '@blueprintjs/icons';
import type { PurchaseOrder } from '@nimule/core/procurement/orders/schema';
import type { GoodsReceipt } from '@nimule/core/procurement/receipts/schema';
import { useRead } from '../../../client/use-read.ts';
import { savePdf } from '../../../parts/documents.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { numberText } from '../../../ui/counted.ts';
import { TwoLines } from '../../../ui/layout.tsx';
import { Panel } from '../../../ui/page.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { type SmallColumn, SmallTable } from '../../../ui/table/small-table.tsx';
import { Label } from '../../../ui/tags.tsx';
import { DateText } from '../../../ui/values.tsx';

const columns: readonly SmallColumn<GoodsReceipt>[] = [
  {
    header: 'Document',
    cell: ({ receiptId, date }) => (
      <TwoLines quiet={<DateText date={date} />}>
        <span className="mono">{receiptId}</span>
      </TwoLines>
    ),
  },
  {
    header: 'Goods',
    cell: ({ kind, lines, deliveryNote }) => (
      <TwoLines quiet={deliveryNote && `Delivery note ${deliveryNote}`}>
        {kind === 'return' && <Label>Return</Label>}{' '}
        <span dir="auto">
          {lines
            .map(
              ({ quantity, description }) => `${numberText(Math.abs(quantity))} × ${description}`,
            )
            .join(', ')}
        </span>
      </TwoLines>
    ),
  },
  { header: 'By', minor: true, cell: ({ createdBy }) => createdBy },
  {
    header: 'PDF',
    align: 'right',
    cell: ({ id, receiptId }) => (
      <ActionButton
        size="small"
        icon={<DownloadIcon />}
        aria-label={`Download ${receiptId}`}
        onClick={() => savePdf('goodsReceiptPdf', { params: { id } }, `${receiptId}.pdf`)}
      />
    ),
  },
];

/** Goods of an order that came and went back. */
export function ReceiptsPanel({ order }: { order: PurchaseOrder }) {
  const { id, poNumber } = order;
  const read = useRead('listReceipts', { params: { id } });
  return (
    <Panel title="Goods received">
      <Loaded read={read} loading="Loading the receipts…" lines={2}>
        {(receipts) =>
          receipts.length === 0 ? (
            <p className="quiet">Nothing has come yet.</p>
          ) : (
            <SmallTable
              label={`Goods received of ${poNumber}`}
              columns={columns}
              rows={receipts}
              rowKey={(receipt) => receipt.id}
            />
          )
        }
      </Loaded>
    </Panel>
  );
}
