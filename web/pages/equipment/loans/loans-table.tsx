import { Button, Intent } from '@blueprintjs/core';
import { type Loan, loanFilter, loanSorts } from '@nimule/core/sales/schema';
import { useList } from '../../../client/use-list.ts';
import { ExportMenu } from '../../../parts/export-menu.tsx';
import { useLoanActions } from '../../../parts/loans/loan-actions.tsx';
import { Device, LoanStatusTag, loanStatusLabels } from '../../../parts/loans/loan-words.tsx';
import { customerColumn } from '../../../parts/record-links.tsx';
import { Allowed } from '../../../ui/allowed.tsx';
import { TwoLines } from '../../../ui/layout.tsx';
import { idColumn, moneyColumn } from '../../../ui/table/columns.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { defineFilters } from '../../../ui/table/filters.ts';
import { useListState } from '../../../ui/table/list-state.ts';
import { DateText, PhoneLink } from '../../../ui/values.tsx';

const columns: readonly Column<Loan>[] = [
  idColumn('loanNumber', 'Loan', { sortable: true, plain: true }),
  {
    id: 'status',
    header: 'Status',
    kind: 'tag',
    priority: 1,
    cell: (loan) => <LoanStatusTag loan={loan} />,
  },
  {
    id: 'description',
    header: 'Equipment',
    sortable: true,
    cell: (loan) => <Device loan={loan} />,
  },
  customerColumn({ sortable: true }),
  {
    id: 'phone',
    header: 'Telephone',
    lesser: true,
    cell: ({ customerPhone }) => <PhoneLink phone={customerPhone} />,
  },
  {
    id: 'location',
    header: 'Location',
    sortable: true,
    lesser: true,
    cell: ({ customerLocation }) => customerLocation ?? '–',
  },
  {
    id: 'issuedOn',
    header: 'Issued',
    kind: 'date',
    sortable: true,
    lesser: true,
    cell: ({ issuedOn, issuedBy }) => (
      <TwoLines quiet={<bdi>{issuedBy}</bdi>}>
        <DateText date={issuedOn} />
      </TwoLines>
    ),
  },
  {
    id: 'endedOn',
    header: 'Taken back',
    kind: 'date',
    priority: 3,
    cell: ({ endedOn, endedBy }) => (
      <TwoLines quiet={endedBy !== '' && <bdi>{endedBy}</bdi>}>
        <DateText date={endedOn} />
      </TwoLines>
    ),
  },
  moneyColumn('valueUsd', 'Value', { lesser: true }),
];

const filters = defineFilters(loanFilter, {
  status: { label: 'Status', all: 'All statuses', labels: loanStatusLabels },
  location: { label: 'Location', all: 'All locations' },
});

/** Equipment on loan and what was taken back, newest first. */
export function LoansTable({ onIssue }: { onIssue: () => void }) {
  const list = useListState({ filters, sorts: loanSorts, sort: '-issuedOn', prefix: 'loans-' });
  const read = useList('listLoans', list);
  const actions = useLoanActions();
  return (
    <>
      <DataTable
        label="Equipment on loan"
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ loanNumber }) => loanNumber}
        read={read}
        list={list}
        search="Search by customer, device, serial number or MAC"
        tools={<ExportMenu operation="exportLoans" list={list} what="The loans of this list" />}
        actions={actions.of}
        empty={{
          title: 'Nothing is on loan yet',
          description: 'Routers and radios that customers get on loan are listed here.',
          action: (
            <Allowed to="loan.write">
              <Button intent={Intent.PRIMARY} onClick={onIssue}>
                Issue the first
              </Button>
            </Allowed>
          ),
        }}
        noMatch={{
          title: 'No loans found',
          description: 'No loans match your current search and filters.',
        }}
      />
      {actions.dialog}
    </>
  );
}
