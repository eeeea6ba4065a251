import { Callout, Intent } from '@blueprintjs/core';
import { type LeaveDays, type LeaveType, leaveMaximum } from '@nimule/core/hr/leave/schema';
import { isIsoDate } from '@nimule/core/kernel/dates';
import { type Reading, useRead } from '../../client/use-read.ts';
import { DateField } from '../../ui/form/date-field.tsx';
import { FieldRow, SelectField, TextAreaField } from '../../ui/form/fields.tsx';
import { useFieldValue } from '../../ui/form/form.tsx';
import { useProposedValue } from '../../ui/form/proposed-value.ts';
import { daysText, leaveTypeOptions } from './leave-words.tsx';

/** Fields of a form for leave (seeds/001 5): type, first and last day, reason and notes. */
export function LeaveFields() {
  const leaveType = useFieldValue('leaveType') as LeaveType;
  const startDate = useFieldValue('startDate');
  // One day, until another last day is chosen.
  useProposedValue('endDate', isIsoDate(startDate) ? startDate : undefined);
  return (
    <>
      <SelectField
        name="leaveType"
        label="Leave type"
        options={leaveTypeOptions}
        help={`At most ${daysText(leaveMaximum[leaveType] ?? 0)} as a rule.`}
      />
      <FieldRow>
        <DateField name="startDate" label="First day" />
        <DateField name="endDate" label="Last day" />
      </FieldRow>
      <TextAreaField name="reason" label="Reason" rows={2} />
      <TextAreaField name="notes" label="Notes" rows={2} />
    </>
  );
}

/** What is asked for in the enclosing form; undefined until it is complete. */
function useAskedDays() {
  const leaveType = useFieldValue('leaveType') as LeaveType;
  const startDate = useFieldValue('startDate');
  const endDate = useFieldValue('endDate');
  const isPeriod = isIsoDate(startDate) && isIsoDate(endDate) && startDate <= endDate;
  return isPeriod ? { leaveType, startDate, endDate } : undefined;
}

/** The days of the request in the enclosing form, with their warning, for the employee of the field `employeeId`. */
export function LeaveDaysNote() {
  const employeeId = Number(useFieldValue('employeeId'));
  const asked = useAskedDays();
  const read = useRead(
    'leaveDays',
    { query: { employeeId, ...asked } as never },
    { when: asked !== undefined && employeeId > 0, keepPrevious: true },
  );
  return <DaysNote read={read} isAsked={asked !== undefined && employeeId > 0} />;
}

/** As `LeaveDaysNote`, for oneself. */
export function OwnLeaveDaysNote() {
  const asked = useAskedDays();
  const read = useRead(
    'ownLeaveDays',
    { query: asked as never },
    { when: asked !== undefined, keepPrevious: true },
  );
  return <DaysNote read={read} isAsked={asked !== undefined} />;
}

/** A warning does not block (seeds/001 5); leave that overlaps will be refused. */
function DaysNote({ read, isAsked }: { read: Reading<LeaveDays>; isAsked: boolean }) {
  if (!isAsked) return null;
  if (read.error)
    return (
      <Callout intent={Intent.WARNING} compact role="status">
        {read.error.message}
      </Callout>
    );
  if (!read.data) return null;
  const { daysRequested, balance, warning, overlaps } = read.data;
  return (
    <div role="status" aria-label="Days of this request">
      <p>
        <strong>{daysText(daysRequested)}</strong>
        {balance !== null && (
          <span className="quiet"> of {daysText(balance)} that are left on the last day</span>
        )}
      </p>
      {warning !== '' && (
        <Callout intent={Intent.WARNING} compact>
          {warning} It can be asked for nevertheless.
        </Callout>
      )}
      {overlaps !== '' && (
        <Callout intent={Intent.DANGER} compact>
          There is leave on these days already: {overlaps}.
        </Callout>
      )}
    </div>
  );
}
