import { refusalTexts } from '../../access/rules-words.ts';
import { counted } from '../../kernel/counted.ts';
import { firstDay, formatDate, formatInstant, formatMonth } from '../../kernel/dates.ts';
import { type Cents, formatUsd, scaleCents, subtractCents } from '../../kernel/money.ts';
import { formatRange } from '../../kernel/periods.ts';
import { shareOf } from '../network/rules-figures.ts';
import {
  type AtRisk,
  type Customer,
  type InsightFacts,
  LONG_SUSPENSION_DAYS,
  type PackageCost,
  TICKET_DAYS,
} from './rules-facts.ts';
import type { InsightLine, InsightSection, InsightTopic } from './schema.ts';

const count = new Intl.NumberFormat('en-US');

/** How a customer is called: for staff with the name, for a language model by the number alone. */
type NameOf = (customer: Customer) => string;
const withName: NameOf = ({ name, customerId }) => `${name} (${customerId})`;
const byNumber: NameOf = ({ customerId }) => customerId;

type Link = InsightLine['link'];
const toCustomer = ({ customerId }: Customer): Link => ({
  to: 'customer',
  query: { customer: customerId },
});

function lineOf(text: string, amountUsd: Cents | null = null, link: Link = null): InsightLine {
  return { text, amountUsd, link };
}

/** The monthly cost and loss of a package at its share of the bandwidth, as the sold Mbps are shared. */
function packageLosses(
  packages: readonly PackageCost[],
  bandwidthCosts: Cents,
): (PackageCost & { costUsd: Cents; lossUsd: Cents; share: number })[] {
  const sold = packages.reduce((sum, { mbps }) => sum + mbps, 0);
  return packages
    .filter(({ mbps }) => mbps > 0)
    .map((one) => {
      const costUsd = scaleCents(bandwidthCosts, one.mbps, sold);
      const lossUsd = subtractCents(costUsd, one.feesUsd);
      return { ...one, costUsd, lossUsd, share: shareOf(one.mbps, sold) };
    })
    .filter(({ lossUsd }) => lossUsd > 0)
    .sort((one, other) => other.lossUsd - one.lossUsd);
}

function collection(facts: InsightFacts): InsightLine[] {
  const { month, daysBefore, billing, billingBefore, today } = facts;
  const billed = (query: Record<string, string>): Link => ({
    to: 'invoices',
    query: { ...query, status: 'notCancelled' },
  });
  const link = billed({ from: firstDay(month), to: today });
  if (billing.collectionRate === null)
    return [lineOf(`Nothing has been billed in ${formatMonth(month)} yet.`, null, link)];
  const now = `${billing.collectionRate}% of what was billed in ${formatMonth(month)} is settled by payments and credits: ${formatUsd(billing.paidAmount)} of ${formatUsd(billing.billedAmount)}.`;
  const lines = [lineOf(now, billing.paidAmount, link)];
  const before = billingBefore.collectionRate;
  if (before === null) return lines;
  const change = Math.round((billing.collectionRate - before) * 10) / 10;
  const name = formatRange(daysBefore);
  const size = `${Math.abs(change)} ${Math.abs(change) === 1 ? 'point' : 'points'}`;
  const compared =
    change === 0
      ? `The collection rate is that of ${name}: ${before}%.`
      : `The collection rate is ${size} ${change > 0 ? 'above' : 'below'} that of ${name}, ${before}%.`;
  return [
    ...lines,
    lineOf(compared, null, billed({ from: daysBefore.startDate, to: daysBefore.endDate })),
  ];
}

function ageing({ ageing: sums }: InsightFacts): InsightLine[] {
  const { customers, total } = sums;
  const link: Link = { to: 'ageing', query: {} };
  if (total === 0) return [lineOf('Nobody owes anything: every invoice is settled.', null, link)];
  const lines = [
    lineOf(
      `${counted(customers, 'customer owes', 'customers owe')} ${formatUsd(total)} in all, ${formatUsd(sums.notDue)} of it not due yet.`,
      total,
      link,
    ),
  ];
  for (const [name, amount] of [
    ['1 to 30 days', sums.days30],
    ['31 to 60 days', sums.days60],
    ['61 to 90 days', sums.days90],
    ['more than 90 days', sums.older],
  ] as const)
    if (amount > 0)
      lines.push(
        lineOf(
          `${formatUsd(amount)} is ${name} past due, ${shareOf(amount, total)}% of the whole.`,
          amount,
          link,
        ),
      );
  return lines;
}

