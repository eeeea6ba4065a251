import { Callout, Intent } from '@blueprintjs/core';
import type { LeaveRequest } from '@nimule/core/hr/leave/schema';
import { useRead } from '../../../client/use-read.ts';
import { daysText, LeavePeriod } from '../../../parts/leave/leave-words.tsx';
import { RecordDrawer } from '../../../parts/record-drawer.tsx';
import { RecordLink } from '../../../parts/record-links.tsx';
import { Inline, Stack } from '../../../ui/layout.tsx';
import { Panel } from '../../../ui/page.tsx';
import { StatusTag } from '../../../ui/tags.tsx';
import { DateText, KeyValues, Notes } from '../../../ui/values.tsx';
import { useLeaveChanges } from './leave-actions.tsx';

interface LeaveDrawerProps {
  id: number;
  onClose: () => void;
}

/** Drawer of a leave request. */
export function LeaveDrawer({ id, onClose }: LeaveDrawerProps) {
  const read = useRead('getLeaveRequest', { params: { id } });
  const actions = useLeaveChanges();
  return (
    <RecordDrawer
      noun="leave request"
      read={read}
      title={({ leaveTypeName, employeeName }) => `${leaveTypeName} of ${employeeName}`}
      subtitle={({ status, daysRequested }) => (
        <Inline>
          <StatusTag status={status} />
          <span>{daysText(daysRequested)}</span>
        </Inline>
      )}
      actions={actions}
      onClose={onClose}
    >
      {(request) => (
        <Stack>
          {request.warning !== '' && (
            <Callout intent={Intent.WARNING} compact>
              {request.warning}
            </Callout>
          )}
          <Panel title="Leave request">
            <KeyValues items={factsOf(request)} />
          </Panel>
          <TextPanel title="Reason" text={request.reason} />
          <TextPanel title="Notes" text={request.notes} />
          <TextPanel title="Note on the decision" text={request.decisionNotes} />
        </Stack>
      )}
    </RecordDrawer>
  );
}

function TextPanel({ title, text }: { title: string; text: string }) {
  if (text === '') return null;
  return (
    <Panel title={title}>
      <div dir="auto">
        <Notes text={text} />
      </div>
    </Panel>
  );
}

function factsOf(request: LeaveRequest) {
  const { employeeId, employeeName, employeeNumber, department, status } = request;
  const { approvedBy, approvalDate, isSole } = request;
  return [
    {
      label: 'Employee',
      value: <RecordLink kind="employee" id={employeeId} number={employeeName} isName />,
    },
    { label: 'Number', value: <span className="mono">{employeeNumber}</span> },
    { label: 'Department', value: department },
    { label: 'Dates', value: <LeavePeriod {...request} /> },
    { label: 'Requested', value: <DateText date={request.requestDate} /> },
    { label: 'Requested by', value: request.requestedBy },
    ...(approvedBy === ''
      ? []
      : [
          {
            label: status === 'rejected' ? 'Rejected by' : 'Approved by',
            value: isSole ? `${approvedBy}, the only one who may approve` : approvedBy,
          },
        ]),
    ...(approvalDate === null
      ? []
      : [{ label: 'Approved', value: <DateText date={approvalDate} /> }]),
  ];
}
