import type { Employee } from '@nimule/core/hr/employees/schema';
import type { LeaveRequest } from '@nimule/core/hr/leave/schema';
import { useRead } from '../../../client/use-read.ts';
import { daysText, LeavePeriod } from '../../../parts/leave/leave-words.tsx';
import { RecordLink } from '../../../parts/record-links.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { Panel } from '../../../ui/page.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { type SmallColumn, SmallTable } from '../../../ui/table/small-table.tsx';
import { StatusTag } from '../../../ui/tags.tsx';
import { KeyValues } from '../../../ui/values.tsx';
import { LISTS, useShowTab } from '../hr-url.ts';

const SHOWN = 5;

const columns: readonly SmallColumn<LeaveRequest>[] = [
  {
    header: 'Leave',
    cell: ({ id, leaveTypeName }) => (
      <RecordLink kind="leave" id={id} number={leaveTypeName} isName />
    ),
  },
  { header: 'Dates', cell: (request) => <LeavePeriod {...request} /> },
  { header: 'Days', align: 'right', minor: true, cell: ({ daysRequested }) => daysRequested },
  { header: 'Status', cell: ({ status }) => <StatusTag status={status} /> },
];

/** Annual leave of this year and the latest requests of an employee. */
export function EmployeeLeavePanel({ employee }: { employee: Employee }) {
  const { id, employeeNumber, fullName } = employee;
  const show = useShowTab();
  const requests = useRead('listLeaveRequests', {
    query: { employeeId: id, sort: '-startDate', pageSize: SHOWN },
  });
  return (
    <Panel
      title="Leave"
      actions={
        <ActionButton onClick={() => show('leave', { [`${LISTS.leave}q`]: employeeNumber })}>
          All requests
        </ActionButton>
      }
    >
      <Stack>
        <Balance employee={employee} />
        <Loaded read={requests} loading="Loading the leave…" lines={3}>
          {({ rows }) =>
            rows.length === 0 ? (
              <p className="quiet">No leave requests yet</p>
            ) : (
              <SmallTable
                label={`Latest leave of ${fullName}`}
                columns={columns}
                rows={rows}
                rowKey={(request) => request.id}
              />
            )
          }
        </Loaded>
      </Stack>
    </Panel>
  );
}

/** The balances are a list; its search finds the number. */
function Balance({ employee: { id, employeeNumber } }: { employee: Employee }) {
  const read = useRead('listLeaveBalances', { query: { q: employeeNumber, pageSize: SHOWN } });
  return (
    <Loaded read={read} loading="Loading the annual leave…" lines={2}>
      {({ rows }) => {
        const balance = rows.find(({ employeeId }) => employeeId === id);
        if (!balance) return null;
        const { year, carriedOver, accrued, taken, planned, pending, balance: left } = balance;
        return (
          <KeyValues
            items={[
              { label: `Annual leave left, ${year}`, value: <strong>{daysText(left)}</strong> },
              { label: 'Earned so far', value: daysText(accrued) },
              ...(carriedOver === 0
                ? []
                : [{ label: 'Carried over', value: daysText(carriedOver) }]),
              { label: 'Taken', value: daysText(taken) },
              { label: 'Planned', value: daysText(planned) },
              { label: 'Pending', value: daysText(pending) },
            ]}
          />
        );
      }}
    </Loaded>
  );
}
