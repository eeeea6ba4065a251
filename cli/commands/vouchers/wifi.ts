import { defineCommand, text } from '../../command.ts';
import { idByNumber } from '../../find-record.ts';
import { listCommand } from '../../list-command.ts';
import {
  type Column,
  instantText,
  moneyColumn,
  numberColumn,
  printRecord,
  printRows,
  textColumn,
} from '../../output.ts';
import type { Session } from '../../session.ts';

/** When the session expires; for one that was ended, its end. */
const untilColumn: Column<'expiryTime'> = {
  key: 'expiryTime',
  title: 'Until',
  show: (expiryTime, row) => instantText(('endedAt' in row && row.endedAt) || expiryTime),
};

const columns = [
  textColumn('saleNumber', 'Sale'),
  textColumn('soldDate', 'Sold'),
  textColumn('packageName', 'Package'),
  textColumn('phoneNumber', 'Phone'),
  textColumn('provider', 'Paid by'),
  moneyColumn('amountUsd', 'USD'),
  moneyColumn('amountSsp', 'SSP'),
  untilColumn,
  textColumn('status', 'Status'),
] as const;

const byPackage = [
  textColumn('packageName', 'Package'),
  numberColumn('sales', 'Sales'),
  moneyColumn('revenueUsd', 'Revenue USD'),
] as const;

const totals = [
  numberColumn('sales', 'Sales'),
  moneyColumn('revenueUsd', 'Revenue USD'),
  numberColumn('activeSessions', 'Active sessions'),
  numberColumn('failed', 'Payments that failed'),
  numberColumn('inReview', 'Payments to review'),
] as const;

/** The id of a session by the number of its sale, in any case. @throws AppError notFound. */
const findSession = (session: Session, typed: string) =>
  idByNumber(
    session,
    { operation: 'listWifiSessions', field: 'saleNumber', noun: 'WiFi sale', kind: 'wifiSession' },
    typed,
  );

const days = {
  from: text('date', 'Sold from this day'),
  to: text('date', 'Sold up to this day'),
};

export const wifiCommands = [
  listCommand({
    name: 'wifi sessions',
    summary: 'List the WiFi sessions that were sold, newest first',
    operation: 'listWifiSessions',
    columns,
    filters: {
      status: text('status', 'active, expired or ended'),
      packageId: text('package', 'quick, half-day, full-day, weekly or student'),
      ...days,
    },
    examples: [
      'isp wifi sessions --status active',
      'isp wifi sessions --from 2026-11-01 --format csv',
    ],
  }),
  defineCommand({
    name: 'wifi stats',
    summary: 'Show the sales of WiFi in a range of days, by package, and payments that failed',
    options: days,
    answers: true,
    examples: ['isp wifi stats', 'isp wifi stats --from 2026-11-01 --to 2026-11-30'],
    async run({ io, options: { from, to }, format, open }) {
      const query = { ...(from ? { from } : {}), ...(to ? { to } : {}) };
      const { body } = await (await open()).call('getWifiStats', { query });
      await printRecord(io, format, body, totals);
      if (format === 'table') await printRows(io, format, body.byPackage, byPackage);
    },
  }),
  defineCommand({
    name: 'wifi end',
    summary: 'End an active WiFi session before its time',
    args: { sale: { help: 'Number of the sale, such as WF-2026-000001' } },
    answers: true,
    examples: ['isp wifi end WF-2026-000001'],
    async run({ io, args: { sale }, format, open }) {
      const session = await open();
      const params = { id: await findSession(session, sale) };
      const { body } = await session.call('endWifiSession', { params });
      await printRecord(io, format, body, columns);
    },
  }),
];
