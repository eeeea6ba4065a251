import type { InsightLine } from '@nimule/core/reports/insights/schema';
import { paths } from '../../app/paths.ts';

type Link = NonNullable<InsightLine['link']>;
type Query = Link['query'];

/** The address of the list behind a finding, and what the link is called. */
const targets: Record<Link['to'], { text: string; to: (query: Query) => string }> = {
  invoices: { text: 'See the invoices', to: paths.invoices },
  customers: { text: 'See the customers', to: paths.customersWith },
  customer: { text: 'See the customer', to: ({ customer = '' }) => paths.customer(customer) },
  payments: { text: 'See the payments', to: paths.payments },
  packages: {
    text: 'See the report',
    to: (range) => paths.ownReport('revenue-by-package', range),
  },
  ageing: { text: 'See the ageing', to: (range) => paths.ownReport('ageing', range) },
};

export function linkOf({ to, query }: Link): { text: string; to: string } {
  const target = targets[to];
  return { text: target.text, to: target.to(query) };
}
