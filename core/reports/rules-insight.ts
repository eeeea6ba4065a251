import { formatDate, formatMonth, type IsoDate, monthOf } from '../kernel/dates.ts';
import { type Cents, cents, formatUsd, scaleCents, subtractCents } from '../kernel/money.ts';

/** Input of the billing insight; amounts in US cents. */
export interface InsightFacts {
  today: IsoDate;
  revenue: Cents;
  previousRevenue: Cents;
  received: Cents;
  outstanding: Cents;
  overdue: Cents;
  openInvoices: number;
  overdueInvoices: number;
  nearingInvoices: number;
  /** Locations with the largest overdue amounts, largest first. */
  places: readonly { location: string; overdue: Cents }[];
  grossProfit: Cents;
  /** In percent. */
  profitMargin: number;
  bandwidthCosts: Cents;
}

/** A share in percent with one decimal; undefined if the whole is zero. */
function share(part: Cents, whole: Cents): string | undefined {
  return whole > 0 ? `${scaleCents(part, 1000, whole) / 10}%` : undefined;
}

function invoices(count: number): string {
  return count === 1 ? '1 invoice' : `${count} invoices`;
}

function comparison({ revenue, previousRevenue }: InsightFacts): string {
  if (previousRevenue <= 0) return 'Nothing was booked in the month before.';
  const change = subtractCents(revenue, previousRevenue);
  if (change === 0) return 'As much as in the month before.';
  const size = share(cents(Math.abs(change)), previousRevenue);
  return `${change > 0 ? 'Up' : 'Down'} ${size} from ${formatUsd(previousRevenue)} in the month before.`;
}

function debts(facts: InsightFacts): string[] {
  const { outstanding, overdue, openInvoices, overdueInvoices, nearingInvoices, places } = facts;
  if (openInvoices === 0) return ['Outstanding: nothing. Every invoice is settled.'];
  const lines = [`Outstanding: ${formatUsd(outstanding)} on ${invoices(openInvoices)}.`];
  if (overdueInvoices > 0) {
    const part = share(overdue, outstanding);
    lines.push(
      `Overdue: ${formatUsd(overdue)} on ${invoices(overdueInvoices)}, ${part} of what is outstanding.`,
    );
    const where = places.map(({ location, overdue: owed }) => `${location} ${formatUsd(owed)}`);
    if (where.length > 0) lines.push(`Most of it: ${where.join(', ')}.`);
  }
  if (nearingInvoices > 0)
    lines.push(`Call first: ${invoices(nearingInvoices)} will be overdue within five days.`);
  return lines;
}

/** The text of the billing insight (seeds/000 2 and 7), one line per topic. */
export function billingInsight(facts: InsightFacts): string {
  const { today, revenue, received, grossProfit, profitMargin, bandwidthCosts } = facts;
  return [
    `${formatMonth(monthOf(today))}, as of ${formatDate(today)}.`,
    `Revenue: ${formatUsd(revenue)}. ${comparison(facts)}`,
    `Collected this month: ${formatUsd(received)}.`,
    ...debts(facts),
    `Gross profit: ${formatUsd(grossProfit)}, ${profitMargin}% of revenue, after ${formatUsd(bandwidthCosts)} for bandwidth.`,
  ].join('\n');
}
