import type { Customer } from '@nimule/core/customers/schema';
import type { ReactNode } from 'react';
import { useRead } from '../../../client/use-read.ts';
import { Loaded } from '../../../ui/states.tsx';

interface CustomerOfAddressProps {
  /** SC003, as it stands in the address. */
  customerId: string;
  /** Stands around what is told while the customer is read, and around a failure. */
  frame: (content: ReactNode) => ReactNode;
  children: (customer: Customer) => ReactNode;
}

/** What is shown of the customer whom the address names, once it is known who that is. */
export function CustomerOfAddress({ customerId, frame, children }: CustomerOfAddressProps) {
  const read = useRead('lookupCustomer', { query: { customerId } });
  if (read.data) return children(read.data);
  return frame(
    <Loaded
      read={read}
      loading="Loading the customer…"
      failed="The customer could not be loaded"
      lines={6}
    >
      {() => null}
    </Loaded>,
  );
}
