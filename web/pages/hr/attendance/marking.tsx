import { EditIcon, EyeOpenIcon, LogOutIcon } from '@blueprintjs/icons';
import type {
  Attendance,
  AttendanceDay,
  AttendanceStatus,
} from '@nimule/core/hr/attendance/schema';
import { formatDate, type IsoDate } from '@nimule/core/kernel/dates';
import { ClientError } from '../../../client/errors.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { decimalText } from '../../../parts/leave/leave-words.tsx';
import { useMay } from '../../../ui/allowed.tsx';
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx';
import { type RecordActions, useDialogs } from '../../../ui/overlay/dialogs.ts';
import { toast, toastFailure } from '../../../ui/overlay/toaster.tsx';
import type { RowAction } from '../../../ui/table/row-actions.tsx';
import { today } from '../../../ui/today.ts';
import { clockOf, statusLabels } from './attendance-words.ts';
import { CorrectionForm } from './correction-form.tsx';

export type DayRow = AttendanceDay['rows'][number];
export type Mark = (row: DayRow, status: AttendanceStatus) => void;

/** The code with which the server refuses a mark over a day with a check-out. */
const CHECKED_OUT = 'attendance.checkedOut';

function report(error: unknown): void {
  if (error instanceof ClientError) toastFailure(error, 'Attendance Not Marked');
  else reportError(error);
}

interface Marking {
  mark: Mark;
  actions: RecordActions<DayRow>;
}

/**
 * Marks, check-outs and corrections of a day, with their dialogs. A mark over a checked-out day asks before it replaces
 * the times; on an earlier day, whose times are not known, present and late are typed as a correction.
 */
export function useMarking(date: IsoDate, onView: (employee: { id: number }) => void): Marking {
  const may = useMay();
  const { run: send } = useMutation('markAttendance', { failure: 'Failed to mark attendance.' });
  const { run: sendOut } = useMutation('checkOut', { failure: 'Failed to check out.' });
  const { open, dialog } = useDialogs({
    replace: ([row, status]: [DayRow, AttendanceStatus], close) => (
      <ReplaceDialog
        row={row}
        status={status}
        onReplace={() =>
          send({ body: { employeeId: row.employeeId, date, status, replace: 'true' } })
        }
        onClose={close}
      />
    ),
    correct: ([row, status]: [DayRow, AttendanceStatus | undefined], close) => (
      <CorrectionForm
        employee={row}
        date={date}
        record={row.record}
        {...(status === undefined ? {} : { status })}
        onClose={close}
      />
    ),
  });

  const mark: Mark = (row, status) => {
    if (date < today() && (row.record || status !== 'absent'))
      return open('correct', [row, status]);
    if (row.record?.checkOut) return open('replace', [row, status]);
    send({ body: { employeeId: row.employeeId, date, status } }).catch((error: unknown) => {
      // Checked out meanwhile, by somebody else.
      if (error instanceof ClientError && error.code === CHECKED_OUT)
        open('replace', [row, status]);
      else report(error);
    });
  };

  const checkOut = (row: DayRow, { id }: Attendance) => {
    sendOut({ params: { id } }).then(
      ({ checkOut: out, totalHours, overtime }) =>
        toast(
          'Checked Out',
          `${row.employeeName} at ${clockOf(out)}, ${decimalText(totalHours)} hours${overtime > 0 ? `, of them ${decimalText(overtime)} overtime` : ''}`,
        ),
      report,
    );
  };
  const outAction = (row: DayRow, record: Attendance, label: string): RowAction => ({
    label,
    icon: <LogOutIcon />,
    prominent: true,
    onClick: () => checkOut(row, record),
  });

  const of = (row: DayRow): RowAction[] => {
    const { record, openFrom } = row;
    const view: RowAction = {
      label: 'View',
      icon: <EyeOpenIcon />,
      onClick: () => onView({ id: row.employeeId }),
    };
    if (!may('hr.write')) return [view];
    const isIn = record?.checkIn && !record.checkOut;
    return [
      ...(openFrom ? [outAction(row, openFrom, `Check out of ${formatDate(openFrom.date)}`)] : []),
      ...(isIn ? [outAction(row, record, 'Check out')] : []),
      {
        label: 'Correct',
        icon: <EditIcon />,
        onClick: () => open('correct', [row, undefined]),
      },
      view,
    ];
  };
  return { mark, actions: { of, dialog } };
}

interface ReplaceDialogProps {
  row: DayRow;
  status: AttendanceStatus;
  onReplace: () => Promise<unknown>;
  onClose: () => void;
}

function ReplaceDialog({ row, status, onReplace, onClose }: ReplaceDialogProps) {
  const { employeeName, record } = row;
  const times =
    record?.checkIn && record.checkOut
      ? ` from ${clockOf(record.checkIn)} to ${clockOf(record.checkOut)}`
      : '';
  return (
    <ConfirmDialog
      title={`Mark ${employeeName} ${statusLabels[status].toLowerCase()}?`}
      confirmLabel="Replace the day"
      destructive
      failureTitle="Attendance Not Marked"
      onConfirm={onReplace}
      onClose={onClose}
    >
      <p>
        {employeeName} was already checked out on this day. The new mark removes the times{times}
        {status === 'absent' ? '.' : ' and records a check-in of now.'}
      </p>
    </ConfirmDialog>
  );
}
