import {
  type ExpenseDetail,
  expensePaymentInput,
  payingAccounts,
} from '@nimule/core/expenses/schema';
import {
  type Cents,
  type Currency,
  sspToUsd,
  toDecimal,
  usdToSsp,
} from '@nimule/core/kernel/money';
import { call } from '../../../client/call.ts';
import { AmountInCurrency, useChosenCurrency } from '../../../parts/amount-in-currency.tsx';
import { CashPlaceField } from '../../../parts/cash-place.tsx';
import { useRateOn } from '../../../parts/rates.ts';
import { RecordForm } from '../../../parts/record-form.tsx';
import { sameReferenceQuestion } from '../../../parts/same-reference.ts';
import { DateField } from '../../../ui/form/date-field.tsx';
import { FieldRow, SelectField, TextField } from '../../../ui/form/fields.tsx';
import { useFieldValue } from '../../../ui/form/form.tsx';
import { useProposedValue } from '../../../ui/form/proposed-value.ts';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { today } from '../../../ui/today.ts';
import { accountLabels, openText } from '../expense-words.ts';

const paymentForm = expensePaymentInput
  .omit({ version: true, sameReference: true })
  .required({ amount: true, currency: true, paymentDate: true });

interface PayFormProps {
  expense: ExpenseDetail;
  onClose: () => void;
}

/** Pays an expense on account, in part or whole; what is open is proposed. */
export function PayForm({ expense, onClose }: PayFormProps) {
  const { id, transactionId } = expense;
  return (
    <RecordForm
      operation="payExpense"
      failure="Failed to record the payment."
      title={`Pay ${transactionId}`}
      description={(current) => `${current.location}: ${openText(current)} is not paid yet.`}
      schema={paymentForm}
      record={expense}
      read={(): Promise<ExpenseDetail> => call('getExpense', { params: { id } })}
      initial={({ currency, openUsd, openSsp }) => ({
        amount: toDecimal(openSsp ?? openUsd),
        currency,
        account: 'checking',
        paymentDate: today(),
        reference: '',
      })}
      send={(typed, { version }) => ({ params: { id }, body: { ...typed, version } })}
      done={(paid) =>
        toast(
          'Payment recorded',
          paid.openUsd > 0
            ? `${openText(paid)} of ${transactionId} is left.`
            : `${transactionId} is paid in full.`,
        )
      }
      question={sameReferenceQuestion('Record it as well')}
      submitLabel="Record payment"
      busyLabel="Recording…"
      onClose={onClose}
      width={600}
    >
      {(current) => <PayFields expense={current} />}
    </RecordForm>
  );
}

/** What is open in a currency, at the rate of the payment's day; at least a cent, as on the server. */
function dueIn(
  { openUsd, openSsp }: ExpenseDetail,
  currency: Currency,
  rate: Cents | undefined,
): string | undefined {
  if (openSsp === null && currency === 'USD') return toDecimal(openUsd);
  if (openSsp !== null && currency === 'SSP') return toDecimal(openSsp);
  if (rate === undefined) return undefined;
  const converted = openSsp === null ? usdToSsp(openUsd, rate) : sspToUsd(openSsp, rate);
  return converted > 0 ? toDecimal(converted) : '0.01';
}

function PayFields({ expense }: { expense: ExpenseDetail }) {
  const rate = useRateOn(useFieldValue('paymentDate'));
  useProposedValue('amount', dueIn(expense, useChosenCurrency(), rate));
  return (
    <>
      <AmountInCurrency rate={rate} />
      <FieldRow>
        <SelectField
          name="account"
          label="Paid from"
          options={payingAccounts.map((value) => ({ value, label: accountLabels[value] }))}
        />
        <DateField name="paymentDate" label="Payment date" help="Today or earlier" />
      </FieldRow>
      <CashPlaceField />
      <TextField name="reference" label="Reference" placeholder="Transfer or transaction number" />
    </>
  );
}
