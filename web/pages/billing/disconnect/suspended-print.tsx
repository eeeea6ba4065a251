import type { SuspendedRow } from '@nimule/core/billing/disconnect/schema-suspended';
import { formatDate } from '@nimule/core/kernel/dates';
import { formatUsd } from '@nimule/core/kernel/money';
import { MAX_PAGE_SIZE, type SortText } from '@nimule/core/kernel/paging';
import { localPhone } from '@nimule/core/kernel/phone';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../client/call.ts';
import { ClientError } from '../../../client/errors.ts';
import { PrintedSheet } from '../../../ui/overlay/printed-sheet.tsx';
import { toastError, toastFailure } from '../../../ui/overlay/toaster.tsx';
import { today } from '../../../ui/today.ts';

/** Maximum pages of the server to print; the export has all rows. */
const MAX_PAGES = 5;

type Filter = Record<string, string | undefined>;
type Sort = SortText<'since' | 'openUsd' | 'customerName'>;

async function readAll(
  filter: Filter,
  sort: Sort,
): Promise<{ rows: SuspendedRow[]; isCut: boolean }> {
  const rows: SuspendedRow[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const query = { ...filter, sort, page, pageSize: MAX_PAGE_SIZE };
    const answer = await call('listSuspended', { query });
    rows.push(...answer.rows);
    if (answer.rows.length < MAX_PAGE_SIZE) return { rows, isCut: false };
  }
  return { rows, isCut: true };
}

interface PrintSuspendedProps {
  filter: Filter;
  sort: Sort;
  /** Totals, shown below the heading. */
  title: string;
  /** Called after printing, cancel or failure. */
  onDone: () => void;
}

/** Reads the filtered list and prints it. */
export function PrintSuspended({ filter, sort, title, onDone }: PrintSuspendedProps) {
  const [rows, setRows] = useState<SuspendedRow[]>();
  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    readAll(filter, sort).then(
      (all) => {
        if (all.isCut)
          toastError(`The first ${all.rows.length} are printed. Export the list for all of them.`);
        setRows(all.rows);
      },
      (error) => {
        onDone();
        if (error instanceof ClientError) toastFailure(error, 'Printing Failed');
        else reportError(error);
      },
    );
  }, [filter, sort, onDone]);
  if (!rows) return null;
  return (
    <PrintedSheet
      title={`Suspended customers, ${formatDate(today())}`}
      subtitle={title}
      columns={['Customer', 'Name', 'Phone', 'Location', 'Suspended', 'Since', 'Open']}
      rightFrom={6}
      rows={rows.map((row) => [
        row.customerNumber,
        row.customerName,
        localPhone(row.phone),
        row.location,
        row.by === 'rule' ? 'by rule' : 'by hand',
        formatDate(row.since),
        formatUsd(row.openUsd),
      ])}
      onDone={onDone}
    />
  );
}
