import type { InsightLine } from '@nimule/core/reports/insights/schema';
import { paths, recordPath } from '../../app/paths.ts';

type Link = NonNullable<InsightLine['link']>;
type Query = Link['query'];

/** The address of the list behind a finding, and what the link is called. */
const targets: Record<Link['to'], { text: string; to: (query: Query) => string }> = {
  invoices: { text: 'See the invoices', to: paths.invoices },
  customers: { text: 'See the customers', to: paths.customersWith },
  customer: {
    text: 'See the customer',
    to: ({ customer = '' }) => recordPath('customer', customer),
  },
  payments: { text: 'See the payments', to: paths.payments },
  packages: { text: 'See the customers of the package', to: paths.customersWith },
  ageing: { text: 'See the ageing', to: (range) => paths.ownReport('ageing', range) },
  suspended: {
    text: 'See the suspended',
    to: (query) => billing('disconnect', { 'disconnect-show': 'suspended', ...query }),
  },
  automation: { text: 'See the billing run', to: (query) => billing('automation', query) },
  profit: { text: 'See the profit', to: (query) => billing('rates', query) },
  online: { text: 'See who is online', to: () => network('online', {}) },
  topUsers: {
    text: 'See the top users',
    to: () => network('online', { 'online-part': 'top' }),
  },
  refusals: { text: 'See the refused sign-ins', to: () => network('refusals', {}) },
};

function billing(view: string, query: Query): string {
  return paths.dashboard('billing', { view, ...query });
}

function network(view: string, query: Query): string {
  return paths.dashboard('network', { view, ...query });
}

export function linkOf({ to, query }: Link): { text: string; to: string } {
  const target = targets[to];
  return { text: target.text, to: target.to(query) };
}
