import { type Expense, expenseInput } from '@nimule/core/expenses/schema';
import { AmountInCurrency } from '../../../parts/amount-in-currency.tsx';
import { CashPlaceField } from '../../../parts/cash-place.tsx';
import { useRateOn } from '../../../parts/rates.ts';
import { DateField } from '../../../ui/form/date-field.tsx';
import { FieldRow, TextAreaField, TextField } from '../../../ui/form/fields.tsx';
import { type FormValues, useFieldValue } from '../../../ui/form/form.tsx';
import { toastError } from '../../../ui/overlay/toaster.tsx';
import { today } from '../../../ui/today.ts';
import { AccountField, KindFields } from './expense-fields.tsx';

/** The currency is chosen, never left to the default of the API. */
export const expenseForm = expenseInput.required({ currency: true });
type ExpenseValues = FormValues<typeof expenseForm>;

/** What a new expense begins with (seeds/001 4). */
export function newExpense(): ExpenseValues {
  return {
    description: '',
    location: '',
    date: today(),
    amount: '',
    currency: 'USD',
    expenseType: 'cost_of_sales',
    category: 'bandwidth_cost',
    account: 'checking',
    reference: '',
    notes: '',
  };
}

export function valuesOf(expense: Expense): ExpenseValues {
  const { description, location, date, amount, currency } = expense;
  const { expenseType, category, account, reference, notes } = expense;
  return {
    ...{ description, location, date, amount, currency },
    ...{ expenseType, category, account, reference, notes },
  };
}

const REQUIRED = [
  'date',
  'location',
  'description',
  'amount',
  'expenseType',
  'category',
  'account',
] as const;

/** The message of the specification (seeds/001 5), if a required field is blank. */
export function tellMissing(values: ExpenseValues): void {
  if (REQUIRED.some((name) => String(values[name] ?? '').trim() === ''))
    toastError(
      'Please fill in all required fields including expense type and payment account.',
      'Missing Information',
    );
}

/** The fields of an expense. `kept`: the category of the edited one, whose cash stays where it was. */
export function ExpenseFields({ kept }: { kept?: string }) {
  const rate = useRateOn(useFieldValue('date'));
  return (
    <>
      <TextField name="description" label="Description" />
      <FieldRow>
        <TextField name="location" label="Location" help="The vendor." />
        <DateField name="date" label="Date" />
      </FieldRow>
      <AmountInCurrency rate={rate} />
      <KindFields kept={kept} />
      <FieldRow>
        <AccountField />
        <TextField
          name="reference"
          label="Reference"
          placeholder="Number of the bill or transfer"
        />
      </FieldRow>
      {kept === undefined && <CashPlaceField />}
      <TextAreaField name="notes" label="Notes" rows={2} />
    </>
  );
}
