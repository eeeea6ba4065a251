import { Button } from '@blueprintjs/core';
import { CaretDownIcon, ExportIcon, PrintIcon } from '@blueprintjs/icons';
import {
  type SuspendedRow,
  type SuspendedTotals,
  suspendedSorts,
} from '@nimule/core/billing/disconnect/schema-suspended';
import { formatSspSum, formatUsd } from '@nimule/core/kernel/money';
import { exportFormats } from '@nimule/core/kernel/paging';
import { useState } from 'react';
import { download } from '../../../client/download.ts';
import { ClientError } from '../../../client/errors.ts';
import { useList } from '../../../client/use-list.ts';
import { useRead } from '../../../client/use-read.ts';
import { statusInWords } from '../../../parts/customer-status.tsx';
import { ActionMenu } from '../../../ui/overlay/action-menu.tsx';
import { toast, toastFailure } from '../../../ui/overlay/toaster.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { useListState } from '../../../ui/table/list-state.ts';
import { StatusTag } from '../../../ui/tags.tsx';
import { DateText, Money } from '../../../ui/values.tsx';
import styles from '../billing.module.css';
import { CustomerLink } from '../record-links.tsx';
import { CallLink } from './call-link.tsx';
import { useDebtorActions } from './debtor-actions.tsx';
import { PrintSuspended } from './suspended-print.tsx';

const sinceNotes: Record<SuspendedRow['sinceFrom'], string> = {
  recorded: '',
  estimated: 'by older records',
  added: 'added as suspended',
};

/** By whom, as far as it is known: the daily job is known by the rule alone. */
function whoOf({ by, actorName }: SuspendedRow): string {
  return by === 'rule' ? '' : actorName;
}

const columns: readonly Column<SuspendedRow>[] = [
  {
    id: 'customerName',
    header: 'Customer',
    cell: ({ customerNumber, customerName }) => (
      <CustomerLink number={customerNumber} name={customerName} />
    ),
    sortable: true,
    priority: 1,
  },
  {
    id: 'by',
    header: 'Suspended',
    cell: (row) => (
      <span className={styles.twoLines}>
        <span>
          <StatusTag
            status="suspended"
            label={statusInWords({ status: 'Suspended', suspendedByRule: row.by === 'rule' })}
          />
        </span>
        {whoOf(row) && <span className="quiet">{whoOf(row)}</span>}
      </span>
    ),
    priority: 1,
  },
  {
    id: 'since',
    header: 'Since',
    cell: ({ since, sinceFrom }) => (
      <span className={styles.twoLines}>
        <DateText date={since} />
        {sinceNotes[sinceFrom] && <span className="quiet">{sinceNotes[sinceFrom]}</span>}
      </span>
    ),
    sortable: true,
  },
  {
    id: 'phone',
    header: 'Call',
    cell: ({ phone, customerName }) => <CallLink phone={phone} name={customerName} />,
  },
  {
    id: 'openUsd',
    header: 'Open',
    cell: ({ openUsd, openSsp }) => <Money usd={openUsd} ssp={openSsp} />,
    align: 'right',
    sortable: true,
  },
];

const filters = [
  {
    name: 'by',
    label: 'Suspended by',
    options: [
      { value: 'all', label: 'By rule or by hand' },
      { value: 'rule', label: 'By the rule' },
      { value: 'hand', label: 'By hand' },
    ],
  },
];

/** '12 suspended: 9 by rule, 3 by hand · $1,250.00 open (SSP 500,000)'. */
export function totalsInWords({
  customers,
  byRule,
  byHand,
  openUsd,
  openSsp,
}: SuspendedTotals): string {
  return `${customers} suspended: ${byRule} by rule, ${byHand} by hand · ${formatUsd(openUsd)} open (${formatSspSum(openSsp)})`;
}

const formatLabels = { xlsx: 'Excel workbook (.xlsx)', csv: 'Text file (.csv)' } as const;

/** Whose service is off now, since when and why: to be called, and handed to who goes out. */
export function SuspendedList() {
  const list = useListState({
    filters: { by: ['all', 'rule', 'hand'] },
    sorts: suspendedSorts,
    sort: '-since',
    prefix: 'suspended-',
  });
  const actions = useDebtorActions();
  const read = useList('listSuspended', list);
  const totals = useRead('suspendedTotals', { query: list.filter }, { keepPrevious: true });
  const [isPrinting, setPrinting] = useState(false);
  const save = (format: (typeof exportFormats)[number]) => {
    toast('Export Started', `The suspended customers are being written as .${format}.`);
    download(
      'exportSuspended',
      { query: { ...list.filter, sort: list.sort, format } },
      `suspended.${format}`,
    ).catch((error) => {
      if (error instanceof ClientError) toastFailure(error, 'Export Failed');
      else reportError(error);
    });
  };
  return (
    <div className={styles.stack}>
      <p className="quiet" role="status">
        {totals.data && totalsInWords(totals.data)}
      </p>
      <DataTable
        label="Customers who are suspended now"
        columns={columns}
        rowKey={({ customerId }) => customerId}
        rowName={({ customerNumber }) => customerNumber}
        read={read}
        list={list}
        search="Search by name, customer ID or location"
        filters={filters}
        tools={
          <>
            <ActionMenu
              label="Export the list"
              actions={exportFormats.map((format) => ({
                label: formatLabels[format],
                onClick: () => save(format),
              }))}
            >
              <Button icon={<ExportIcon />} endIcon={<CaretDownIcon />}>
                Export
              </Button>
            </ActionMenu>
            <Button icon={<PrintIcon />} loading={isPrinting} onClick={() => setPrinting(true)}>
              Print
            </Button>
          </>
        }
        actions={actions.of}
        empty={{
          title: 'Nobody is suspended',
          description: 'Every customer is either connected or has left.',
        }}
      />
      {actions.dialog}
      {isPrinting && (
        <PrintSuspended
          filter={list.filter}
          sort={list.sort}
          title={totals.data ? totalsInWords(totals.data) : ''}
          onDone={() => setPrinting(false)}
        />
      )}
    </div>
  );
}
