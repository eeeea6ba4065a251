import { Intent } from '@blueprintjs/core';
import { PlusIcon } from '@blueprintjs/icons';
import { type Advance, advanceFilter } from '@nimule/core/hr/payroll/schema-payments';
import { formatMonth } from '@nimule/core/kernel/dates';
import { formatUsd } from '@nimule/core/kernel/money';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useRead } from '../../../client/use-read.ts';
import { RecordList } from '../../../parts/record-list.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { AllowedOrDisabled } from '../../../ui/allowed.tsx';
import { TwoLines } from '../../../ui/layout.tsx';
import { useDialogs } from '../../../ui/overlay/dialogs.ts';
import { dateColumn, moneyColumn, nameColumn } from '../../../ui/table/columns.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { defineFilters } from '../../../ui/table/filters.ts';
import { linkFilter } from '../../../ui/table/link-filter.ts';
import { StatusTag } from '../../../ui/tags.tsx';
import { LISTS } from '../hr-url.ts';
import { accountColumn } from '../payments/paid-columns.tsx';
import { useAdvanceActions } from './advance-actions.tsx';
import { NewAdvanceForm } from './advance-forms.tsx';
import { stateColours, stateLabels, stateOf } from './advance-words.ts';

const columns: readonly Column<Advance>[] = [
  nameColumn('employeeName', 'Employee', 'advanceNumber'),
  dateColumn('advanceDate', 'Date', { sortable: true }),
  moneyColumn('amountUsd', 'Amount'),
  {
    id: 'instalmentUsd',
    header: 'Instalment',
    kind: 'money',
    lesser: true,
    priority: 3,
    cell: ({ instalmentUsd, firstMonth }) => (
      <TwoLines align="right" quiet={`from ${formatMonth(firstMonth)}`}>
        <span className="numeric">{formatUsd(instalmentUsd)}</span>
      </TwoLines>
    ),
  },
  moneyColumn('repaidUsd', 'Repaid', { dashForZero: true }),
  moneyColumn('openUsd', 'Open', { sortable: true, dashForZero: true }),
  { ...accountColumn<Advance>(), priority: 4 },
  {
    id: 'state',
    header: 'Status',
    kind: 'tag',
    priority: 1,
    cell: (advance) => {
      const state = stateOf(advance);
      return <StatusTag status={stateColours[state]} label={stateLabels[state]} />;
    },
  },
];

function useAdvanceList() {
  const [params] = useSearchParams();
  const employeeId = params.get(`${LISTS.advances}employeeId`);
  const employee = useRead(
    'getEmployee',
    { params: { id: Number(employeeId) } },
    { when: Number(employeeId) > 0 },
  );
  const name = employee.data?.fullName;
  const filters = useMemo(
    () =>
      defineFilters(advanceFilter, {
        state: { label: 'Status', all: 'All advances', labels: stateLabels },
        ...(employeeId === null ? {} : { employeeId: linkFilter('Employee', employeeId, name) }),
      }),
    [employeeId, name],
  );
  return {
    filters,
    sorts: ['advanceDate', 'advanceNumber', 'employeeName', 'openUsd'],
    sort: '-advanceDate',
    prefix: LISTS.advances,
  };
}

/** Advances to employees, and what is open of them. */
export function AdvancesView() {
  const actions = useAdvanceActions();
  const { open, dialog } = useDialogs({
    add: (_: undefined, close) => <NewAdvanceForm onClose={close} />,
  });
  const addButton = (
    <AllowedOrDisabled to="payment.record">
      <ActionButton
        icon={<PlusIcon />}
        intent={Intent.PRIMARY}
        onClick={() => open('add', undefined)}
      >
        New advance
      </ActionButton>
    </AllowedOrDisabled>
  );
  return (
    <>
      <RecordList
        operation="listAdvances"
        label="Advances"
        columns={columns}
        rowName="advanceNumber"
        list={useAdvanceList()}
        search="Search by number or employee"
        add={addButton}
        actions={{ of: actions.ofRow, dialog: actions.dialog }}
        onOpen={actions.view}
        empty={{
          title: 'No advances yet',
          description:
            'An advance is paid to an employee and deducted from the following payrolls.',
          action: addButton,
        }}
      />
      {dialog}
    </>
  );
}
