import { moveKindLabels } from '@nimule/core/stock/rules';
import { type MoveKind, type StockMove, stockMoveFilter } from '@nimule/core/stock/schema';
import { useSearchParams } from 'react-router-dom';
import { useRead } from '../../../client/use-read.ts';
import { RecordLink } from '../../../parts/record-links.tsx';
import { RecordList } from '../../../parts/record-list.tsx';
import { TwoLines } from '../../../ui/layout.tsx';
import { dateColumn, moneyColumn, textColumn } from '../../../ui/table/columns.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { defineFilters, type TableFilter } from '../../../ui/table/filters.ts';
import { linkFilter } from '../../../ui/table/link-filter.ts';
import { signed } from '../equipment-words.ts';

/** Of its parameters in the URL: the inventory has others. */
const PREFIX = 'moves-';

const columns: readonly Column<StockMove>[] = [
  {
    id: 'item',
    header: 'Equipment',
    priority: 1,
    cell: ({ equipmentId, equipmentNumber, equipmentName }) => (
      <TwoLines quiet={<RecordLink kind="equipment" id={equipmentId} number={equipmentNumber} />}>
        <bdi>{equipmentName}</bdi>
      </TwoLines>
    ),
  },
  dateColumn('date', 'Date', { sortable: true }),
  {
    id: 'kind',
    header: 'Kind',
    kind: 'tag',
    cell: ({ kind }) => moveKindLabels[kind],
  },
  {
    id: 'quantity',
    header: 'Quantity',
    kind: 'count',
    priority: 1,
    cell: ({ quantity, reserved }) => (
      <TwoLines align="right" quiet={reserved !== 0 && `${signed(reserved)} reserved`}>
        {signed(quantity)}
      </TwoLines>
    ),
  },
  moneyColumn('valueUsd', 'Value', { dashForZero: true }),
  {
    id: 'reference',
    header: 'Reference',
    priority: 3,
    cell: ({ reference }) => <span className="mono">{reference || '–'}</span>,
  },
  textColumn('note', 'Reason', { lesser: true }),
  textColumn('createdBy', 'By', { priority: 4 }),
];

const fixedFilters = defineFilters(stockMoveFilter, {
  kind: {
    label: 'Kind',
    all: 'All kinds',
    labels: (value) => moveKindLabels[value as MoveKind],
  },
  from: { label: 'From day' },
  to: { label: 'To day' },
});

/** The filter by item, offered when a link of an item has set it. */
function useItemFilter(): readonly TableFilter[] {
  const [params] = useSearchParams();
  const id = params.get(`${PREFIX}equipmentId`) ?? '';
  const isId = /^\d{1,15}$/.test(id);
  const item = useRead('getEquipment', { params: { id } }, { when: isId }).data;
  if (!isId) return [];
  const name = item ? `${item.equipmentId} ${item.name}` : 'One item';
  return defineFilters(stockMoveFilter, { equipmentId: linkFilter('Equipment', id, name) });
}

/** All moves of stock, newest first. */
export function MovesTable({ onView }: { onView: (item: { id: number }) => void }) {
  const filters = [...useItemFilter(), ...fixedFilters];
  return (
    <RecordList
      operation="listStockMoves"
      label="Stock moves"
      many="moves"
      columns={columns}
      rowName={({ equipmentNumber, date }) => `${equipmentNumber} of ${date}`}
      list={{ filters, sort: '-date', prefix: PREFIX }}
      search="Search by name, brand, model or number"
      exports="exportStockMoves"
      onOpen={({ equipmentId }) => onView({ id: equipmentId })}
      empty={{
        title: 'Nothing has moved yet',
        description:
          'Opening stock, receipts, adjustments and counts are listed here as they come.',
      }}
    />
  );
}
