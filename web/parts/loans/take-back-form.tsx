import { formatUsd } from '@nimule/core/kernel/money';
import { type Loan, loanReturnInput } from '@nimule/core/sales/schema';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { call } from '../../client/call.ts';
import { useMay } from '../../ui/allowed.tsx';
import { ChoiceField } from '../../ui/form/choice-field.tsx';
import { TextAreaField } from '../../ui/form/fields.tsx';
import { useConfirmation } from '../../ui/overlay/confirmation.tsx';
import { toast, toastWithActions } from '../../ui/overlay/toaster.tsx';
import { RecordForm } from '../record-form.tsx';
import { deviceText } from './loan-words.tsx';

const takeBackForm = loanReturnInput.omit({ version: true });

interface TakeBackFormProps {
  loan: Loan;
  onClose: () => void;
}

/** Takes equipment back as good, or writes it off as damaged or lost. */
export function TakeBackForm({ loan, onClose }: TakeBackFormProps) {
  const { id, loanNumber, customerName, customerNumber, valueUsd } = loan;
  const mayInvoice = useMay()('invoice.create');
  const navigate = useNavigate();
  const { ask, dialog } = useConfirmation();
  const device = deviceText(loan);
  const value = formatUsd(valueUsd);
  return (
    <>
      <RecordForm
        operation="returnLoan"
        failure="Please try again."
        failureTitle="Failed to take back equipment"
        title={`Take Back ${loanNumber}`}
        description={`${device}, from ${customerName} (${customerNumber}).`}
        schema={takeBackForm}
        initial={{ status: 'good', notes: '' }}
        record={loan}
        read={(): Promise<Loan> => call('getLoan', { params: { id } })}
        send={async ({ status, notes }, { version }) => {
          if (status !== 'good') {
            await ask({
              title: `Record ${device} as ${status}?`,
              text: `${value} is written off today. This cannot be undone.`,
              confirmLabel: `Record as ${status}`,
            });
          }
          return { params: { id }, body: { status, ...(notes ? { notes } : {}), version } };
        }}
        done={({ status }) => {
          if (status === 'good')
            return toast('Equipment Taken Back', `${device} is in stock again.`);
          const text = `${device}: ${value} was written off.`;
          const title = status === 'lost' ? 'Recorded as Lost' : 'Recorded as Damaged';
          if (!mayInvoice) return toast(title, text);
          const onClick = () => navigate(paths.newInvoice(customerNumber));
          return toastWithActions(title, text, [{ label: 'Invoice the customer', onClick }]);
        }}
        submitLabel="Take back"
        busyLabel="Saving…"
        onClose={onClose}
      >
        <ChoiceField
          name="status"
          label="Its state"
          options={[
            { value: 'good', label: 'Good', detail: `Goes back into stock at ${value}.` },
            { value: 'damaged', label: 'Damaged', detail: `${value} is written off.` },
            { value: 'lost', label: 'Lost', detail: `Not found; ${value} is written off.` },
          ]}
        />
        <TextAreaField name="notes" label="Notes" rows={2} />
      </RecordForm>
      {dialog}
    </>
  );
}
