import {
  type Attendance,
  type AttendanceStatus,
  attendanceStatuses,
  correctionInput,
} from '@nimule/core/hr/attendance/schema';
import { formatDate, formatInstant, type IsoDate } from '@nimule/core/kernel/dates';
import type { z } from 'zod';
import { useRead } from '../../../client/use-read.ts';
import { RecordForm } from '../../../parts/record-form.tsx';
import { FieldRow, SelectField, TextAreaField, TextField } from '../../../ui/form/fields.tsx';
import { useFieldValue } from '../../../ui/form/form.tsx';
import { LoadingDialog } from '../../../ui/overlay/loading-dialog.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { checkOutDay, clockOf, clockText, instantOf, statusLabels } from './attendance-words.ts';

const form = correctionInput
  .pick({ status: true, notes: true, reason: true })
  .extend({ checkIn: clockText, checkOut: clockText });
type Typed = z.input<typeof form>;

interface Employee {
  employeeId: number;
  employeeName: string;
}

interface CorrectionFormProps {
  employee: Employee;
  date: IsoDate;
  /** The mark of the day; null without one. */
  record: Attendance | null;
  /** Chosen in advance; default: that of the record. */
  status?: AttendanceStatus;
  onClose: () => void;
}

/** Kept as the reason of a day that is typed for the first time. */
const UNMARKED = 'Not marked on the day';

const titleOf = (name: string, date: IsoDate) => `Attendance of ${name}, ${formatDate(date)}`;

/** Typed times of a day, with the reason. A time that was not changed keeps its seconds. */
export function CorrectionForm({ employee, date, record, status, onClose }: CorrectionFormProps) {
  const { employeeId, employeeName } = employee;
  const initial = {
    status: status ?? record?.status ?? 'present',
    checkIn: clockOf(record?.checkIn ?? null),
    checkOut: clockOf(record?.checkOut ?? null),
    notes: record?.notes ?? '',
    // Nothing is corrected on a day without a mark; the reason can still be changed.
    reason: record ? '' : UNMARKED,
  };
  const timesOf = (typed: Typed) => {
    if (typed.status === 'absent') return {};
    const { checkIn, checkOut } = typed;
    const outDay = checkOutDay(date, checkIn, checkOut);
    const isSame = checkIn === initial.checkIn && checkOut === initial.checkOut;
    if (isSame && record?.checkIn) return {};
    return {
      checkIn: checkIn === '' ? null : instantOf(date, checkIn).toISOString(),
      checkOut: checkOut === '' ? null : instantOf(outDay, checkOut).toISOString(),
    };
  };
  return (
    <RecordForm
      operation="correctAttendance"
      failure="Failed to correct attendance."
      title={titleOf(employeeName, date)}
      description={record ? marked(record) : 'Not marked yet.'}
      schema={form}
      initial={initial}
      send={(typed) => ({
        body: {
          ...{ employeeId, date, status: typed.status, notes: typed.notes, reason: typed.reason },
          ...timesOf(typed),
          ...(record ? { version: record.version } : {}),
        },
      })}
      done={({ status: after }) =>
        toast(
          'Attendance Corrected',
          `${employeeName}, ${formatDate(date)}: ${statusLabels[after]}`,
        )
      }
      submitLabel="Save correction"
      toastsFields
      onClose={onClose}
    >
      <SelectField
        name="status"
        label="Attendance"
        options={attendanceStatuses.map((value) => ({ value, label: statusLabels[value] }))}
      />
      <Times date={date} />
      <TextAreaField
        name="reason"
        label="Reason"
        rows={2}
        help="Kept with the day and in the audit log."
      />
      <TextAreaField name="notes" label="Notes" rows={2} />
    </RecordForm>
  );
}

function marked({ markedBy, correctedBy, correctedAt, correctionReason }: Attendance): string {
  const first = `Marked by ${markedBy}.`;
  return correctedAt
    ? `${first} Corrected by ${correctedBy}, ${formatInstant(correctedAt)}: ${correctionReason}`
    : first;
}

function Times({ date }: { date: IsoDate }) {
  const status = useFieldValue('status');
  const checkIn = useFieldValue('checkIn');
  const checkOut = useFieldValue('checkOut');
  if (status === 'absent') return null;
  const outDay = checkOutDay(date, checkIn, checkOut);
  return (
    <FieldRow>
      <TextField name="checkIn" label="Check-in" type="time" />
      <TextField
        name="checkOut"
        label="Check-out"
        type="time"
        help={
          outDay === date ? 'Blank if not checked out.' : `On ${formatDate(outDay)}, past midnight.`
        }
      />
    </FieldRow>
  );
}

interface DayCorrectionProps {
  employee: Employee;
  date: IsoDate;
  onClose: () => void;
}

/** As `CorrectionForm`, for a day that is not loaded. */
export function DayCorrection({ employee, date, onClose }: DayCorrectionProps) {
  const read = useRead('listAttendance', { query: { date } });
  return (
    <LoadingDialog
      title={titleOf(employee.employeeName, date)}
      noun="day"
      read={read}
      onClose={onClose}
    >
      {({ rows }) => (
        <CorrectionForm
          employee={employee}
          date={date}
          record={rows.find(({ employeeId }) => employeeId === employee.employeeId)?.record ?? null}
          onClose={onClose}
        />
      )}
    </LoadingDialog>
  );
}
