import type { Equipment } from '@nimule/core/stock/schema';
import { useState } from 'react';
import { useRead } from '../../../client/use-read.ts';
import { PickField } from '../../../ui/form/pick-field.tsx';
import { numberText } from '../procurement-words.ts';

const SHOWN = 20;

interface EquipmentFieldProps {
  name: string;
  label: string;
  /** Of the initial value. */
  initialLabel: string;
  disabled: boolean;
  onPicked: (equipment: Equipment) => void;
}

/** Form field that picks an item of equipment; blank where a line is an expense. */
export function EquipmentField(props: EquipmentFieldProps) {
  const { onPicked, ...field } = props;
  const [search, setSearch] = useState<string>();
  const found = useRead(
    'listEquipment',
    { query: { ...(search ? { q: search } : {}), sort: 'name', pageSize: SHOWN } },
    { when: search !== undefined, keepPrevious: true },
  );
  const items = found.data?.rows ?? [];
  return (
    <PickField
      {...field}
      placeholder="Stock item, if any"
      options={items.map(({ id, name, equipmentId, quantityInStock }) => ({
        value: String(id),
        label: name,
        detail: `${equipmentId} · ${numberText(quantityInStock)} in stock`,
      }))}
      searched={search}
      isLoading={found.isLoading || found.isRefreshing}
      failure={found.error?.message}
      onSearch={setSearch}
      onRetry={found.refresh}
      onPicked={({ value }) => {
        const item = items.find(({ id }) => String(id) === value);
        if (item) onPicked(item);
      }}
    />
  );
}
