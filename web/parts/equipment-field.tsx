import type { Equipment } from '@nimule/core/stock/schema';
import { type ReactNode, useState } from 'react';
import { useRead } from '../client/use-read.ts';
import { numberText } from '../ui/counted.ts';
import { PickField } from '../ui/form/pick-field.tsx';

const SHOWN = 20;

interface EquipmentFieldProps {
  name: string;
  label: string;
  /** Of the initial value. */
  initialLabel?: string;
  disabled?: boolean;
  placeholder?: string;
  help?: ReactNode;
  /** Shows what is available, that is in stock and not reserved, instead of the stock. */
  isForSale?: boolean;
  onPicked?: (equipment: Equipment) => void;
}

/** Form field that picks an item of equipment by a search on the server. */
export function EquipmentField(props: EquipmentFieldProps) {
  const { onPicked, isForSale = false, placeholder = 'Search by name or number', ...field } = props;
  const [search, setSearch] = useState<string>();
  const found = useRead(
    'listEquipment',
    { query: { ...(search ? { q: search } : {}), sort: 'name', pageSize: SHOWN } },
    { when: search !== undefined, keepPrevious: true },
  );
  const items = found.data?.rows ?? [];
  const stockOf = ({ quantityInStock, available }: Equipment) =>
    isForSale ? `${numberText(available)} available` : `${numberText(quantityInStock)} in stock`;
  return (
    <PickField
      {...field}
      many="items"
      placeholder={placeholder}
      options={items.map((item) => ({
        value: String(item.id),
        label: item.name,
        detail: `${item.equipmentId} · ${stockOf(item)}`,
        code: item.equipmentId,
      }))}
      searched={search}
      isLoading={found.isLoading || found.isRefreshing}
      failure={found.error?.message}
      onSearch={setSearch}
      onRetry={found.refresh}
      onPicked={({ value }) => {
        const item = items.find(({ id }) => String(id) === value);
        if (item) onPicked?.(item);
      }}
    />
  );
}
