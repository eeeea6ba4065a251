import type { ExpenseTemplate } from '@nimule/core/expenses/schema';
import { formatMonth, type IsoMonth, isoMonth } from '@nimule/core/kernel/dates';
import { call } from '../../../client/call.ts';
import { ClientError } from '../../../client/errors.ts';
import { AmountInCurrency } from '../../../parts/amount-in-currency.tsx';
import { monthsAround } from '../../../parts/months.tsx';
import { useRateOn } from '../../../parts/rates.ts';
import { RecordForm } from '../../../parts/record-form.tsx';
import { FieldRow, NumberField, SelectField, TextField } from '../../../ui/form/fields.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { today } from '../../../ui/today.ts';
import { settledCategory } from '../expense-words.ts';
import { AccountField, KindFields } from '../form/expense-fields.tsx';
import { tellMissing } from '../form/expense-form.tsx';
import { newTemplate, templateForm, valuesOfTemplate } from './template-values.ts';

const MONTHS_BACK = 12;
const MONTHS_AHEAD = 36;

interface TemplateFormProps {
  /** The recurring expense that is edited; none for a new one. */
  template?: ExpenseTemplate;
  onClose: () => void;
}

/** There is no call for a single one. */
async function readTemplate(id: number): Promise<ExpenseTemplate> {
  const found = (await call('listExpenseTemplates')).find((template) => template.id === id);
  if (!found) throw new ClientError(404, 'This recurring expense is gone.');
  return found;
}

/** Adds or changes a recurring expense. */
export function TemplateForm({ template, onClose }: TemplateFormProps) {
  const shared = {
    failure: 'Failed to save the recurring expense.',
    schema: templateForm,
    onInvalid: (values: Parameters<typeof tellMissing>[0]) => tellMissing({ date: '-', ...values }),
    onClose,
    width: 640,
  };
  if (!template)
    return (
      <RecordForm
        {...shared}
        title="Add Recurring Expense"
        operation="createExpenseTemplate"
        initial={newTemplate()}
        send={(body) => ({ body: { ...body, isActive: true } })}
        done={({ description }) => toast('Recurring expense added', description)}
        submitLabel="Add recurring expense"
      >
        <TemplateFields months={[]} />
      </RecordForm>
    );
  const { id } = template;
  return (
    <RecordForm
      {...shared}
      title="Edit Recurring Expense"
      description="Expenses that were made of it already stay as they are."
      operation="updateExpenseTemplate"
      record={template}
      read={() => readTemplate(id)}
      initial={(current) => ({
        ...valuesOfTemplate(current),
        lastMonth: current.lastMonth ?? '',
      })}
      settle={settledCategory}
      send={(typed, { isActive, version }) => ({
        params: { id },
        body: { ...typed, isActive, version },
      })}
      done={({ description }) => toast('Recurring expense saved', description)}
      submitLabel="Save recurring expense"
    >
      {({ category, firstMonth, lastMonth }) => (
        <TemplateFields
          kept={category}
          months={lastMonth ? [firstMonth, lastMonth] : [firstMonth]}
        />
      )}
    </RecordForm>
  );
}

interface TemplateFieldsProps {
  kept?: string;
  /** Months that the record has, which are offered besides the near ones. */
  months: readonly IsoMonth[];
}

function TemplateFields({ kept, months }: TemplateFieldsProps) {
  const rate = useRateOn(today());
  const near = monthsAround(today(), MONTHS_BACK, MONTHS_AHEAD);
  const offered = [...new Set([...near, ...months])]
    .sort()
    .map((month) => ({ value: month, label: formatMonth(isoMonth(month)) }));
  return (
    <>
      <TextField name="description" label="Description" />
      <TextField name="location" label="Location" help="The vendor." />
      <AmountInCurrency rate={rate} />
      <KindFields kept={kept} />
      <FieldRow>
        <AccountField />
        <NumberField name="day" label="Day of the month" help="In a shorter month, its last day." />
      </FieldRow>
      <FieldRow>
        <SelectField
          name="firstMonth"
          label="First month"
          options={offered}
          help="Months that have passed are recorded too."
        />
        <SelectField name="lastMonth" label="Last month" none="No end" options={offered} />
      </FieldRow>
    </>
  );
}
