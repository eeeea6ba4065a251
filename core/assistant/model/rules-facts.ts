import { dateInJuba, formatDate, timeInJuba } from '../../kernel/dates.ts';
import type { CustomerFacts } from '../facts/rules.ts';

/** What a language model is told of a customer, by lines. */
export interface ModelFacts {
  lines: string[];
  /** Those without a text that somebody typed: a reply may repeat them. */
  computed: string[];
}

/**
 * The facts of a customer about the service, with dates as they may be repeated; they name nobody else. Money is left out:
 * the local driver alone speaks about it (decision 80).
 */
export function factsOf(facts: CustomerFacts): ModelFacts {
  const { company, customer, node } = facts;
  const typed = [
    `Customer ${customer.customerId}, ${customer.name}, in ${customer.location}, since ${formatDate(customer.serviceStartDate)}.`,
  ];
  const computed = [
    `Today is ${formatDate(facts.today)}.`,
    `Company: ${company.name}, telephone ${company.phone}, e-mail ${company.email}.`,
    `Package ${customer.packageType}, ${customer.bandwidthMbps} Mbps.`,
    `Service status: ${customer.status}${customer.statusSince ? ` since ${formatDate(customer.statusSince)}` : ''}.`,
  ];
  if (node) {
    typed.push(`Network node ${node.name}.`);
    const reach =
      node.isReachable === null ? '' : node.isReachable ? ', reachable' : ', not reachable';
    computed.push(`The network node is ${node.status}${reach}.`);
    if (node.outage)
      computed.push(
        `Outage: ${node.outage.kind}, since ${formatDate(dateInJuba(node.outage.since))} ${timeInJuba(node.outage.since)}.`,
      );
    if (node.utilization !== null)
      computed.push(`Its capacity is used by ${node.utilization} percent.`);
  }
  for (const { ticketId, title, status, openedOn, visitDate } of facts.tickets) {
    typed.push(`Ticket ${ticketId} is about: ${title}.`);
    computed.push(
      `Ticket ${ticketId}: ${status.replace('_', ' ')}, opened ${formatDate(openedOn)}${visitDate ? `, visit on ${formatDate(visitDate)}` : ''}.`,
    );
  }
  return { lines: [...computed, ...typed], computed };
}
