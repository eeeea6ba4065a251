import { fixedPackages } from '../../customers/schema-packages.ts';
import { formatUsd } from '../../kernel/money.ts';
import type { CustomerFacts } from '../facts/rules.ts';
import { suspendedAnswer } from './rules-answers-billing.ts';
import { isCongested, isInMaintenance, isNodeDown } from './rules-causes.ts';
import { amount, joined, NO_END_KNOWN, outageText, reach, ticketText } from './rules-say.ts';

/** Why there is no internet, where the facts say it; undefined where the cause must be searched at the router. */
export function causeText(facts: CustomerFacts): string | undefined {
  if (facts.customer.status !== 'Active') return suspendedAnswer(facts);
  if (isNodeDown(facts) || isInMaintenance(facts)) return joined(outageText(facts), NO_END_KNOWN);
  return undefined;
}

/** Open tickets about the internet, so that nobody reports twice. */
export function openWorkText(facts: CustomerFacts): string {
  const ours = facts.tickets.filter(({ issueType }) => issueType !== 'billing');
  return ours.length === 0
    ? ''
    : joined('This is already reported:', ticketText({ ...facts, tickets: ours }));
}

export function packageText(facts: CustomerFacts): string {
  const { packageType, bandwidthMbps, monthlyFeeUsd } = facts.customer;
  const speed = bandwidthMbps > 0 ? ` with up to ${bandwidthMbps} Mbps` : '';
  const fee = monthlyFeeUsd > 0 ? ` for ${amount(facts, monthlyFeeUsd)} a month` : '';
  return `Your package is ${packageType}${speed}${fee}.`;
}

export function congestionText(facts: CustomerFacts): string {
  const { node } = facts;
  if (!node || !isCongested(facts)) return '';
  const use = node.utilization === null ? '' : `: ${node.utilization}% of its capacity is in use`;
  const state = node.outage ? node.outage.kind : 'heavily used';
  return `${node.name}, which connects you, is ${state} at the moment${use}. This can be the reason.`;
}

export function pricesText(facts: CustomerFacts): string {
  const lines = fixedPackages.map(
    ({ name, bandwidth, monthlyFee }) => `- ${name} ${bandwidth} Mbps: ${formatUsd(monthlyFee)}`,
  );
  return joined(packageText(facts), `Our packages, with the fee of a month:\n${lines.join('\n')}`);
}

export function outageAnswer(facts: CustomerFacts): string {
  const { node } = facts;
  if (isNodeDown(facts) || isInMaintenance(facts)) return joined(outageText(facts), NO_END_KNOWN);
  if (!node)
    return 'I do not know which part of our network connects you, so I cannot see whether it has a fault.';
  return joined(
    `I see no outage at the moment: ${node.name}, which connects you, is in operation.`,
    congestionText(facts),
    facts.customer.status === 'Active' ? '' : suspendedAnswer(facts),
  );
}

export function ticketAnswer(facts: CustomerFacts): string {
  if (facts.tickets.length > 0) return ticketText(facts);
  return 'There is no open ticket on your account. Tell me what is wrong, or write "person", and one is opened.';
}

export function contactAnswer(facts: CustomerFacts): string {
  const known = reach(facts);
  return joined(
    known,
    'I do not know the opening hours and the way to the office. Ask there, or write "person".',
  );
}
