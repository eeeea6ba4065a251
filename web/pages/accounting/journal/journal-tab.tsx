import { PlusIcon, RepeatIcon } from '@blueprintjs/icons';
import { type JournalEntry, journalFilter, LEAF_LEVEL } from '@nimule/core/accounting/schema';
import { formatMonth, type IsoMonth } from '@nimule/core/kernel/dates';
import { useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { useRead } from '../../../client/use-read.ts';
import { documentPath, filteredSources, sourceLabel } from '../../../parts/books/sources.ts';
import { RecordLink } from '../../../parts/record-links.tsx';
import { RecordList } from '../../../parts/record-list.tsx';
import { useShownNumber } from '../../../parts/shown-record.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { AllowedOrDisabled } from '../../../ui/allowed.tsx';
import { dateColumn, moneyColumn, statusColumn, textColumn } from '../../../ui/table/columns.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { defineFilters } from '../../../ui/table/filters.ts';
import { periodOfMonth } from '../accounting-url.ts';
import { RecurringDrawer } from '../entry/recurring-drawer.tsx';

const columns: readonly Column<JournalEntry>[] = [
  {
    id: 'entryId',
    header: 'Entry',
    kind: 'id',
    priority: 1,
    sortable: true,
    cell: ({ entryId }) => <RecordLink kind="entry" id={entryId} number={entryId} />,
  },
  dateColumn('entryDate', 'Date', { sortable: true }),
  textColumn('description', 'Description'),
  {
    id: 'reference',
    header: 'Reference',
    priority: 3,
    cell: (entry) => {
      const to = documentPath(entry);
      return to && entry.reference !== '' ? (
        <Link to={to}>{entry.reference}</Link>
      ) : (
        entry.reference
      );
    },
  },
  {
    id: 'source',
    header: 'Source',
    priority: 4,
    cell: ({ source }) => sourceLabel(source),
  },
  statusColumn({ lesser: true, priority: 2 }),
  moneyColumn('totalDebit', 'Amount', { sortable: true, priority: 1 }),
];

/** The entries of a month: searched, filtered by account and source, paged (seeds/001 2). */
export function JournalTab({ month, onNew }: { month: IsoMonth; onNew: () => void }) {
  const accounts = useRead('listAccounts').data;
  const [showsRecurring, setRecurring] = useState(false);
  const filters = useMemo(
    () =>
      defineFilters(journalFilter, {
        accountCode: {
          label: 'Account',
          all: 'All accounts',
          options:
            accounts?.filter(({ level }) => level === LEAF_LEVEL).map(({ code }) => code) ?? [],
          labels: (code) => {
            const found = accounts?.find((account) => account.code === code);
            return found ? `${code} ${found.name}` : code;
          },
          takesAny: true,
        },
        source: {
          label: 'Source',
          all: 'All sources',
          options: filteredSources,
          labels: sourceLabel,
        },
      }),
    [accounts],
  );
  const { show } = useShownNumber('entry');
  return (
    <>
      <RecordList
        operation="listJournalEntries"
        label={`Journal of ${formatMonth(month)}`}
        columns={columns}
        rowName="entryId"
        list={{ filters, sorts: ['entryDate', 'entryId', 'totalDebit'], sort: '-entryDate' }}
        query={periodOfMonth(month)}
        search="Search entry, description or reference"
        onOpen={({ entryId }) => show(entryId)}
        tools={
          <ActionButton icon={<RepeatIcon />} onClick={() => setRecurring(true)}>
            Recurring
          </ActionButton>
        }
        empty={{
          title: 'No journal entries yet. Create your first double-entry transaction.',
          description: `Nothing is posted in ${formatMonth(month)}.`,
          action: (
            <AllowedOrDisabled to="journal.post">
              <ActionButton icon={<PlusIcon />} onClick={onNew}>
                New Journal Entry
              </ActionButton>
            </AllowedOrDisabled>
          ),
        }}
      />
      {showsRecurring && <RecurringDrawer onClose={() => setRecurring(false)} />}
    </>
  );
}
