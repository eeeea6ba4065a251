import { paymentAccountLabels, paymentAccounts } from '@nimule/core/billing/payments/schema';
import { refundInput } from '@nimule/core/billing/refunds/schema';
import type { Customer } from '@nimule/core/customers/schema';
import { formatSsp, formatUsd, toDecimal } from '@nimule/core/kernel/money';
import { useRead } from '../../../client/use-read.ts';
import { AmountInCurrency, useChosenCurrency } from '../../../parts/amount-in-currency.tsx';
import { useCashHelp } from '../../../parts/cash-help.tsx';
import { CashPlaceField } from '../../../parts/cash-place.tsx';
import { CustomerField, pickedCustomer } from '../../../parts/customer-field.tsx';
import { saveRefundPdf } from '../../../parts/documents.tsx';
import { useRateOn } from '../../../parts/rates.ts';
import { RecordForm } from '../../../parts/record-form.tsx';
import { refundableText } from '../../../parts/refunds/refund-words.tsx';
import { sameReferenceQuestion } from '../../../parts/same-reference.ts';
import { FieldRow, SelectField, TextAreaField, TextField } from '../../../ui/form/fields.tsx';
import { useFieldValue } from '../../../ui/form/form.tsx';
import { useProposedValue } from '../../../ui/form/proposed-value.ts';
import { LoadingDialog } from '../../../ui/overlay/loading-dialog.tsx';
import { toastWithActions } from '../../../ui/overlay/toaster.tsx';
import { today } from '../../../ui/today.ts';
import { CustomerBalance } from './customer-balance.tsx';

const refundForm = refundInput.omit({ sameReference: true }).extend({ customerId: pickedCustomer });

interface RefundFormProps {
  /** Without it, the form has a customer field. */
  customer?: Customer;
  onClose: () => void;
}

/** Pays out credit of a customer. */
function RefundForm({ customer, onClose }: RefundFormProps) {
  return (
    <RecordForm
      operation="recordRefund"
      failure="Please try again."
      failureTitle="Failed to refund credit"
      title="Refund Credit"
      description={
        customer
          ? `To ${customer.name} (${customer.customerId}). At most what the customer has paid in advance, without granted credit.`
          : 'Pays out what a customer has paid in advance, without granted credit.'
      }
      schema={refundForm}
      initial={{
        customerId: customer ? String(customer.id) : '',
        amount: '',
        currency: 'USD',
        account: 'cash',
        reference: '',
        reason: '',
      }}
      send={({ reference, ...typed }) => ({
        body: { ...typed, ...(reference ? { reference } : {}) },
      })}
      done={({ id, refundNumber, currency, moneyUsd, amountSsp, customerName }) => {
        const paid = currency === 'SSP' ? formatSsp(amountSsp) : formatUsd(moneyUsd);
        toastWithActions('Credit refunded', `${refundNumber}: ${paid} to ${customerName}`, [
          { label: 'Receipt', onClick: () => saveRefundPdf({ refundId: id, refundNumber }) },
        ]);
      }}
      submitLabel="Refund credit"
      question={sameReferenceQuestion('Refund it as well')}
      busyLabel="Refunding…"
      onClose={onClose}
      width={640}
    >
      <RefundFields picksCustomer={customer === undefined} />
    </RecordForm>
  );
}

function RefundFields({ picksCustomer }: { picksCustomer: boolean }) {
  const customerId = Number(useFieldValue('customerId'));
  const currency = useChosenCurrency();
  const rate = useRateOn(today());
  const account = useRead(
    'customerAccount',
    { params: { id: customerId } },
    { when: customerId > 0 },
  ).data;
  const { usd = 0, ssp = 0 } = account?.refundable ?? {};
  useProposedValue('currency', account && (usd === 0 && ssp > 0 ? 'SSP' : 'USD'));
  const own = currency === 'SSP' ? account?.refundable.ssp : account?.refundable.usd;
  useProposedValue('amount', own === undefined ? undefined : own > 0 ? toDecimal(own) : '');
  const cashHelp = useCashHelp('out');
  return (
    <>
      {picksCustomer && <CustomerField />}
      {customerId > 0 && <CustomerBalance customerId={customerId} rate={rate} />}
      {account && (
        <p className="quiet">
          Can be refunded: {refundableText(account.refundable)}. Money goes back in the currency in
          which it was paid; pounds as many as were paid, whatever the rate is now. In the other
          currency it goes back at the rate of the day, after the approval of another person.
        </p>
      )}
      <AmountInCurrency rate={rate} />
      <FieldRow>
        <SelectField
          name="account"
          label="Paid from"
          options={paymentAccounts.map((value) => ({ value, label: paymentAccountLabels[value] }))}
          help={cashHelp}
        />
        <TextField name="reference" label="Reference" placeholder="Transfer number" />
      </FieldRow>
      <CashPlaceField />
      <TextAreaField name="reason" label="Reason" rows={2} help="It is printed on the receipt." />
    </>
  );
}

interface RefundCreditProps {
  /** Customer ID from the URL, SC003; '' to pick one. */
  customer: string;
  onClose: () => void;
}

/** The Refund Credit dialog opened by the URL. */
export function RefundCredit({ customer: customerId, onClose }: RefundCreditProps) {
  const read = useRead('lookupCustomer', { query: { customerId } }, { when: customerId !== '' });
  if (customerId === '') return <RefundForm onClose={onClose} />;
  return (
    <LoadingDialog title="Refund Credit" noun="customer" read={read} onClose={onClose}>
      {(customer) => <RefundForm customer={customer} onClose={onClose} />}
    </LoadingDialog>
  );
}
