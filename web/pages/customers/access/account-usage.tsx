import { HTMLSelect } from '@blueprintjs/core';
import type { AccessAccount } from '@nimule/core/access/schema';
import type { UsageDay } from '@nimule/core/access/schema-sessions';
import { addDays, formatDate, type IsoDate } from '@nimule/core/kernel/dates';
import { useState } from 'react';
import { useRead } from '../../../client/use-read.ts';
import { bytesText } from '../../../parts/access/access-words.ts';
import { ColumnChart } from '../../../ui/chart/column-chart.tsx';
import { Panel } from '../../../ui/page.tsx';
import { Empty, Loaded } from '../../../ui/states.tsx';
import { SmallTable } from '../../../ui/table/small-table.tsx';
import { today } from '../../../ui/today.ts';

const DAYS = 31;
/** Days between two names below the bars. */
const NAMED = 5;

interface Usage extends UsageDay {
  day: IsoDate;
}

/** Each of the last days up to `last`, with zeros where nothing was used. */
export function everyDay(used: readonly UsageDay[], last: IsoDate): readonly Usage[] {
  const byDay = new Map(used.map((row) => [row.day as string, row]));
  return Array.from({ length: DAYS }, (_, at) => {
    const day = addDays(last, at - DAYS + 1);
    const { uploadBytes = 0, downloadBytes = 0 } = byDay.get(day) ?? {};
    return { day, uploadBytes, downloadBytes };
  });
}

const totalOf = ({ uploadBytes, downloadBytes }: UsageDay) => uploadBytes + downloadBytes;

/** What an account used on each of the last 31 days. */
export function AccountUsage({ accounts }: { accounts: readonly AccessAccount[] }) {
  const [chosen, setChosen] = useState<number>();
  const account = accounts.find(({ id }) => id === chosen) ?? accounts[0];
  if (!account) return null;
  return (
    <Panel
      title="Usage of 31 days"
      description="Upload and download together"
      actions={
        accounts.length > 1 && (
          <HTMLSelect
            aria-label="Account"
            value={account.id}
            options={accounts.map(({ id, username }) => ({ value: id, label: username }))}
            onChange={(event) => setChosen(Number(event.target.value))}
          />
        )
      }
    >
      <UsageOf key={account.id} account={account} />
    </Panel>
  );
}

function UsageOf({ account: { id, username } }: { account: AccessAccount }) {
  const read = useRead('accessUsage', { params: { id }, query: { days: DAYS } });
  return (
    <Loaded
      read={read}
      loading="Loading the usage…"
      failed="The usage could not be loaded"
      lines={4}
    >
      {(used) => <UsageChart username={username} days={everyDay(used, today())} />}
    </Loaded>
  );
}

function UsageChart({ username, days }: { username: string; days: readonly Usage[] }) {
  const used = days.filter((day) => totalOf(day) > 0);
  if (used.length === 0)
    return (
      <Empty
        title="Nothing used yet"
        description={`What ${username} uses shows here once a router has reported it.`}
      />
    );
  return (
    <ColumnChart
      isLastOpen
      columns={days.map((day, at) => ({
        id: day.day,
        name: (DAYS - 1 - at) % NAMED === 0 ? String(Number(day.day.slice(-2))) : '',
        value: totalOf(day),
        short: bytesText(totalOf(day)),
        words: `${formatDate(day.day)} ${bytesText(totalOf(day))}`,
      }))}
      numbers={
        <SmallTable
          label={`Usage of ${username} by day`}
          rows={used.toReversed()}
          rowKey={({ day }) => day}
          columns={[
            { header: 'Day', cell: ({ day }) => formatDate(day) },
            {
              header: 'Upload',
              align: 'right',
              cell: ({ uploadBytes }) => bytesText(uploadBytes),
            },
            {
              header: 'Download',
              align: 'right',
              cell: ({ downloadBytes }) => bytesText(downloadBytes),
            },
          ]}
        />
      }
    />
  );
}
