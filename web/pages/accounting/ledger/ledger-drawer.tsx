import { Switch } from '@blueprintjs/core';
import type { LedgerLine } from '@nimule/core/accounting/ledger/schema';
import {
  addMonths,
  formatMonth,
  type IsoMonth,
  isoMonth,
  monthOf,
} from '@nimule/core/kernel/dates';
import { formatSsp, subtractCents } from '@nimule/core/kernel/money';
import { Link, useSearchParams } from 'react-router-dom';
import { useRead } from '../../../client/use-read.ts';
import { LeftOutNote } from '../../../parts/books/left-out-note.tsx';
import { documentPath, sourceLabel } from '../../../parts/books/sources.ts';
import { ExportMenu } from '../../../parts/export-menu.tsx';
import { MonthSelect } from '../../../parts/months.tsx';
import { RecordLink } from '../../../parts/record-links.tsx';
import { Inline, TwoLines } from '../../../ui/layout.tsx';
import { DetailDrawer } from '../../../ui/overlay/detail-drawer.tsx';
import { moneyColumn } from '../../../ui/table/columns.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { useListState } from '../../../ui/table/list-state.ts';
import { today } from '../../../ui/today.ts';
import { DateText, KeyValues, Money } from '../../../ui/values.tsx';
import styles from '../accounting.module.css';
import { LEDGER_LIST, type LedgerKey, withLedger, yearsOffered } from '../accounting-url.ts';

interface LedgerDrawerProps {
  ledger: LedgerKey;
  onClose: () => void;
}

/** The months of the years offered, newest first. */
function monthsOffered(): IsoMonth[] {
  const years = yearsOffered(today());
  const last = isoMonth(`${years.at(-1)}-12`);
  return Array.from({ length: years.length * 12 }, (_, index) => addMonths(last, -index));
}

function columnsOf(inPounds: boolean): readonly Column<LedgerLine>[] {
  return [
    {
      id: 'date',
      header: 'Date',
      kind: 'date',
      sortable: true,
      cell: ({ date }) => <DateText date={date} />,
    },
    {
      id: 'entryNumber',
      header: 'Entry',
      kind: 'id',
      priority: 1,
      cell: ({ entryNumber }) => <RecordLink kind="entry" id={entryNumber} number={entryNumber} />,
    },
    {
      id: 'description',
      header: 'Description',
      cell: (line) => (
        <TwoLines quiet={<Source line={line} />}>
          <span dir="auto" title={line.description}>
            {line.description}
          </span>
        </TwoLines>
      ),
    },
    moneyColumn('debitAmount', 'Debit', { dashForZero: true }),
    moneyColumn('creditAmount', 'Credit', { dashForZero: true }),
    ...(inPounds
      ? [
          {
            id: 'sspAmount',
            header: 'Pounds',
            kind: 'money' as const,
            cell: ({ sspAmount }: LedgerLine) => sspAmount !== null && formatSsp(sspAmount),
          },
        ]
      : []),
    {
      id: 'balance',
      header: 'Balance',
      kind: 'money',
      cell: ({ balance, sspBalance }) => (
        <Money usd={balance} {...(sspBalance === null ? {} : { ssp: sspBalance })} />
      ),
    },
  ];
}

/** The document behind a line, as a link where there is one. */
function Source({ line }: { line: LedgerLine }) {
  const to = documentPath(line);
  const label = [sourceLabel(line.source), line.reference].filter(Boolean).join(' ');
  return to ? <Link to={to}>{label}</Link> : label;
}

