import { addDays } from '@nimule/core/kernel/dates';
import { billFilter, billSorts, type SupplierBill } from '@nimule/core/procurement/bills/schema';
import { useSearchParams } from 'react-router-dom';
import { useRead } from '../../../client/use-read.ts';
import { RecordList } from '../../../parts/record-list.tsx';
import { TwoLines } from '../../../ui/layout.tsx';
import { dateColumn, numberColumn, textColumn } from '../../../ui/table/columns.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { defineFilters } from '../../../ui/table/filters.ts';
import { linkFilter } from '../../../ui/table/link-filter.ts';
import { today } from '../../../ui/today.ts';
import { Money } from '../../../ui/values.tsx';
import { LISTS } from '../procurement-url.ts';
import { billStateLabels, poundsOf } from '../procurement-words.ts';
import { useBillActions } from './bill-actions.tsx';
import { BillStateTag, openText } from './bill-words.tsx';

const columns: readonly Column<SupplierBill>[] = [
  numberColumn('billId', 'Bill', ({ supplierNumber }) => supplierNumber),
  textColumn('supplierName', 'Supplier', { sortable: true }),
  dateColumn('billDate', 'Billed', { sortable: true, lesser: true }),
  dateColumn('dueDate', 'Due', { sortable: true }),
  {
    id: 'total',
    header: 'Total',
    kind: 'money',
    lesser: true,
    cell: (bill) => <Money usd={bill.totalUsd} ssp={poundsOf(bill)} />,
  },
  {
    id: 'openUsd',
    header: 'Open',
    kind: 'money',
    sortable: true,
    cell: (bill) =>
      bill.openAmount === 0 ? (
        <span className="quiet">–</span>
      ) : (
        <TwoLines align="right" quiet={bill.currency}>
          <span className="numeric">{openText(bill)}</span>
        </TwoLines>
      ),
  },
  {
    id: 'state',
    header: 'State',
    kind: 'tag',
    priority: 1,
    cell: (bill) => <BillStateTag bill={bill} />,
  },
];

/** With the supplier of the URL, if there is one, so that it is seen and can be taken off. */
function filtersOf(supplierId: string, name: string | undefined) {
  return defineFilters(billFilter, {
    state: {
      label: 'State',
      all: 'All bills',
      labels: { ...billStateLabels, open: 'Not paid in full', posted: 'Posted' },
    },
    ...(supplierId !== '' && {
      supplierId: linkFilter('Supplier', supplierId, name ?? 'One supplier'),
    }),
    dueBy: { label: 'Due by' },
  });
}

/** One supplier is chosen by a link to its bills; the search finds suppliers by name. */
export function useBillList() {
  const [params] = useSearchParams();
  const supplierId = params.get(`${LISTS.bills}supplierId`) ?? '';
  const id = Number(supplierId);
  const supplier = useRead(
    'getSupplier',
    { params: { id } },
    { when: Number.isSafeInteger(id) && id > 0 },
  );
  return {
    filters: filtersOf(supplierId, supplier.data?.name),
    sorts: billSorts,
    sort: '-billDate',
    prefix: LISTS.bills,
  };
}

/** The filter of what is due within seven days. */
export function dueThisWeek(): Record<string, string> {
  return {
    [`${LISTS.bills}state`]: 'open',
    [`${LISTS.bills}dueBy`]: addDays(today(), 7),
  };
}

/** Supplier bills, newest first. */
export function BillsTable({ onView }: { onView: (bill: { id: number }) => void }) {
  const actions = useBillActions(onView);
  return (
    <RecordList
      operation="listBills"
      label="Supplier bills"
      many="bills"
      columns={columns}
      rowName="billId"
      list={useBillList()}
      search="Search by number or supplier"
      exports="exportBills"
      actions={actions}
      onOpen={onView}
      empty={{
        title: 'No supplier bills yet',
        description: 'A bill is recorded against goods that came.',
      }}
    />
  );
}
