import { Button, Intent } from '@blueprintjs/core';
import { type Loan, loanFilter, loanSorts } from '@nimule/core/sales/schema';
import { useLoanActions } from '../../../parts/loans/loan-actions.tsx';
import { Device, LoanStatusTag, loanStatusLabels } from '../../../parts/loans/loan-words.tsx';
import { customerColumn } from '../../../parts/record-links.tsx';
import { RecordList } from '../../../parts/record-list.tsx';
import { Allowed } from '../../../ui/allowed.tsx';
import { TwoLines } from '../../../ui/layout.tsx';
import { idColumn, moneyColumn } from '../../../ui/table/columns.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { defineFilters } from '../../../ui/table/filters.ts';
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
  const actions = useLoanActions();
  return (
    <RecordList
      operation="listLoans"
      label="Equipment on loan"
      many="loans"
      columns={columns}
      rowName="loanNumber"
      list={{ filters, sorts: loanSorts, sort: '-issuedOn', prefix: 'loans-' }}
      search="Search by customer, device, serial number or MAC"
      exports="exportLoans"
      actions={actions}
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
    />
  );
}
