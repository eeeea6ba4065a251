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
/** Default duration: enough for a bank transfer. */
const DEFAULT_DAYS = 7;

/** Date and reason are required; a promise is withdrawn in another dialog. */
const promiseForm = promiseInput.extend({
  until: dateText,
  reason: requiredText('The reason', MAX_REASON),
});

interface PromiseFormProps {
  customer: Customer;
  onClose: () => void;
}

/** Result text, by the customer's status before and after. */
function outcome(before: Customer, after: Customer): string {
  const until = formatDate(after.doNotDisconnectUntil!);
  if (after.status !== 'Active')
    return `It holds until ${until}. ${after.name} stays ${after.status.toLowerCase()}.`;
  const how = before.status === 'Active' ? 'stays connected' : 'is connected again';
  return `${after.name} ${how} until ${until}.`;
}

function formValuesFor({ doNotDisconnectUntil, doNotDisconnectReason, version }: Customer) {
  return {
    until: doNotDisconnectUntil ?? addDays(today(), DEFAULT_DAYS),
    reason: doNotDisconnectReason,
    version,
  };
}

/** Records a promise to pay: end date and reason. */
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
      initial={formValuesFor}
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
