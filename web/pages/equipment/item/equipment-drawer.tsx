import { moveKindLabels } from '@nimule/core/stock/rules';
import type { EquipmentDetail, StockMove } from '@nimule/core/stock/schema';
import { Link } from 'react-router-dom';
import { paths } from '../../../app/paths.ts';
import { useRead } from '../../../client/use-read.ts';
import { HistoryPanel } from '../../../parts/history.tsx';
import { RecordDrawer } from '../../../parts/record-drawer.tsx';
import { Inline, TwoLines } from '../../../ui/layout.tsx';
import { Panel } from '../../../ui/page.tsx';
import { type SmallColumn, SmallTable } from '../../../ui/table/small-table.tsx';
import { Label, StatusTag } from '../../../ui/tags.tsx';
import {
  DateText,
  Id,
  InstantText,
  KeyValues,
  Money,
  moneyFact,
  Notes,
} from '../../../ui/values.tsx';
import { StockTag } from '../equipment-tags.tsx';
import type { UnitPlace } from '../equipment-types.ts';
import { signed } from '../equipment-words.ts';
import { useEquipmentChanges } from '../inventory/equipment-actions.tsx';

interface EquipmentDrawerProps {
  id: number;
  onClose: () => void;
}

/** Drawer of an item: its stock and prices, its units and what moved. */
export function EquipmentDrawer({ id, onClose }: EquipmentDrawerProps) {
  const read = useRead('getEquipment', { params: { id } });
  const actions = useEquipmentChanges<EquipmentDetail>();
  return (
    <RecordDrawer
      noun="equipment"
      read={read}
      title={({ equipmentId, name }) => `${equipmentId} ${name}`}
      subtitle={({ stockLabel, status, categoryName }) => (
        <Inline>
          <StockTag label={stockLabel} />
          <StatusTag status={status} />
          <Label>{categoryName}</Label>
        </Inline>
      )}
      actions={actions}
      onClose={onClose}
    >
      {(item) => <EquipmentParts item={item} />}
    </RecordDrawer>
  );
}

function EquipmentParts({ item }: { item: EquipmentDetail }) {
  const { description, specifications } = item;
  return (
    <>
      <Panel title="Stock">
        <StockFacts item={item} />
      </Panel>
      <Panel title="Prices">
        <PriceFacts item={item} />
      </Panel>
      {description !== '' && (
        <Panel title="Description">
          <div dir="auto">
            <Notes text={description} />
          </div>
        </Panel>
      )}
      {specifications !== '' && (
        <Panel title="Specifications">
          <div dir="auto">
            <Notes text={specifications} />
          </div>
        </Panel>
      )}
      {item.isSerialised && <UnitsPanel item={item} />}
      <Panel
        title="Latest moves"
        actions={item.moves.length > 0 && <Link to={paths.movesOf(item.id)}>All moves</Link>}
      >
        <LatestMoves item={item} />
      </Panel>
      <HistoryPanel of="equipmentHistory" id={item.id} name={item.equipmentId} />
    </>
  );
}

function StockFacts({ item }: { item: EquipmentDetail }) {
  return (
    <KeyValues
      items={[
        { label: 'In stock', value: item.quantityInStock },
        { label: 'Reserved', value: item.reserved },
        { label: 'Available', value: item.available },
        { label: 'Minimum stock', value: item.minimumStock },
        { label: 'Ordered or asked for', value: item.underWay },
        { label: 'SKU', value: <bdi>{item.sku || '–'}</bdi> },
        { label: 'Brand', value: <bdi>{item.brand || '–'}</bdi> },
        { label: 'Model', value: <bdi>{item.model || '–'}</bdi> },
        { label: 'Added', value: <InstantText at={item.createdAt} /> },
      ]}
    />
  );
}

function PriceFacts({ item }: { item: EquipmentDetail }) {
  const { averageCostUsd } = item;
  return (
    <KeyValues
      items={[
        moneyFact('Unit cost', item.unitCostUsd, item.unitCostSsp),
        { label: 'Markup', value: `${item.markupPercentage}%` },
        moneyFact('Selling price', item.sellingPriceUsd, item.sellingPriceSsp),
        {
          label: 'Average cost in stock',
          value: averageCostUsd === null ? '–' : <Money usd={averageCostUsd} align="left" />,
        },
        moneyFact('Value of the stock', item.stockValueUsd),
      ]}
    />
  );
}

const moveColumns: readonly SmallColumn<StockMove>[] = [
  {
    header: 'Move',
    cell: ({ kind, date }) => (
      <TwoLines quiet={<DateText date={date} />}>{moveKindLabels[kind]}</TwoLines>
    ),
  },
  {
    header: 'Reason',
    minor: true,
    cell: ({ note, reference, createdBy }) => (
      <TwoLines quiet={<bdi>{createdBy}</bdi>}>
        <bdi>{note || reference || '–'}</bdi>
      </TwoLines>
    ),
  },
  {
    header: 'Quantity',
    align: 'right',
    cell: ({ quantity, reserved }) => (
      <TwoLines align="right" quiet={reserved !== 0 && `${signed(reserved)} reserved`}>
        {signed(quantity)}
      </TwoLines>
    ),
  },
  { header: 'Value', align: 'right', cell: ({ valueUsd }) => <Money usd={valueUsd} dashForZero /> },
];

function LatestMoves({ item: { equipmentId, moves } }: { item: EquipmentDetail }) {
  if (moves.length === 0) return <p className="quiet">Nothing of it has moved yet.</p>;
  return (
    <SmallTable
      label={`Latest moves of ${equipmentId}`}
      columns={moveColumns}
      rows={moves}
      rowKey={({ id }) => id}
    />
  );
}

type Unit = EquipmentDetail['units'][number];

const placeLabels: Readonly<Record<UnitPlace, string>> = {
  stock: 'In stock',
  supplier: 'At the supplier',
  sold: 'Sold',
  loan: 'On loan',
  lost: 'Lost',
  damaged: 'Damaged',
};

const unitColumns: readonly SmallColumn<Unit>[] = [
  { header: 'Serial number', cell: ({ serial }) => <Id value={serial} /> },
  {
    header: 'MAC address',
    minor: true,
    cell: ({ macAddress }) => <span className="mono">{macAddress || '–'}</span>,
  },
  { header: 'Where', cell: ({ place }) => <Label>{placeLabels[place]}</Label> },
  { header: 'Since', minor: true, cell: ({ updatedAt }) => <InstantText at={updatedAt} /> },
];

/** Units with their serial numbers, and how many of the stock have none. */
function UnitsPanel({ item }: { item: EquipmentDetail }) {
  const { equipmentId, units, quantityInStock } = item;
  const unnamed = quantityInStock - units.filter(({ place }) => place === 'stock').length;
  return (
    <Panel
      title="Units"
      {...(unnamed > 0
        ? { description: `${unnamed} of the stock have no serial number yet.` }
        : {})}
    >
      {units.length === 0 ? (
        <p className="quiet">No serial numbers are recorded.</p>
      ) : (
        <SmallTable
          label={`Units of ${equipmentId}`}
          columns={unitColumns}
          rows={units}
          rowKey={({ id }) => id}
          scrolls={units.length > 10}
        />
      )}
    </Panel>
  );
}
