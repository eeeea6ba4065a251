import type { Supplier } from '@nimule/core/procurement/suppliers/schema';
import { useState } from 'react';
import { useRead } from '../../../client/use-read.ts';
import { PickField } from '../../../ui/form/pick-field.tsx';
import { termsLabels } from '../procurement-words.ts';

const SHOWN = 20;

interface SupplierFieldProps {
  initialLabel?: string;
  onPicked?: (supplier: Supplier) => void;
}

/** Form field `supplierId` that picks an active supplier. */
export function SupplierField({ initialLabel = '', onPicked }: SupplierFieldProps) {
  const [search, setSearch] = useState<string>();
  const found = useRead(
    'listSuppliers',
    {
      query: {
        ...(search ? { q: search } : {}),
        status: 'active',
        sort: 'name',
        pageSize: SHOWN,
      },
    },
    { when: search !== undefined, keepPrevious: true },
  );
  const suppliers = found.data?.rows ?? [];
  return (
    <PickField
      name="supplierId"
      label="Supplier"
      many="suppliers"
      placeholder="Search by name or code"
      initialLabel={initialLabel}
      options={suppliers.map(({ id, name, supplierCode, city, paymentTerms }) => ({
        value: String(id),
        label: name,
        code: supplierCode,
        detail: [supplierCode, city, termsLabels[paymentTerms]].filter(Boolean).join(' · '),
      }))}
      searched={search}
      isLoading={found.isLoading || found.isRefreshing}
      failure={found.error?.message}
      onSearch={setSearch}
      onRetry={found.refresh}
      onPicked={({ value }) => {
        const supplier = suppliers.find(({ id }) => String(id) === value);
        if (supplier) onPicked?.(supplier);
      }}
    />
  );
}
