import type { Employee } from '@nimule/core/hr/employees/schema';
import { leaveInput } from '@nimule/core/hr/leave/schema';
import { formatDate } from '@nimule/core/kernel/dates';
import { z } from 'zod';
import { useRead } from '../../../client/use-read.ts';
import { LeaveDaysNote, LeaveFields } from '../../../parts/leave/leave-fields.tsx';
import { daysText } from '../../../parts/leave/leave-words.tsx';
import { RecordForm } from '../../../parts/record-form.tsx';
import { LoadingDialog } from '../../../ui/overlay/loading-dialog.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { today } from '../../../ui/today.ts';
import { EmployeeField } from '../employees/employee-field.tsx';

/** The rest is computed, or decided by the workflow. */
const form = leaveInput
  .pick({ leaveType: true, startDate: true, endDate: true, reason: true, notes: true })
  .extend({ employeeId: z.string().min(1, 'Choose an employee.') });

const TITLE = 'New Leave Request';

interface NewLeaveFormProps {
  /** undefined: it is picked in the form. */
  employeeId: number | undefined;
  onClose: () => void;
}

/** The form of seeds/001 5 for a leave request. */
export function NewLeaveForm({ employeeId, onClose }: NewLeaveFormProps) {
  const read = useRead(
    'getEmployee',
    { params: { id: employeeId ?? 0 } },
    { when: employeeId !== undefined },
  );
  if (employeeId === undefined) return <LeaveForm onClose={onClose} />;
  return (
    <LoadingDialog title={TITLE} noun="employee" read={read} onClose={onClose}>
      {(employee) => <LeaveForm employee={employee} onClose={onClose} />}
    </LoadingDialog>
  );
}

interface LeaveFormProps {
  employee?: Employee;
  onClose: () => void;
}

function LeaveForm({ employee, onClose }: LeaveFormProps) {
  return (
    <RecordForm
      operation="createLeaveRequest"
      failure="Failed to save leave request. Please try again."
      title={TITLE}
      schema={form}
      initial={{
        employeeId: employee === undefined ? '' : String(employee.id),
        leaveType: 'annual',
        startDate: today(),
        endDate: today(),
        reason: '',
        notes: '',
      }}
      send={(body) => ({ body })}
      done={({ employeeName, leaveTypeName, startDate, daysRequested }) =>
        toast(
          'Leave Requested',
          `${leaveTypeName} of ${employeeName}, ${daysText(daysRequested)} from ${formatDate(startDate)}`,
        )
      }
      submitLabel="Request leave"
      onClose={onClose}
      width={600}
    >
      <EmployeeField initialLabel={employee?.fullName ?? ''} />
      <LeaveFields />
      <LeaveDaysNote />
    </RecordForm>
  );
}
