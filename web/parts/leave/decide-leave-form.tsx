import { BanCircleIcon, DisableIcon, TickIcon } from '@blueprintjs/icons';
import { type LeaveRequest, type leaveActions, leaveDecision } from '@nimule/core/hr/leave/schema';
import { formatDate } from '@nimule/core/kernel/dates';
import { TextAreaField } from '../../ui/form/fields.tsx';
import { toast } from '../../ui/overlay/toaster.tsx';
import { RecordForm } from '../record-form.tsx';
import { daysText } from './leave-words.tsx';

export type LeaveAction = (typeof leaveActions)[number];

export const leaveActionWords = {
  approve: {
    label: 'Approve',
    verb: 'Approve',
    icon: <TickIcon />,
    operation: 'approveLeaveRequest',
    done: 'Leave Approved',
    text: '',
  },
  reject: {
    label: 'Reject',
    verb: 'Reject',
    icon: <DisableIcon />,
    operation: 'rejectLeaveRequest',
    done: 'Leave Rejected',
    text: ' It stays in the list as rejected.',
  },
  cancel: {
    label: 'Cancel leave',
    verb: 'Cancel',
    icon: <BanCircleIcon />,
    operation: 'cancelLeaveRequest',
    done: 'Leave Cancelled',
    text: ' Its days are given back, and it stays in the list as cancelled.',
  },
} as const;

const form = leaveDecision.pick({ notes: true });

interface DecideLeaveFormProps {
  action: LeaveAction;
  request: LeaveRequest;
  onClose: () => void;
}

/** Approves, rejects or cancels a request, with a note. */
export function DecideLeaveForm({ action, request, onClose }: DecideLeaveFormProps) {
  const { id, employeeName, leaveTypeName, startDate, endDate, daysRequested, version } = request;
  const { verb, operation, done, text } = leaveActionWords[action];
  const dates =
    startDate === endDate
      ? formatDate(startDate)
      : `${formatDate(startDate)} to ${formatDate(endDate)}`;
  return (
    <RecordForm
      operation={operation}
      failure={`Failed to ${action} leave.`}
      title={`${verb} ${leaveTypeName} of ${employeeName}?`}
      description={`${dates}, ${daysText(daysRequested)}.${text}${request.warning === '' ? '' : ` ${request.warning}`}`}
      schema={form}
      initial={{ notes: '' }}
      send={(typed) => ({ params: { id }, body: { ...typed, version } })}
      done={() => toast(done, `${leaveTypeName} of ${employeeName}, ${dates}`)}
      submitLabel={`${verb} leave`}
      destructive={action !== 'approve'}
      onClose={onClose}
    >
      <TextAreaField name="notes" label="Note" rows={2} help="Shown with the request." />
    </RecordForm>
  );
}