function debtors({ debtors: all }: InsightFacts, nameOf: NameOf): InsightLine[] {
  return all.map((one) => {
    const part = one.late === one.total ? 'all' : formatUsd(one.late);
    const late = one.late > 0 ? `, ${part} of it more than 30 days past due` : '';
    const state = one.status === 'Active' ? '' : ` The customer is ${one.status}.`;
    const text = `${nameOf(one)} owes ${formatUsd(one.total)}${late}.${state}`;
    return lineOf(text, one.total, toCustomer(one));
  });
}

/** Why a customer is at risk, as parts of a sentence. */
function reasons({ late, tickets, suspendedDays, hasDowngraded }: AtRisk): string {
  return [
    suspendedDays > LONG_SUSPENSION_DAYS ? `suspended for ${suspendedDays} days` : '',
    late > 1 ? `${late} invoices late in six months` : '',
    tickets > 0 ? `${tickets} support tickets in ${TICKET_DAYS} days` : '',
    hasDowngraded ? 'changed to a cheaper package' : '',
  ]
    .filter(Boolean)
    .join(', ');
}

function risk({ risk: { customers, feesUsd, first } }: InsightFacts, nameOf: NameOf) {
  if (customers === 0) return [lineOf('No customer shows signs of leaving.')];
  const total = `${counted(customers, 'customer is', 'customers are')} at risk of leaving, with ${formatUsd(feesUsd)} of monthly fees.`;
  return [
    lineOf(total, feesUsd),
    ...first.map((one) =>
      lineOf(
        `${nameOf(one)}: ${reasons(one)}. ${formatUsd(one.feeUsd)} a month.`,
        one.feeUsd,
        toCustomer(one),
      ),
    ),
  ];
}

function suspension({ suspension: { customers, days, lostUsd }, month }: InsightFacts) {
  if (customers === 0) return [lineOf(`Nobody has been suspended in ${formatMonth(month)}.`)];
  return [
    lineOf(
      `${counted(customers, 'customer was', 'customers were')} suspended for ${counted(days, 'day')} in ${formatMonth(month)}: ${formatUsd(lostUsd)} of revenue is lost, at a thirtieth of the monthly fee a day.`,
      lostUsd,
      { to: 'suspended', query: {} },
    ),
  ];
}

function packages(facts: InsightFacts): InsightLine[] {
  const { bandwidthMbps, bandwidthConfigured, bandwidthCosts } = facts;
  const link: Link = { to: 'profit', query: {} };
  const basis = bandwidthConfigured ? 'bought' : 'sold, since no purchase is entered';
  const losses = packageLosses(facts.packages, bandwidthCosts);
  const cost = `Bandwidth costs ${formatUsd(bandwidthCosts)} a month for ${count.format(bandwidthMbps)} Mbps ${basis}.`;
  if (bandwidthMbps === 0) return [lineOf('No bandwidth is bought or sold yet.', null, link)];
  if (losses.length === 0)
    return [lineOf(`${cost} No package loses money at its share of it.`, bandwidthCosts, link)];
  return [
    lineOf(cost, bandwidthCosts, link),
    ...losses.map((one) =>
      lineOf(
        `${one.packageType} loses ${formatUsd(one.lossUsd)} a month: fees of ${formatUsd(one.feesUsd)} against ${formatUsd(one.costUsd)} for its ${one.share}% of the sold bandwidth.`,
        one.lossUsd,
        { to: 'packages', query: { packageType: one.packageType, status: 'Active' } },
      ),
    ),
  ];
}

function anomalies(facts: InsightFacts, nameOf: NameOf): InsightLine[] {
  const { month, unbilled, doubles, unusual } = facts;
  const lines: InsightLine[] = [];
  if (unbilled !== null && unbilled > 0)
    lines.push(
      lineOf(
        `${counted(unbilled, 'Active customer has', 'Active customers have')} no invoice for ${formatMonth(month)}, though its run is done.`,
        null,
        { to: 'automation', query: {} },
      ),
    );
  if (doubles.total > 0) {
    const again = counted(doubles.total, 'payment was', 'payments were');
    const text = `${again} made of an amount that the customer had paid up to three days before, ${formatUsd(doubles.sumUsd)} in all.`;
    lines.push(lineOf(text, doubles.sumUsd));
    for (const one of doubles.first)
      lines.push(
        lineOf(
          `${nameOf(one)} paid ${formatUsd(one.amountUsd)} on ${formatDate(one.earlierDate)} (${one.earlierReceiptId}) and again on ${formatDate(one.paymentDate)} (${one.receiptId}).`,
          one.amountUsd,
          {
            to: 'payments',
            query: { q: one.customerId, from: one.earlierDate, to: one.paymentDate },
          },
        ),
      );
  }
  if (unusual.total > 0) {
    const text = `${counted(unusual.total, 'invoice', 'invoices')} of ${formatMonth(month)} ${unusual.total === 1 ? 'is' : 'are'} over twice or under half of what the customer usually gets.`;
    lines.push(lineOf(text, null, { to: 'invoices', query: { month } }));
    for (const one of unusual.first)
      lines.push(
        lineOf(
          `${one.invoiceId} of ${nameOf(one)} is ${formatUsd(one.amountUsd)}, usually ${formatUsd(one.usualUsd)}.`,
          one.amountUsd,
          { to: 'invoices', query: { q: one.invoiceId } },
        ),
      );
  }
  return lines.length > 0 ? lines : [lineOf('Nothing unusual was found.')];
}

