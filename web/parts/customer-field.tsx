import type { Customer } from '@nimule/core/customers/schema';
import { useState } from 'react';
import { z } from 'zod';
import { useRead } from '../client/use-read.ts';
import { PickField } from '../ui/form/pick-field.tsx';
import { statusLabel } from './billing-tags.tsx';

/** Schema of the customer field, with a readable error if it is empty. */
export const pickedCustomer = z.string().min(1, 'Choose a customer.');

const SHOWN = 20;

interface CustomerFieldProps {
  name?: string;
  /** Name of the initial customer. */
  initialLabel?: string;
  disabled?: boolean;
  help?: string;
  onPicked?: (customer: Customer) => void;
}

/** Distinguishes customers of the same name; shows a status that is not Active. */
function detailOf(customer: Customer): string {
  const { customerId, location, phone, status } = customer;
  const place = [customerId, location, phone].filter(Boolean).join(' · ');
  return status === 'Active' ? place : `${place} · ${statusLabel(customer)}`;
}

/** Form field that picks a customer by a search on the server. */
export function CustomerField(props: CustomerFieldProps) {
  const { name = 'customerId', onPicked } = props;
  const [search, setSearch] = useState<string>();
  const found = useRead(
    'listCustomers',
    { query: { ...(search ? { q: search } : {}), sort: 'name', pageSize: SHOWN } },
    { when: search !== undefined, keepPrevious: true },
  );
  const customers = found.data?.rows ?? [];
  return (
    <PickField
      name={name}
      label="Customer"
      many="customers"
      placeholder="Search by name, ID or telephone"
      options={customers.map((customer) => ({
        value: String(customer.id),
        label: customer.name,
        detail: detailOf(customer),
        code: customer.customerId,
      }))}
      searched={search}
      isLoading={found.isLoading || found.isRefreshing}
      failure={found.error?.message}
      onSearch={setSearch}
      onRetry={found.refresh}
      onPicked={({ value }) => {
        const customer = customers.find(({ id }) => String(id) === value);
        if (customer) onPicked?.(customer);
      }}
      {...(props.initialLabel === undefined ? {} : { initialLabel: props.initialLabel })}
      {...(props.help === undefined ? {} : { help: props.help })}
      {...(props.disabled === undefined ? {} : { disabled: props.disabled })}
    />
  );
}
