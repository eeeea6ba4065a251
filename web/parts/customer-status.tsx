import type { Customer } from '@nimule/core/customers/schema';
import { StatusTag } from '../ui/tags.tsx';

type WithStatus = Pick<Customer, 'status' | 'suspendedByRule'>;

/** A customer's status in words: a suspension by the rule apart from one by hand (decision 41). */
export function statusInWords({ status, suspendedByRule }: WithStatus): string {
  if (status !== 'Suspended') return status;
  return suspendedByRule ? 'Suspended by rule' : 'Suspended by hand';
}

/** A customer's status as a tag, wherever it is shown. */
export function CustomerStatus({ customer }: { customer: WithStatus }) {
  return <StatusTag status={customer.status} label={statusInWords(customer)} />;
}
