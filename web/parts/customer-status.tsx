import type { Customer } from '@nimule/core/customers/schema';
import { StatusTag } from '../ui/tags.tsx';

type WithStatus = Pick<Customer, 'status' | 'suspendedByRule'>;

/** Status label; distinguishes suspensions by the rule and by hand (decision 41). */
export function statusLabel({ status, suspendedByRule }: WithStatus): string {
  if (status !== 'Suspended') return status;
  return suspendedByRule ? 'Suspended by rule' : 'Suspended by hand';
}

export function CustomerStatus({ customer }: { customer: WithStatus }) {
  return <StatusTag status={customer.status} label={statusLabel(customer)} />;
}
