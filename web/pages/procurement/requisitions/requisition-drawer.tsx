import { PlusIcon } from '@blueprintjs/icons';
import { formatUsd } from '@nimule/core/kernel/money';
import type { Requisition } from '@nimule/core/procurement/requisitions/schema';
import { useRead } from '../../../client/use-read.ts';
import { HistoryPanel } from '../../../parts/history.tsx';
import { formatRate } from '../../../parts/rates.ts';
import { RecordDrawer } from '../../../parts/record-drawer.tsx';
import { RecordLink } from '../../../parts/record-links.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Allowed } from '../../../ui/allowed.tsx';
import { numberText } from '../../../ui/counted.ts';
import { Inline } from '../../../ui/layout.tsx';
import { Panel } from '../../../ui/page.tsx';
import { type SmallColumn, SmallTable } from '../../../ui/table/small-table.tsx';
import { StatusTag } from '../../../ui/tags.tsx';
import { DateText, InstantText, KeyValues, Money, moneyFact, Notes } from '../../../ui/values.tsx';
import { decidedLabels } from '../procurement-words.ts';
import { useRequisitionChanges } from './requisition-actions.tsx';
import { PriorityTag } from './requisition-table.tsx';

interface RequisitionDrawerProps {
  id: number;
  /** Opens the dialog for another one. */
  onNew: () => void;
  onClose: () => void;
}

/** Drawer of a requisition: what is asked for, by whom, and who decided. */
export function RequisitionDrawer({ id, onNew, onClose }: RequisitionDrawerProps) {
  const read = useRead('getRequisition', { params: { id } });
  const actions = useRequisitionChanges();
  return (
    <RecordDrawer
      noun="requisition"
      read={read}
      title={({ requisitionId }) => requisitionId}
      subtitle={({ status, priority }) => (
        <Inline>
          <StatusTag status={status} />
          <PriorityTag priority={priority} />
        </Inline>
      )}
      actions={actions}
      buttons={() => (
        <Allowed to="requisition.create">
          <ActionButton icon={<PlusIcon />} onClick={onNew}>
            New requisition
          </ActionButton>
        </Allowed>
      )}
      onClose={onClose}
    >
      {(requisition) => <RequisitionParts requisition={requisition} />}
    </RecordDrawer>
  );
}

type Line = Requisition['items'][number];

const columns: readonly SmallColumn<Line>[] = [
  { header: 'Item', cell: ({ description }) => <span dir="auto">{description}</span> },
  { header: 'Quantity', align: 'right', cell: ({ quantity }) => numberText(quantity) },
  { header: 'Unit cost', align: 'right', cell: ({ unitCostUsd }) => formatUsd(unitCostUsd) },
  {
    header: 'Total',
    align: 'right',
    cell: ({ totalCostUsd, totalCostSsp }) => <Money usd={totalCostUsd} ssp={totalCostSsp} />,
  },
];

function RequisitionParts({ requisition }: { requisition: Requisition }) {
  const { requisitionId, items, notes, reviewNotes, decisionNotes, isLowStock } = requisition;
  return (
    <>
      <Panel title="Requisition" {...(isLowStock && { description: 'Made for low stock.' })}>
        <KeyValues items={factsOf(requisition)} />
      </Panel>
      <Panel title="Items">
        <SmallTable
          label={`Items of ${requisitionId}`}
          columns={columns}
          rows={items}
          rowKey={(_, place) => place}
        />
      </Panel>
      <Text title="Justification" text={notes} />
      <Text title="Notes of the review" text={reviewNotes} />
      <Text title="Notes of the decision" text={decisionNotes} />
      <HistoryPanel of="requisitionHistory" id={requisition.id} name={requisitionId} />
    </>
  );
}

function Text({ title, text }: { title: string; text: string }) {
  if (text === '') return null;
  return (
    <Panel title={title}>
      <div dir="auto">
        <Notes text={text} />
      </div>
    </Panel>
  );
}

function factsOf(requisition: Requisition) {
  const { reviewedBy, decidedBy, purchaseOrder, status } = requisition;
  return [
    { label: 'Requested by', value: <span dir="auto">{requisition.requestedBy}</span> },
    { label: 'Department', value: <span dir="auto">{requisition.department}</span> },
    { label: 'Request date', value: <DateText date={requisition.requestDate} /> },
    { label: 'Expected delivery', value: <DateText date={requisition.expectedDeliveryDate} /> },
    moneyFact('Total', requisition.totalAmountUsd, requisition.totalAmountSsp),
    { label: 'Exchange rate', value: formatRate(requisition.exchangeRate) },
    ...(reviewedBy === '' ? [] : [{ label: 'Reviewed by', value: reviewedBy }]),
    ...(decidedBy === ''
      ? []
      : [{ label: decidedLabels[status] ?? 'Decided by', value: decidedBy }]),
    ...(purchaseOrder
      ? [
          {
            label: 'Purchase order',
            value: (
              <RecordLink
                kind="purchase-order"
                id={purchaseOrder.id}
                number={purchaseOrder.poNumber}
              />
            ),
          },
        ]
      : []),
    { label: 'Recorded at', value: <InstantText at={requisition.createdAt} /> },
  ];
}
