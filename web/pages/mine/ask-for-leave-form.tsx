import { ownLeaveInput } from '@nimule/core/hr/leave/schema';
import { formatDate } from '@nimule/core/kernel/dates';
import { LeaveFields, OwnLeaveDaysNote } from '../../parts/leave/leave-fields.tsx';
import { daysText } from '../../parts/leave/leave-words.tsx';
import { RecordForm } from '../../parts/record-form.tsx';
import { toast } from '../../ui/overlay/toaster.tsx';
import { today } from '../../ui/today.ts';

/** The rest is computed, or decided by the workflow. */
const form = ownLeaveInput.pick({
  leaveType: true,
  startDate: true,
  endDate: true,
  reason: true,
  notes: true,
});

/** Asks for leave for oneself. */
export function AskForLeaveForm({ onClose }: { onClose: () => void }) {
  return (
    <RecordForm
      operation="createOwnLeaveRequest"
      failure="Failed to ask for leave. Please try again."
      title="Ask for Leave"
      schema={form}
      initial={{
        leaveType: 'annual',
        startDate: today(),
        endDate: today(),
        reason: '',
        notes: '',
      }}
      send={(body) => ({ body })}
      done={({ leaveTypeName, startDate, daysRequested }) =>
        toast(
          'Leave Requested',
          `${leaveTypeName}, ${daysText(daysRequested)} from ${formatDate(startDate)}. It waits for a decision.`,
        )
      }
      submitLabel="Ask for leave"
      onClose={onClose}
      width={600}
    >
      <LeaveFields />
      <OwnLeaveDaysNote />
    </RecordForm>
  );
}
