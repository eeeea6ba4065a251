import { BanCircleIcon } from '@blueprintjs/icons';
import type { LeaveBalance, LeaveRequest } from '@nimule/core/hr/leave/schema';
import { formatDate } from '@nimule/core/kernel/dates';
import { useMutation } from '../../client/use-mutation.ts';
import { daysText, decimalText, LeavePeriod } from '../../parts/leave/leave-words.tsx';
import { RecordList } from '../../parts/record-list.tsx';
import { Stack } from '../../ui/layout.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { useDialogs } from '../../ui/overlay/dialogs.ts';
import { toast } from '../../ui/overlay/toaster.tsx';
import { Panel } from '../../ui/page.tsx';
import { dateColumn, textColumn } from '../../ui/table/columns.tsx';
import type { Column } from '../../ui/table/data-table.tsx';
import type { RowAction } from '../../ui/table/row-actions.tsx';
import { StatusTag, WarningTag } from '../../ui/tags.tsx';
import { KeyValues } from '../../ui/values.tsx';

/** The leave that is left, and own requests. */
export function OwnLeave({ balance }: { balance: LeaveBalance | null }) {
  return (
    <Stack>
      {balance && <Balance balance={balance} />}
      <OwnRequests />
    </Stack>
  );
}

function Balance({ balance }: { balance: LeaveBalance }) {
  const { year, carriedOver, accrued, taken, planned, pending, balance: left } = balance;
  return (
    <Panel title={`Annual leave of ${year}`}>
      <KeyValues
        items={[
          { label: 'Left today', value: <strong>{daysText(left)}</strong> },
          { label: 'Earned so far', value: daysText(accrued) },
          ...(carriedOver === 0 ? [] : [{ label: 'Carried over', value: daysText(carriedOver) }]),
          { label: 'Taken', value: daysText(taken) },
          { label: 'Approved for later', value: daysText(planned) },
          { label: 'Waits for a decision', value: daysText(pending) },
        ]}
      />
    </Panel>
  );
}

const columns: readonly Column<LeaveRequest>[] = [
  {
    id: 'leaveType',
    header: 'Leave',
    priority: 1,
    cell: ({ leaveTypeName }) => <strong>{leaveTypeName}</strong>,
  },
  {
    id: 'startDate',
    header: 'Dates',
    kind: 'date',
    sortable: true,
    cell: (request) => <LeavePeriod {...request} />,
  },
  {
    id: 'daysRequested',
    header: 'Days',
    kind: 'count',
    cell: ({ daysRequested }) => decimalText(daysRequested),
  },
  textColumn('reason', 'Reason', { priority: 3 }),
  dateColumn('requestDate', 'Asked', { priority: 3 }),
  textColumn('approvedBy', 'Decided by'),
  {
    id: 'decisionNotes',
    header: 'Note',
    lesser: true,
    cell: ({ decisionNotes }) => <span dir="auto">{decisionNotes}</span>,
  },
  {
    id: 'status',
    header: 'Status',
    kind: 'tag',
    priority: 1,
    cell: ({ status, warning }) => (
      <>
        <StatusTag status={status} />
        {warning !== '' && <WarningTag reason={warning}>beyond limit</WarningTag>}
      </>
    ),
  },
];

function OwnRequests() {
  const { open, dialog } = useDialogs({
    cancel: (request: LeaveRequest, close) => <CancelDialog request={request} onClose={close} />,
  });
  const actionsOf = (request: LeaveRequest): RowAction[] =>
    request.actions.includes('cancel')
      ? [
          {
            label: 'Cancel leave',
            icon: <BanCircleIcon />,
            destructive: true,
            onClick: () => open('cancel', request),
          },
        ]
      : [];
  return (
    <RecordList
      operation="listOwnLeaveRequests"
      label="Your leave requests"
      columns={columns}
      rowName={({ leaveTypeName, startDate }) => `${leaveTypeName} from ${formatDate(startDate)}`}
      list={{ sort: '-startDate', prefix: 'leave-' }}
      actions={{ of: actionsOf, dialog }}
      empty={{
        title: 'No leave requests yet',
        description: 'Ask for leave with the button above.',
      }}
    />
  );
}

function CancelDialog({ request, onClose }: { request: LeaveRequest; onClose: () => void }) {
  const { run } = useMutation('cancelOwnLeaveRequest', { failure: 'Failed to cancel leave.' });
  const { id, leaveTypeName, startDate, endDate, daysRequested, status } = request;
  const dates =
    startDate === endDate
      ? formatDate(startDate)
      : `${formatDate(startDate)} to ${formatDate(endDate)}`;
  return (
    <ConfirmDialog
      title={`Cancel ${leaveTypeName}?`}
      confirmLabel="Cancel leave"
      cancelLabel="Keep it"
      destructive
      failureTitle="Leave Not Cancelled"
      onConfirm={async () => {
        await run({ params: { id } });
        toast('Leave Cancelled', `${leaveTypeName}, ${dates}`);
      }}
      onClose={onClose}
    >
      <p>
        {dates}, {daysText(daysRequested)}, {status}. To take it nevertheless, ask for it again.
      </p>
    </ConfirmDialog>
  );
}
