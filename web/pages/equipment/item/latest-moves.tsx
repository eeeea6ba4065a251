import { moveKindLabels } from '@nimule/core/stock/rules';
import type { EquipmentDetail, StockMove } from '@nimule/core/stock/schema';
import { TwoLines } from '../../../ui/layout.tsx';
import { type SmallColumn, SmallTable } from '../../../ui/table/small-table.tsx';
import { DateText, Money } from '../../../ui/values.tsx';
import { signed } from '../equipment-words.ts';

const columns: readonly SmallColumn<StockMove>[] = [
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

export function LatestMoves({ item: { equipmentId, moves } }: { item: EquipmentDetail }) {
  if (moves.length === 0) return <p className="quiet">Nothing of it has moved yet.</p>;
  return (
    <SmallTable
      label={`Latest moves of ${equipmentId}`}
      columns={columns}
      rows={moves}
      rowKey={({ id }) => id}
    />
  );
}
