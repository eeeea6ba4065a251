import { formatDate, formatInstant } from '../../kernel/dates.ts';
import { type Cents, formatSspSum, formatUsd } from '../../kernel/money.ts';
import { poundsToSettle } from '../../rates/rules.ts';
import type { CustomerFacts } from '../facts/rules.ts';

/** '$450.00 (SSP 180,000)', at the rate of the facts. */
export function amount(facts: CustomerFacts, usd: Cents): string {
  const ssp = poundsToSettle(usd, facts.rate);
  return ssp === null ? formatUsd(usd) : `${formatUsd(usd)} (${formatSspSum(ssp)})`;
}

/** 'since 10 Nov 2026', or '' where it is not known. */
export function since(facts: CustomerFacts): string {
  const { statusSince } = facts.customer;
  return statusSince === null ? '' : ` since ${formatDate(statusSince)}`;
}

/** Paragraphs, without empty ones. */
export function joined(...paragraphs: (string | undefined)[]): string {
  return paragraphs.filter((text) => text !== undefined && text !== '').join('\n\n');
}

/** How to reach the company, or '' where neither telephone nor e-mail is known. */
export function reach({ company }: CustomerFacts): string {
  const ways = [
    company.phone && `by telephone at ${company.phone}`,
    company.email && `by e-mail at ${company.email}`,
  ];
  const known = ways.filter((way) => way !== '');
  return known.length === 0 ? '' : `You can reach ${company.name} ${known.join(' or ')}.`;
}

/** The offer of a person, where the answer may not be enough. */
export const OFFER = 'If you want a person to look at it, write "person".';

export function outageText(facts: CustomerFacts): string {
  const { node } = facts;
  if (!node) return '';
  if (node.status === 'maintenance')
    return `${node.name}, which connects you, is under maintenance at the moment.`;
  const from = node.outage ? ` since ${formatInstant(node.outage.since)}` : '';
  return `There is an outage: ${node.name}, which connects you, is not reachable${from}.`;
}

/** Said of an outage or maintenance: the facts hold no time of its end. */
export const NO_END_KNOWN =
  'We see this ourselves, so you need not restart anything: leave your router switched on. I do not know the time at which it ends, so I cannot name one.';

/** Unresolved tickets with their state and visit. */
export function ticketText({ tickets }: CustomerFacts): string {
  return tickets
    .map(({ ticketId, title, status, openedOn, visitDate }) => {
      const state = status === 'in_progress' ? 'in progress' : status;
      const visit = visitDate
        ? ` A visit is planned for ${formatDate(visitDate)}.`
        : ' No date of a visit is set yet.';
      return `${ticketId} '${title}' was opened on ${formatDate(openedOn)} and is ${state}.${visit}`;
    })
    .join('\n');
}
