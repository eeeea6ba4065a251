import { useState } from 'react';
import { useRead } from '../../client/use-read.ts';
import { useSetFields } from '../../ui/form/form.tsx';
import { PickField, type PickOption } from '../../ui/form/pick-field.tsx';

const SHOWN = 20;

/** Field for the serial number of a unit in stock; choosing it fills the MAC address that is known of it. */
export function SerialField({ equipmentId }: { equipmentId: number }) {
  const read = useRead('getEquipment', { params: { id: equipmentId } });
  const fill = useSetFields();
  const [search, setSearch] = useState<string>();
  const units = (read.data?.units ?? []).filter(({ place }) => place === 'stock');
  const wanted = (search ?? '').toLowerCase();
  const matches = units.filter(({ serial, macAddress }) =>
    `${serial} ${macAddress}`.toLowerCase().includes(wanted),
  );
  const options: PickOption[] = matches
    .slice(0, SHOWN)
    .map(({ serial, macAddress }) => ({ value: serial, label: serial, detail: macAddress }));
  // The server names at most 500 units: a number that is not among them can be typed.
  if (search && matches.length === 0) {
    options.push({ value: search, label: search, detail: 'not in the list of this stock' });
  }
  return (
    <PickField
      name="serial"
      label="Serial number"
      placeholder="Type or choose one in stock"
      help={
        read.data && units.length === 0
          ? 'No serial number of this item is in stock.'
          : `${units.length} in stock`
      }
      options={options}
      searched={search}
      isLoading={read.isLoading}
      failure={read.error?.message}
      delayMs={0}
      onSearch={setSearch}
      onRetry={read.refresh}
      onPicked={({ value }) => {
        const unit = units.find(({ serial }) => serial === value);
        fill({ macAddress: unit?.macAddress ?? '' });
      }}
    />
  );
}
