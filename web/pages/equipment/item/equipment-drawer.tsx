import type { EquipmentDetail } from '@nimule/core/stock/schema';
import { Link } from 'react-router-dom';
import { paths } from '../../../app/paths.ts';
import { useRead } from '../../../client/use-read.ts';
import { HistoryPanel } from '../../../parts/history.tsx';
import { RecordDrawer } from '../../../parts/record-drawer.tsx';
import { Inline } from '../../../ui/layout.tsx';
import { Panel } from '../../../ui/page.tsx';
import { Label, StatusTag } from '../../../ui/tags.tsx';
import { InstantText, KeyValues, Money, moneyFact, Notes } from '../../../ui/values.tsx';
import { StockTag } from '../equipment-tags.tsx';
import { useEquipmentChanges } from '../inventory/equipment-actions.tsx';
import { LatestMoves } from './latest-moves.tsx';
import { UnitsPanel } from './units-panel.tsx';

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
