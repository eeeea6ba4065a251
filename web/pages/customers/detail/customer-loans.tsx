import { PlusIcon } from '@blueprintjs/icons';
import type { Customer } from '@nimule/core/customers/schema';
import { type Loan, loanFilter } from '@nimule/core/sales/schema';
import { useState } from 'react';
import { IssueForm } from '../../../parts/loans/issue-form.tsx';
import { useLoanActions } from '../../../parts/loans/loan-actions.tsx';
import { Device, LoanStatusTag, loanStatusLabels } from '../../../parts/loans/loan-words.tsx';
import { RecordList } from '../../../parts/record-list.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { AllowedOrDisabled } from '../../../ui/allowed.tsx';
import { dateColumn, idColumn, moneyColumn } from '../../../ui/table/columns.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { defineFilters } from '../../../ui/table/filters.ts';
import { OF_DETAIL } from './links.ts';

const columns: readonly Column<Loan>[] = [
  idColumn('loanNumber', 'Loan', { plain: true }),
  {
    id: 'status',
    header: 'Status',
    kind: 'tag',
    priority: 1,
    cell: (loan) => <LoanStatusTag loan={loan} />,
  },
  { id: 'description', header: 'Equipment', cell: (loan) => <Device loan={loan} /> },
  dateColumn('issuedOn', 'Issued'),
  dateColumn('endedOn', 'Taken back', { lesser: true }),
  moneyColumn('valueUsd', 'Value', { lesser: true }),
];

const filters = defineFilters(loanFilter, {
  status: { label: 'Status', all: 'All statuses', labels: loanStatusLabels },
});

/** Equipment of the company at the customer. */
export function CustomerLoans({ customer }: { customer: Customer }) {
  const [isIssuing, setIssuing] = useState(false);
  const actions = useLoanActions();
  const { id, name, status } = customer;
  return (
    <>
      <RecordList
        operation="listLoans"
        label={`Equipment at ${name}`}
        columns={columns}
        rowName="loanNumber"
        list={{ filters, sort: '-issuedOn', prefix: `${OF_DETAIL}loans-` }}
        query={{ customerId: id }}
        actions={actions}
        tools={
          <AllowedOrDisabled to="loan.write">
            <ActionButton
              icon={<PlusIcon />}
              disabledReason={
                status === 'Inactive' ? 'Equipment is not issued to Inactive customers.' : undefined
              }
              onClick={() => setIssuing(true)}
            >
              Issue equipment
            </ActionButton>
          </AllowedOrDisabled>
        }
        empty={{
          title: 'No equipment on loan',
          description: 'Routers and radios that the company lends to the customer are listed here.',
        }}
      />
      {isIssuing && <IssueForm customer={customer} onClose={() => setIssuing(false)} />}
    </>
  );
}
