import { formatUsd } from '../../kernel/money.ts';
import type { LostCounts } from './queries.ts';

/** One kind of what is lost with a key. */
export interface Loss {
  what: string;
  count: number;
  consequence: string;
}

/** What is lost, kind by kind; empty where nothing is (decision 83). */
export function lossesOf(lost: LostCounts): Loss[] {
  const all: Loss[] = [
    {
      what: 'unused vouchers',
      count: lost.unusedVouchers,
      consequence: `their codes are refused; ${formatUsd(lost.unusedCents)} was paid for them: take them back (isp vouchers void) and sell others`,
    },
    {
      what: 'used, lapsed or voided vouchers',
      count: lost.otherVouchers,
      consequence: 'their codes are not shown any more',
    },
    {
      what: 'running WiFi sessions',
      count: lost.runningSessions,
      consequence: 'a visitor who signs in again needs a new code',
    },
    {
      what: 'SNMP credentials of nodes',
      count: lost.nodes,
      consequence: 'type them again; until then these nodes are measured by ping alone',
    },
    {
      what: 'passwords of access accounts',
      count: lost.accounts,
      consequence:
        'customers still sign in with them; they are not shown any more: renew those that are asked for',
    },
    {
      what: 'secrets of routers',
      count: lost.routers,
      consequence: 'FreeRADIUS cannot be configured anew: renew them, and set them at the routers',
    },
    {
      what: 'waiting messages with a code',
      count: lost.messages,
      consequence: 'they fail when they are due',
    },
    {
      what: 'WiFi purchases that wait for mobile money',
      count: lost.purchases,
      consequence: 'the visitors cannot fetch their codes',
    },
  ];
  return all.filter(({ count }) => count > 0);
}
