import { formatInstant } from '../../kernel/dates.ts';
import type { Ticket } from '../schema.ts';

/** What a ticket says of an alarm. */
export interface AlarmFacts {
  nodeName: string;
  location: string;
  kind: 'down' | 'utilisation' | 'latency' | 'loss';
  beganAt: Date;
  /** Percent or milliseconds; null for 'down'. */
  value: number | null;
  threshold: number | null;
  isParent: boolean;
}

const MANY_CUSTOMERS = 10;

const kinds = {
  down: { title: 'Outage', what: 'is not reachable', unit: '' },
  utilisation: { title: 'High utilisation', what: 'is used to', unit: '%' },
  latency: { title: 'High latency', what: 'answers after', unit: ' ms' },
  loss: { title: 'Packet loss', what: 'loses', unit: '% of packets' },
} as const;

function affectedInWords({ count, names }: { count: number; names: readonly string[] }): string {
  if (count === 0) return 'No customers are affected.';
  const more = count > names.length ? `\n… and ${count - names.length} more` : '';
  return `Affected customers (${count}):\n${names.join('\n')}${more}`;
}

/**
 * The ticket of an alarm: an outage is critical if it affects 10 customers or other nodes, else high; what is measured
 * above a threshold is of medium priority.
 */
export function alarmTicket(
  alarm: AlarmFacts,
  affected: { count: number; names: readonly string[] },
): Pick<Ticket, 'title' | 'description' | 'issueType' | 'priority'> {
  const { nodeName, location, kind, beganAt, value, threshold, isParent } = alarm;
  const { title, what, unit } = kinds[kind];
  const isLarge = isParent || affected.count >= MANY_CUSTOMERS;
  const measured =
    value === null ? '' : ` ${value}${unit}${threshold === null ? '' : ` (limit ${threshold})`}`;
  const description = [
    `${nodeName} in ${location} ${what}${measured}.`,
    `Since ${formatInstant(beganAt)}.`,
    '',
    affectedInWords(affected),
  ].join('\n');
  return {
    title: `${title}: ${nodeName}`,
    description,
    issueType: kind === 'down' ? 'connection' : 'speed',
    priority: kind !== 'down' ? 'medium' : isLarge ? 'critical' : 'high',
  };
}

/** How an alarm ended, as the comment and the resolution of its ticket. */
export function endOfAlarm(
  { kind, endReason }: Pick<AlarmFacts, 'kind'> & { endReason: string },
  duration: string,
): string {
  const what = kind === 'down' ? 'outage' : 'alarm';
  switch (endReason) {
    case 'maintenance':
      return `The node was set to maintenance, ${duration} after the ${what} began. Whether it is over is measured afterwards.`;
    case 'retired':
      return `The ${what} ended after ${duration}: the node was retired.`;
    case 'parent':
      return `The ${what} ended after ${duration}: the node above is down, which has a ticket of its own.`;
    case 'unpolled':
      return `The node is no longer measured, ${duration} after the ${what} began. Whether it is over is not known.`;
    default:
      return `The ${what} ended on its own after ${duration}.`;
  }
}
