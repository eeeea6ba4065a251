import { Intent } from '@blueprintjs/core';
import { PlusIcon } from '@blueprintjs/icons';
import { type Payroll, payrollFilter, payrollSorts } from '@nimule/core/hr/payroll/schema';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useRead } from '../../../client/use-read.ts';
import { monthFilter, monthsAround } from '../../../parts/months.tsx';
import { RecordList } from '../../../parts/record-list.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { AllowedOrDisabled } from '../../../ui/allowed.tsx';
import { moneyColumn, nameColumn, statusColumn, textColumn } from '../../../ui/table/columns.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { defineFilters } from '../../../ui/table/filters.ts';
import { linkFilter } from '../../../ui/table/link-filter.ts';
import { today } from '../../../ui/today.ts';
import { LISTS } from '../hr-url.ts';
import { usePayrollActions } from './payroll-actions.tsx';

const columns: readonly Column<Payroll>[] = [
  nameColumn('employeeName', 'Employee', 'payrollNumber'),
  {
    id: 'endDate',
    header: 'Period',
    kind: 'date',
    sortable: true,
    cell: ({ payPeriod }) => payPeriod,
  },
  moneyColumn('baseSalary', 'Base salary', { lesser: true }),
  moneyColumn('grossPay', 'Gross', { lesser: true, priority: 3 }),
  moneyColumn('totalDeductions', 'Deductions'),
  moneyColumn('netPay', 'Net pay', { ssp: 'netPaySsp', sortable: true }),
  textColumn('processedBy', 'Processed by', { priority: 4 }),
  statusColumn(),
];

const MONTHS_BACK = 36;
const MONTHS_AHEAD = 1;

function usePayrollList() {
  const [params] = useSearchParams();
  const employeeId = params.get(`${LISTS.payroll}employeeId`);
  const batchId = params.get(`${LISTS.payroll}batchId`);
  const employee = useRead(
    'getEmployee',
    { params: { id: Number(employeeId) } },
    { when: Number(employeeId) > 0 },
  );
  const batch = useRead(
    'getPayrollBatch',
    { params: { id: Number(batchId) } },
    { when: Number(batchId) > 0 },
  );
  const employeeName = employee.data?.fullName;
  const batchNumber = batch.data?.batchNumber;
  const filters = useMemo(
    () =>
      defineFilters(payrollFilter, {
        status: { label: 'Status', all: 'All statuses' },
        month: monthFilter('Month', monthsAround(today(), MONTHS_BACK, MONTHS_AHEAD)),
        ...(employeeId === null
          ? {}
          : { employeeId: linkFilter('Employee', employeeId, employeeName) }),
        ...(batchId === null ? {} : { batchId: linkFilter('Batch', batchId, batchNumber) }),
      }),
    [employeeId, employeeName, batchId, batchNumber],
  );
  return {
    filters,
    sorts: payrollSorts,
    sort: '-endDate',
    prefix: LISTS.payroll,
  };
}

interface PayrollTableProps {
  onProcess: (employee?: { id: number }) => void;
}

/** Payrolls (seeds/001 2). */
export function PayrollTable({ onProcess }: PayrollTableProps) {
  const actions = usePayrollActions();
  const processButton = (
    <AllowedOrDisabled to="payroll.run">
      <ActionButton icon={<PlusIcon />} intent={Intent.PRIMARY} onClick={() => onProcess()}>
        Process Payroll
      </ActionButton>
    </AllowedOrDisabled>
  );
  return (
    <RecordList
      operation="listPayroll"
      label="Payrolls"
      columns={columns}
      rowName="payrollNumber"
      list={usePayrollList()}
      search="Search by number or employee"
      add={processButton}
      exports={{ operation: 'exportPayroll', what: 'The payrolls of this list' }}
      actions={{ of: actions.ofRow, dialog: actions.dialog }}
      onOpen={actions.view}
      empty={{
        title: 'No payroll records yet',
        description: 'Process the payroll of one employee, or of everybody under Months.',
        action: processButton,
      }}
    />
  );
}
