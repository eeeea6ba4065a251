import { Button, Intent } from '@blueprintjs/core';
import { type Equipment, equipmentFilter, equipmentSorts } from '@nimule/core/stock/schema';
import { useRead } from '../../../client/use-read.ts';
import { RecordList } from '../../../parts/record-list.tsx';
import { Allowed } from '../../../ui/allowed.tsx';
import { TwoLines } from '../../../ui/layout.tsx';
import { countColumn, moneyColumn } from '../../../ui/table/columns.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { defineFilters, type TableFilter } from '../../../ui/table/filters.ts';
import { humanize } from '../../../ui/tags.tsx';
import { StockTag } from '../equipment-tags.tsx';
import { stockLabelTexts } from '../equipment-words.ts';
import { useEquipmentActions } from './equipment-actions.tsx';

const columns: readonly Column<Equipment>[] = [
  {
    id: 'name',
    header: 'Equipment',
    priority: 1,
    sortable: true,
    cell: ({ name, equipmentId, status }) => (
      <TwoLines
        quiet={
          <>
            <span className="mono">{equipmentId}</span>
            {status !== 'active' && ` · ${humanize(status)}`}
          </>
        }
      >
        <strong dir="auto">{name}</strong>
      </TwoLines>
    ),
  },
  {
    id: 'stockLabel',
    header: 'Stock',
    kind: 'tag',
    priority: 1,
    cell: ({ stockLabel }) => <StockTag label={stockLabel} />,
  },
  {
    id: 'category',
    header: 'Category',
    lesser: true,
    cell: ({ categoryName }) => <span dir="auto">{categoryName}</span>,
  },
  {
    id: 'brand',
    header: 'Brand and model',
    priority: 3,
    cell: ({ brand, model }) => (
      <TwoLines quiet={brand === '' ? '' : <bdi>{model}</bdi>}>
        <bdi>{brand || model || '–'}</bdi>
      </TwoLines>
    ),
  },
  moneyColumn('unitCostUsd', 'Unit cost', { ssp: 'unitCostSsp', lesser: true }),
  moneyColumn('sellingPriceUsd', 'Selling price', { ssp: 'sellingPriceSsp' }),
  {
    id: 'quantityInStock',
    header: 'In stock',
    kind: 'count',
    sortable: true,
    cell: ({ quantityInStock, minimumStock }) => (
      <TwoLines align="right" quiet={`min. ${minimumStock}`}>
        {quantityInStock}
      </TwoLines>
    ),
  },
  countColumn('reserved', 'Reserved', { priority: 3 }),
  countColumn('available', 'Available'),
  moneyColumn('stockValueUsd', 'Value', { sortable: true, priority: 4 }),
];

const fixedFilters = defineFilters(equipmentFilter, {
  status: { label: 'Status', all: 'All statuses' },
  stock: { label: 'Stock', all: 'Any stock', labels: { short: 'Low or out', ...stockLabelTexts } },
});

/** The filter by category; the categories are read from the server. */
function useCategoryFilter(): TableFilter {
  const categories = useRead('listEquipmentCategories').data ?? [];
  return {
    name: 'categoryId',
    label: 'Category',
    takesAny: true,
    options: [
      { value: '', label: 'All categories' },
      ...categories.map(({ id, name }) => ({ value: String(id), label: name })),
    ],
  };
}

interface EquipmentTableProps {
  onView: (item: Equipment) => void;
  onAdd: () => void;
}

/** The equipment with its stock, by name (seeds/002 2). */
export function EquipmentTable({ onView, onAdd }: EquipmentTableProps) {
  const filters = [useCategoryFilter(), ...fixedFilters];
  const actions = useEquipmentActions(onView);
  return (
    <RecordList
      operation="listEquipment"
      label="Equipment"
      columns={columns}
      rowName="equipmentId"
      list={{ filters, sorts: equipmentSorts, sort: 'name' }}
      search="Search by name, brand, model or number"
      exports={{ operation: 'exportEquipment', what: 'The equipment of this list' }}
      actions={actions}
      onOpen={onView}
      empty={{
        title: 'No equipment yet',
        description: 'Routers, antennas, cables and all that is kept in stock is listed here.',
        action: (
          <Allowed to="stock.write">
            <Button intent={Intent.PRIMARY} onClick={onAdd}>
              Add First Equipment
            </Button>
          </Allowed>
        ),
      }}
      noMatch={{
        title: 'No equipment found',
        description: 'No equipment matches your current search and filters.',
      }}
    />
  );
}
