import type { EquipmentDetail } from '@nimule/core/stock/schema';
import { Panel } from '../../../ui/page.tsx';
import { type SmallColumn, SmallTable } from '../../../ui/table/small-table.tsx';
import { Label } from '../../../ui/tags.tsx';
import { Id, InstantText } from '../../../ui/values.tsx';
import type { UnitPlace } from '../equipment-types.ts';

type Unit = EquipmentDetail['units'][number];

const placeLabels: Readonly<Record<UnitPlace, string>> = {
  stock: 'In stock',
  supplier: 'At the supplier',
  sold: 'Sold',
  loan: 'On loan',
  lost: 'Lost',
  damaged: 'Damaged',
};

const columns: readonly SmallColumn<Unit>[] = [
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
export function UnitsPanel({ item }: { item: EquipmentDetail }) {
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
          columns={columns}
          rows={units}
          rowKey={({ id }) => id}
          scrolls={units.length > 10}
        />
      )}
    </Panel>
  );
}