const GB = 1e9;
const ONE_DECIMAL = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

function network({ access, month }: InsightFacts, nameOf: NameOf): InsightLine[] {
  if (access === null) return [];
  const { sessions, routers, top, refused } = access;
  const places = routers
    .filter((router) => router.sessions > 0)
    .map((router) => `${count.format(router.sessions)} at ${router.name}`);
  const online =
    sessions === 0
      ? 'Nobody is online.'
      : `${counted(sessions, 'session is', 'sessions are')} open now: ${places.join(', ')}.`;
  const lines = [lineOf(online, null, { to: 'online', query: {} })];
  for (const one of top)
    lines.push(
      lineOf(
        `${nameOf(one)} has used ${ONE_DECIMAL.format(one.bytes / GB)} GB in ${formatMonth(month)}.`,
        null,
        { to: 'topUsers', query: {} },
      ),
    );
  if (refused.customers > 0)
    lines.push(
      lineOf(
        `${counted(refused.customers, 'Active customer is', 'Active customers are')} offline after a refused sign-in within a day.`,
        null,
        { to: 'refusals', query: {} },
      ),
    );
  for (const one of refused.first)
    lines.push(
      lineOf(
        `${nameOf(one)} is offline, and was refused: ${refusalTexts[one.reason]} (${counted(one.count, 'time', 'times')} within an hour, last on ${formatInstant(one.lastAt)}).`,
        null,
        toCustomer(one),
      ),
    );
  return lines;
}

const titles: Record<InsightTopic, string> = {
  collection: 'Collection rate',
  ageing: 'Ageing of debts',
  debtors: 'Largest debtors',
  risk: 'Customers at risk of leaving',
  suspension: 'Lost to suspension',
  packages: 'Packages against bandwidth',
  anomalies: 'Anomalies',
  network: 'Who is online',
};

function sections(facts: InsightFacts, nameOf: NameOf): InsightSection[] {
  const lines: Record<InsightTopic, InsightLine[]> = {
    collection: collection(facts),
    ageing: ageing(facts),
    debtors: debtors(facts, nameOf),
    risk: risk(facts, nameOf),
    suspension: suspension(facts),
    packages: packages(facts),
    anomalies: anomalies(facts, nameOf),
    network: network(facts, nameOf),
  };
  return (Object.keys(titles) as InsightTopic[])
    .map((topic) => ({ topic, title: titles[topic], lines: lines[topic] }))
    .filter((section) => section.lines.length > 0);
}

/** The findings by topic, each with its figure and the list behind it; topics without a finding are left out. */
export function sectionsOf(facts: InsightFacts): InsightSection[] {
  return sections(facts, withName);
}

function textOf(facts: InsightFacts, all: readonly InsightSection[]): string {
  const head = `${formatMonth(facts.month)}, as of ${formatDate(facts.today)}.`;
  const parts = all.map(({ title, lines }) =>
    [title, ...lines.map(({ text }) => `- ${text}`)].join('\n'),
  );
  return [head, ...parts].join('\n\n');
}

/** The whole text by the local rule. */
export function insightText(facts: InsightFacts): string {
  return textOf(facts, sectionsOf(facts));
}

/** The same for a language model: customers by their numbers alone, and nothing that is another in the next minute. */
export function factsText(facts: InsightFacts): string {
  return textOf(facts, sections({ ...facts, access: null }, byNumber));
}

/** What a model is told to do with the facts. */
export const INSIGHT_ORDER = [
  'You write a short report for the managers of an internet service provider in South Sudan.',
  'The message holds facts from its books. Say what stands out, what it means and what to do first, in plain English,',
  'in short paragraphs without headings, at most 250 words. Take every number, amount, percentage and date from the facts',
  'exactly as it stands there; compute no new ones and promise nothing. Name customers by their numbers.',
].join(' ');

/** The longest text of a model that is shown. */
export const MAX_MODEL_TEXT = 6000;
