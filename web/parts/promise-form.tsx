import { type Customer, promiseInput } from '@nimule/core/customers/schema';
import { addDays, dateInJuba, dateText, formatDate } from '@nimule/core/kernel/dates';
import { requiredText } from '@nimule/core/kernel/text';
import { call } from '../client/call.ts';
import { useMutation } from '../client/use-mutation.ts';
import { DateField } from '../ui/form/date-field.tsx';
import { TextAreaField } from '../ui/form/fields.tsx';
import { FormDialog } from '../ui/form/form-dialog.tsx';
import { useRecord } from '../ui/form/stale-record.tsx';
import { toast } from '../ui/overlay/toaster.tsx';
import { DISCONNECT_RULE } from './disconnection.ts';

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
    until: doNotDisconnectUntil ?? addDays(dateInJuba(new Date()), DAYS_PROPOSED),
    reason: doNotDisconnectReason,
    version,
  };
}

/** Records until when, and why, the customer is not disconnected. */
export function PromiseForm({ customer: opened, onClose }: PromiseFormProps) {
  const set = useMutation('setPromise', { failure: 'Failed to record the promise to pay.' });
  const { id } = opened;
  const { record: customer, reload } = useRecord(opened, () =>
    call('getCustomer', { params: { id } }),
  );
  const { customerId, name } = customer;
  return (
    <FormDialog
      title="Do Not Disconnect"
      description={
        <>
          Until the end of this day the {DISCONNECT_RULE} leaves <strong>{name}</strong> (
          {customerId}) connected
          {customer.suspendedByRule && ', and connects the service again at once'}.
        </>
      }
      schema={promiseForm}
      initial={boxesFor(opened)}
      reload={async () => ({ boxes: boxesFor(await reload()) })}
      submitLabel="Record promise"
      submitError={set.error}
      onSubmit={async (input) => {
        const after = await set.run({ params: { id }, body: input });
        toast('Promise Recorded', outcome(customer, after));
      }}
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
    </FormDialog>
  );
}
