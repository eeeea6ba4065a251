import { Intent } from '@blueprintjs/core';
import { PlusIcon } from '@blueprintjs/icons';
import { type LeaveRequest, leaveFilter, leaveTypeNames } from '@nimule/core/hr/leave/schema';
import { useMemo } from 'react';
import { useRead } from '../../../client/use-read.ts';
import { decimalText, LeavePeriod } from '../../../parts/leave/leave-words.tsx';
import { monthFilter, monthsAround } from '../../../parts/months.tsx';
import { RecordList } from '../../../parts/record-list.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { AllowedOrDisabled } from '../../../ui/allowed.tsx';
import { Tags, TwoLines } from '../../../ui/layout.tsx';
import { dateColumn, nameColumn, textColumn } from '../../../ui/table/columns.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { defineFilters } from '../../../ui/table/filters.ts';
import { StatusTag, WarningTag } from '../../../ui/tags.tsx';
import { today } from '../../../ui/today.ts';
import { departmentFilter } from '../departments/department-filter.ts';
import { LISTS } from '../hr-url.ts';
import { useLeaveActions } from './leave-actions.tsx';

const columns: readonly Column<LeaveRequest>[] = [
  nameColumn('employeeName', 'Employee', ({ department }) => department),
  {
    id: 'startDate',
    header: 'Leave',
    kind: 'date',
    sortable: true,
    cell: (request) => (
      <TwoLines quiet={request.leaveTypeName}>
        <LeavePeriod {...request} />
      </TwoLines>
    ),
  },
  {
    id: 'daysRequested',
    header: 'Days',
    kind: 'count',
    sortable: true,
    cell: ({ daysRequested }) => decimalText(daysRequested),
  },
  textColumn('reason', 'Reason', { lesser: true, priority: 3 }),
  dateColumn('requestDate', 'Requested', { sortable: true, lesser: true, priority: 3 }),
  textColumn('approvedBy', 'Decided by', { priority: 4 }),
  {
    id: 'status',
    header: 'Status',
    kind: 'tag',
    priority: 1,
    cell: ({ status, warning }) => (
      <Tags>
        <StatusTag status={status} />
        {warning !== '' && <WarningTag reason={warning}>beyond limit</WarningTag>}
      </Tags>
    ),
  },
];

const MONTHS_BACK = 24;
const MONTHS_AHEAD = 12;

function useLeaveList() {
  const { data: departments } = useRead('listDepartments');
  const filters = useMemo(
    () =>
      defineFilters(leaveFilter, {
        status: { label: 'Status', all: 'All statuses' },
        leaveType: { label: 'Leave type', all: 'All leave types', labels: leaveTypeNames },
        departmentId: departmentFilter(departments),
        month: monthFilter('Month', monthsAround(today(), MONTHS_BACK, MONTHS_AHEAD)),
      }),
    [departments],
  );
  return {
    filters,
    sorts: ['startDate', 'requestDate', 'employeeName', 'daysRequested'],
    sort: '-startDate',
    prefix: LISTS.leave,
  };
}

interface LeaveTableProps {
  onView: (request: { id: number }) => void;
  onNew: () => void;
}

/** Leave requests (seeds/001 2). */
export function LeaveTable({ onView, onNew }: LeaveTableProps) {
  const actions = useLeaveActions(onView);
  const newRequest = (
    <AllowedOrDisabled to="hr.write">
      <ActionButton icon={<PlusIcon />} intent={Intent.PRIMARY} onClick={onNew}>
        New Leave Request
      </ActionButton>
    </AllowedOrDisabled>
  );
  return (
    <RecordList
      operation="listLeaveRequests"
      label="Leave requests"
      many="leave requests"
      columns={columns}
      rowName={({ leaveTypeName, employeeName }) => `${leaveTypeName} of ${employeeName}`}
      list={useLeaveList()}
      search="Search by employee or reason"
      exports="exportLeaveRequests"
      add={newRequest}
      actions={actions}
      onOpen={onView}
      empty={{
        title: 'No leave requests yet',
        description: 'Employees with an account ask for leave in their user menu.',
        action: newRequest,
      }}
    />
  );
}
