import type { Loan } from '@nimule/core/sales/schema';

const UNKNOWN = 'Location not known';

/** Loans by location and customer, in the order of the list. */
export function byLocation(loans: readonly Loan[]): [location: string, visits: Loan[][]][] {
  const locations = new Map<string, Map<number, Loan[]>>();
  for (const loan of loans) {
    const location = loan.customerLocation ?? UNKNOWN;
    const customers = locations.get(location) ?? new Map<number, Loan[]>();
    customers.set(loan.customerId, [...(customers.get(loan.customerId) ?? []), loan]);
    locations.set(location, customers);
  }
  return [...locations].map(([location, customers]) => [location, [...customers.values()]]);
}