/** Drawer with the lines of an account and the balance after each. */
export function LedgerDrawer({ ledger, onClose }: LedgerDrawerProps) {
  const { account: accountCode, from, to, withCash = false } = ledger;
  const [, setParams] = useSearchParams();
  const list = useListState({ sort: 'date', pageSize: 50, prefix: LEDGER_LIST });
  const period = { accountCode, from, to, ...(withCash && { withCash: 'true' }) };
  const read = useRead(
    'accountLedger',
    {
      query: {
        ...period,
        ...list.filter,
        sort: list.sort,
        page: list.page,
        pageSize: list.pageSize,
      },
    },
    { keepPrevious: true },
  );
  const { data } = read;
  const shown = data?.account.code === accountCode ? data : undefined;
  const choose = (changes: Partial<LedgerKey>) =>
    setParams((before) => withLedger(before, { ...ledger, ...changes }));
  const months = monthsOffered();
  const withShown = months.includes(from) && months.includes(to) ? months : [...months, from, to];
  const inPounds = shown?.account.currency === 'SSP';
  return (
    <DetailDrawer
      width={1040}
      title={shown ? `${accountCode} ${shown.account.name}` : `Account ${accountCode}`}
      subtitle={
        <Inline>
          <MonthSelect
            label="From"
            months={withShown}
            value={from}
            onChoose={(month) => choose({ from: month, to: month > to ? month : to })}
          />
          to
          <MonthSelect
            label="To"
            months={withShown}
            value={to}
            onChoose={(month) => choose({ to: month, from: month < from ? month : from })}
          />
        </Inline>
      }
      actions={
        <ExportMenu
          operation="exportLedger"
          list={{ filter: { ...list.filter, ...period }, sort: list.sort }}
          what={`The lines of ${accountCode}`}
          label={`Export the ledger of ${accountCode}`}
        />
      }
      onClose={onClose}
    >
      <LeftOutNote />
      {shown && (
        <KeyValues
          items={[
            {
              label: `Opening, ${formatMonth(from)}`,
              value: <Balance usd={shown.openingBalance} ssp={shown.openingSsp} />,
            },
            { label: 'Debits', value: <Balance usd={shown.debits} ssp={null} /> },
            { label: 'Credits', value: <Balance usd={shown.credits} ssp={null} /> },
            {
              label: `Closing, ${formatMonth(to)}`,
              value: <Balance usd={shown.closingBalance} ssp={shown.closingSsp} />,
            },
            ...(withCash || list.filter.q
              ? [
                  {
                    label: 'Debits of the lines found',
                    value: <Balance usd={shown.foundDebits} ssp={null} />,
                  },
                  {
                    label: 'Credits of the lines found',
                    value: <Balance usd={shown.foundCredits} ssp={null} />,
                  },
                ]
              : []),
            ...(withCash
              ? [
                  {
                    label: 'Cash in, less cash out',
                    value: (
                      <Balance
                        usd={subtractCents(shown.foundCredits, shown.foundDebits)}
                        ssp={null}
                      />
                    ),
                  },
                ]
              : []),
          ]}
        />
      )}
      <DataTable
        label={`Lines of ${accountCode}`}
        columns={columnsOf(inPounds)}
        rowKey={({ entryId, lineNo }) => `${entryId}-${lineNo}`}
        rowName={({ entryNumber }) => entryNumber}
        read={{ ...read, data: shown && { rows: shown.lines, total: shown.total } }}
        list={list}
        search="Search description, reference or entry"
        tools={
          <Switch
            className={styles.inToolbar ?? ''}
            label="Only entries that move cash"
            checked={withCash}
            onChange={(event) => choose({ withCash: event.currentTarget.checked })}
          />
        }
        empty={{
          title: 'No lines in this period',
          description:
            from === to && from === monthOf(today())
              ? 'Nothing has been posted to this account this month.'
              : 'Nothing was posted to this account. Choose a longer period above.',
        }}
      />
    </DetailDrawer>
  );
}

interface BalanceProps {
  usd: LedgerLine['balance'];
  ssp: LedgerLine['sspBalance'];
}

function Balance({ usd, ssp }: BalanceProps) {
  return <Money usd={usd} {...(ssp === null ? {} : { ssp })} align="left" />;
}
