import { Button } from '@blueprintjs/core';
import { CaretDownIcon, TickIcon } from '@blueprintjs/icons';
import {
  type AttendanceDay,
  type AttendanceStatus,
  attendanceStatuses,
} from '@nimule/core/hr/attendance/schema';
import { formatDate } from '@nimule/core/kernel/dates';
import { useMutation } from '../../../client/use-mutation.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { useRefusal } from '../../../ui/allowed.tsx';
import { counted } from '../../../ui/counted.ts';
import { ActionMenu } from '../../../ui/overlay/action-menu.tsx';
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx';
import { useDialogs } from '../../../ui/overlay/dialogs.ts';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { today } from '../../../ui/today.ts';
import { statusLabels } from './attendance-words.ts';

interface MarkUnmarkedProps {
  /** undefined while it is loading. */
  day: AttendanceDay | undefined;
  /** 0 for all. */
  departmentId: number;
  departments: readonly { id: number; name: string }[] | undefined;
}

/** Marks all employees of the day, or of its department, that have no mark and are not on leave (seeds/001 4). */
export function MarkUnmarked({ day, departmentId, departments }: MarkUnmarkedProps) {
  const refusal = useRefusal()('hr.write');
  const { open, dialog } = useDialogs({
    mark: (status: AttendanceStatus, close) =>
      day && (
        <MarkDialog
          day={day}
          status={status}
          departmentId={departmentId}
          of={departments?.find(({ id }) => id === departmentId)?.name ?? ''}
          onClose={close}
        />
      ),
  });
  const nobody = day?.unmarked === 0 ? 'Everybody is marked or on leave.' : undefined;
  const disabledReason = refusal ?? (day ? nobody : 'The day is loading.');
  if (!day || disabledReason)
    return (
      <ActionButton icon={<TickIcon />} disabledReason={disabledReason}>
        Mark the unmarked
      </ActionButton>
    );
  const isPast = day.date < today();
  return (
    <>
      <ActionMenu
        label="Mark the unmarked"
        actions={attendanceStatuses.map((status) => ({
          label: statusLabels[status],
          onClick: () => open('mark', status),
          disabledReason:
            isPast && status !== 'absent'
              ? 'The times of an earlier day are typed as corrections.'
              : undefined,
        }))}
      >
        <Button icon={<TickIcon />} endIcon={<CaretDownIcon />}>
          Mark the unmarked
        </Button>
      </ActionMenu>
      {dialog}
    </>
  );
}

interface MarkDialogProps {
  day: AttendanceDay;
  status: AttendanceStatus;
  departmentId: number;
  /** The department; '' for all. */
  of: string;
  onClose: () => void;
}

function MarkDialog({ day, status, departmentId, of, onClose }: MarkDialogProps) {
  const { run } = useMutation('bulkMarkAttendance', { failure: 'Failed to mark attendance.' });
  const { date, unmarked, onLeave, holiday } = day;
  const word = statusLabels[status].toLowerCase();
  return (
    <ConfirmDialog
      title={`Mark ${counted(unmarked, 'employee')} ${word}?`}
      confirmLabel={`Mark ${word}`}
      failureTitle="Attendance Not Marked"
      onConfirm={async () => {
        const body = { date, status, ...(departmentId > 0 ? { departmentId } : {}) };
        const done = await run({ body });
        toast(
          'Attendance Marked',
          [
            `${counted(done.marked, 'employee')} ${word}`,
            ...(done.onLeave > 0 ? [`${done.onLeave} on approved leave passed by`] : []),
            ...(done.alreadyMarked > 0 ? [`${done.alreadyMarked} already marked`] : []),
          ].join(', '),
        );
      }}
      onClose={onClose}
    >
      <p>
        All {of !== '' && `of ${of} `}without a mark on {formatDate(date)} are marked {word}
        {status === 'absent' ? '' : ', with a check-in of now'}.
        {onLeave > 0 &&
          ` ${counted(onLeave, 'employee')} on approved leave ${onLeave === 1 ? 'is' : 'are'} passed by.`}
        {holiday !== '' && ` The day is a public holiday: ${holiday}.`}
      </p>
    </ConfirmDialog>
  );
}
