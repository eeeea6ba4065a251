import { Button } from '@blueprintjs/core';
import { PrintIcon } from '@blueprintjs/icons';
import {
  suspendedFilter,
  type SuspendedRow,
  suspendedSorts,
  type SuspendedTotals,
} from '@nimule/core/billing/disconnect/schema-suspended';
import { formatSspSum, formatUsd } from '@nimule/core/kernel/money';
import { useState } from 'react';
import { useRead } from '../../../client/use-read.ts';
import { CustomerStatus } from '../../../parts/billing-tags.tsx';
import { customerColumn } from '../../../parts/record-links.tsx';
import { RecordList } from '../../../parts/record-list.tsx';
import { Stack, TwoLines } from '../../../ui/layout.tsx';
import { moneyColumn } from '../../../ui/table/columns.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { defineFilters } from '../../../ui/table/filters.ts';
import { useListState } from '../../../ui/table/list-state.ts';
import { DateText, PhoneLink } from '../../../ui/values.tsx';
import { useDebtorActions } from './debtor-actions.tsx';
import { PrintSuspended } from './suspended-print.tsx';

const sinceLabels: Record<SuspendedRow['sinceFrom'], string> = {
  recorded: '',
  estimated: 'by older records',
  added: 'added as suspended',
};

/** Name of the user who suspended; empty for the daily job. */
function actorNote({ by, actorName }: SuspendedRow): string {
  return by === 'rule' ? '' : actorName;
}

const columns: readonly Column<SuspendedRow>[] = [
  customerColumn({ sortable: true, priority: 1 }),
  {
    id: 'by',
    header: 'Suspended',
    cell: (row) => (
      <TwoLines quiet={actorNote(row)}>
        <CustomerStatus customer={{ status: 'Suspended', suspendedByRule: row.by === 'rule' }} />
      </TwoLines>
    ),
    priority: 1,
  },
  {
    id: 'since',
    header: 'Since',
    cell: ({ since, sinceFrom }) => (
      <TwoLines quiet={sinceLabels[sinceFrom]}>
        <DateText date={since} />
      </TwoLines>
    ),
    sortable: true,
  },
  {
    id: 'phone',
    header: 'Call',
    cell: ({ phone, customerName }) => (
      <PhoneLink phone={phone} name={customerName} none="No telephone" />
    ),
  },
  moneyColumn('openUsd', 'Open', { ssp: 'openSsp', sortable: true }),
];

const filters = defineFilters(suspendedFilter, {
  by: {
    label: 'Suspended by',
    all: 'By rule or by hand',
    labels: { rule: 'By the rule', hand: 'By hand' },
  },
});

/** '12 suspended: 9 by rule, 3 by hand · $1,250.00 open (SSP 500,000)'. */
function formatTotals({ customers, byRule, byHand, openUsd, openSsp }: SuspendedTotals): string {
  return `${customers} suspended: ${byRule} by rule, ${byHand} by hand · ${formatUsd(openUsd)} open (${formatSspSum(openSsp)})`;
}

const suspended = {
  filters,
  sorts: suspendedSorts,
  sort: '-since',
  prefix: 'suspended-',
} as const;

/** Suspended customers, since when and by whom; can be exported and printed. */
export function SuspendedList() {
  const { filter, sort } = useListState(suspended);
  const actions = useDebtorActions();
  const totals = useRead('suspendedTotals', { query: filter }, { keepPrevious: true });
  const [isPrinting, setPrinting] = useState(false);
  return (
    <Stack>
      <p className="quiet" role="status">
        {totals.data && formatTotals(totals.data)}
      </p>
      <RecordList
        operation="listSuspended"
        label="Customers who are suspended now"
        columns={columns}
        rowKey={({ customerId }) => customerId}
        rowName="customerNumber"
        list={suspended}
        search="Search by name, customer ID or location"
        exports={{ operation: 'exportSuspended', what: 'The suspended customers' }}
        add={
          <Button icon={<PrintIcon />} loading={isPrinting} onClick={() => setPrinting(true)}>
            Print
          </Button>
        }
        actions={actions}
        empty={{
          title: 'Nobody is suspended',
          description: 'Every customer is either connected or has left.',
        }}
      />
      {isPrinting && (
        <PrintSuspended
          filter={filter}
          sort={sort}
          title={totals.data ? formatTotals(totals.data) : ''}
          onDone={() => setPrinting(false)}
        />
      )}
    </Stack>
  );
}
