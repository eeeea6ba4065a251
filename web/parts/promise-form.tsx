import { type Customer, promiseInput } from '@nimule/core/customers/schema';
import { addDays, dateText, formatDate } from '@nimule/core/kernel/dates';
import { requiredText } from '@nimule/core/kernel/text';
import { call } from '../client/call.ts';
import { DateField } from '../ui/form/date-field.tsx';
import { TextAreaField } from '../ui/form/fields.tsx';
import { toast } from '../ui/overlay/toaster.tsx';
import { today } from '../ui/today.ts';
import { DISCONNECT_RULE } from './disconnection.ts';
import { RecordForm } from './record-form.tsx';

const MAX_REASON = 500;
/** What the form proposes: time enough for a bank transfer. */
const DAYS_PROPOSED = 7;

/** Here a promise is made; taking one back has a dialog of its own. */
const promiseForm = promiseInput.extend({
  until: dateText,
  reason: requiredText('The reason', MAX_REASON),
});

interface PromiseFormProps {
  customer: Customer;
  onClose: () => void;
}

/** What the promise brings, by the customer's status before and after it. */
function outcome(before: Customer, after: Customer): string {
  const until = formatDate(after.doNotDisconnectUntil!);
  if (after.status !== 'Active')
    return `It holds until ${until}. ${after.name} stays ${after.status.toLowerCase()}.`;
  const how = before.status === 'Active' ? 'stays connected' : 'is connected again';
  return `${after.name} ${how} until ${until}.`;
}

function boxesFor({ doNotDisconnectUntil, doNotDisconnectReason, version }: Customer) {
  return {
    until: doNotDisconnectUntil ?? addDays(today(), DAYS_PROPOSED),
    reason: doNotDisconnectReason,
    version,
  };
}

/** Records until when, and why, the customer is not disconnected. */
export function PromiseForm({ customer, onClose }: PromiseFormProps) {
  const { id } = customer;
  return (
    <RecordForm
      title="Do Not Disconnect"
      description={({ name, customerId, suspendedByRule }) => (
        <>
          Until the end of this day the {DISCONNECT_RULE} leaves <strong>{name}</strong> (
          {customerId}) connected
          {suspendedByRule && ', and connects the service again at once'}.
        </>
      )}
      operation="setPromise"
      failure="Failed to record the promise to pay."
      schema={promiseForm}
      record={customer}
      read={() => call('getCustomer', { params: { id } })}
      initial={boxesFor}
      send={(body) => ({ params: { id }, body })}
      done={(after, _typed, before) => toast('Promise Recorded', outcome(before, after))}
      submitLabel="Record promise"
      onClose={onClose}
      width={480}
    >
      <DateField name="until" label="Do not disconnect until" />
      <TextAreaField
        name="reason"
        label="Reason"
        maxLength={MAX_REASON}
        placeholder="Such as: promised to pay by bank transfer on Friday"
      />
    </RecordForm>
  );
}
