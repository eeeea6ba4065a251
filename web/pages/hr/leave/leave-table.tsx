import { Intent } from '@blueprintjs/core';
import { PlusIcon } from '@blueprintjs/icons';
import { type LeaveRequest, leaveFilter, leaveTypeNames } from '@nimule/core/hr/leave/schema';
import { useMemo } from 'react';
import { useList } from '../../../client/use-list.ts';
import { useRead } from '../../../client/use-read.ts';
import { ExportMenu } from '../../../parts/export-menu.tsx';
import { decimalText, LeavePeriod } from '../../../parts/leave/leave-words.tsx';
import { monthFilter, monthsAround } from '../../../parts/months.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { AllowedOrDisabled } from '../../../ui/allowed.tsx';
import { Tags, TwoLines } from '../../../ui/layout.tsx';
import { dateColumn } from '../../../ui/table/columns.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { defineFilters } from '../../../ui/table/filters.ts';
import { useListState } from '../../../ui/table/list-state.ts';
import { StatusTag, WarningTag } from '../../../ui/tags.tsx';
import { today } from '../../../ui/today.ts';
import { departmentFilter } from '../departments/department-filter.ts';
import { LISTS } from '../hr-url.ts';
import { useLeaveActions } from './leave-actions.tsx';

const columns: readonly Column<LeaveRequest>[] = [
  {
    id: 'employeeName',
    header: 'Employee',
    priority: 1,
    sortable: true,
    cell: ({ employeeName, department }) => (
      <TwoLines quiet={department}>
        <strong dir="auto">{employeeName}</strong>
      </TwoLines>
    ),
  },
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
  {
    id: 'reason',
    header: 'Reason',
    lesser: true,
    priority: 3,
    cell: ({ reason }) => <span dir="auto">{reason}</span>,
  },
  dateColumn('requestDate', 'Requested', { sortable: true, lesser: true, priority: 3 }),
  {
    id: 'approvedBy',
    header: 'Decided by',
    priority: 4,
    cell: ({ approvedBy }) => approvedBy || '–',
  },
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
  return useListState({
    filters,
    sorts: ['startDate', 'requestDate', 'employeeName', 'daysRequested'],
    sort: '-startDate',
    prefix: LISTS.leave,
  });
}

interface LeaveTableProps {
  onView: (request: { id: number }) => void;
  onNew: () => void;
}

/** Leave requests (seeds/001 2). */
export function LeaveTable({ onView, onNew }: LeaveTableProps) {
  const list = useLeaveList();
  const read = useList('listLeaveRequests', list);
  const actions = useLeaveActions(onView);
  const newRequest = (
    <AllowedOrDisabled to="hr.write">
      <ActionButton icon={<PlusIcon />} intent={Intent.PRIMARY} onClick={onNew}>
        New Leave Request
      </ActionButton>
    </AllowedOrDisabled>
  );
  return (
    <>
      <DataTable
        label="Leave requests"
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ leaveTypeName, employeeName }) => `${leaveTypeName} of ${employeeName}`}
        read={read}
        list={list}
        search="Search by employee or reason"
        tools={
          <>
            <ExportMenu
              operation="exportLeaveRequests"
              list={list}
              what="The leave requests of this list"
            />
            {newRequest}
          </>
        }
        actions={actions.of}
        onOpen={onView}
        empty={{
          title: 'No leave requests yet',
          description: 'Employees with an account ask for leave in their user menu.',
          action: newRequest,
        }}
        noMatch={{
          title: 'No leave requests found',
          description: 'No leave requests match your current search and filters.',
        }}
      />
      {actions.dialog}
    </>
  );
}
