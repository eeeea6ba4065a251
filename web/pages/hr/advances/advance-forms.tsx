import { instalmentFor } from '@nimule/core/hr/payroll/rules';
import {
  type Advance,
  advanceInput,
  repaymentInput,
} from '@nimule/core/hr/payroll/schema-payments';
import { addMonths, formatMonth, isIsoDate, monthOf } from '@nimule/core/kernel/dates';
import { formatUsd, parseAmount, toDecimal } from '@nimule/core/kernel/money';
import { monthsAround } from '../../../parts/months.tsx';
import { RecordForm } from '../../../parts/record-form.tsx';
import { useShownRecord } from '../../../parts/shown-record.ts';
import {
  FieldRow,
  MoneyField,
  NumberField,
  SelectField,
  TextField,
} from '../../../ui/form/fields.tsx';
import { useFieldValue } from '../../../ui/form/form.tsx';
import { useProposedValue } from '../../../ui/form/proposed-value.ts';
import { toast, toastWithActions } from '../../../ui/overlay/toaster.tsx';
import { today } from '../../../ui/today.ts';
import { EmployeeField } from '../employees/employee-field.tsx';
import { AmountNote, PaidFromFields } from '../payments/paid-from.tsx';

const newForm = advanceInput.required({ currency: true, advanceDate: true, firstMonth: true });
const MONTHS_BACK = 1;
const MONTHS_AHEAD = 12;
const MOST_INSTALMENTS = 60;

/** Pays an advance to an employee, who repays it from the pay of the following months. */
export function NewAdvanceForm({ onClose }: { onClose: () => void }) {
  const { show } = useShownRecord('advance');
  return (
    <RecordForm
      operation="createAdvance"
      failure="Failed to pay the advance."
      title="New advance"
      description="It is paid now, and deducted from the employee's pay in monthly instalments."
      schema={newForm}
      initial={{
        ...{ employeeId: '', amountUsd: '', instalments: '1', reason: '', reference: '' },
        firstMonth: addMonths(monthOf(today()), 1),
        ...{ account: 'cash', currency: 'USD', advanceDate: today() },
      }}
      send={(body) => ({ body })}
      done={(advance) =>
        toastWithActions('Advance Paid', `${advance.advanceNumber} to ${advance.employeeName}`, [
          { label: 'View', onClick: () => show(advance) },
        ])
      }
      submitLabel="Pay advance"
      busyLabel="Recording…"
      onClose={onClose}
      width={640}
    >
      <EmployeeField />
      <InstalmentFields />
      <PaidFromFields date="advanceDate" />
      <TextField name="reason" label="Reason" />
      <NewAdvanceNote />
    </RecordForm>
  );
}

/** Amount, number of instalments, and the first month that takes one: the month after the payment is proposed. */
function InstalmentFields() {
  const day = useFieldValue('advanceDate');
  useProposedValue('firstMonth', isIsoDate(day) ? addMonths(monthOf(day), 1) : undefined);
  const amount = parseAmount(useFieldValue('amountUsd'));
  const instalments = Number(useFieldValue('instalments'));
  const isKnown =
    amount !== undefined &&
    amount > 0 &&
    Number.isInteger(instalments) &&
    instalments > 1 &&
    instalments <= MOST_INSTALMENTS;
  return (
    <FieldRow>
      <MoneyField name="amountUsd" label="Amount" />
      <NumberField
        name="instalments"
        label="Instalments"
        {...(isKnown ? { help: `${formatUsd(instalmentFor(amount, instalments))} a month` } : {})}
      />
      <SelectField
        name="firstMonth"
        label="First instalment"
        options={monthsAround(today(), MONTHS_BACK, MONTHS_AHEAD)
          .reverse()
          .map((value) => ({ value, label: formatMonth(value) }))}
      />
    </FieldRow>
  );
}

function NewAdvanceNote() {
  const amountUsd = parseAmount(useFieldValue('amountUsd'));
  if (amountUsd === undefined || amountUsd <= 0) return null;
  return <AmountNote label="To pay" date="advanceDate" amountUsd={amountUsd} />;
}

const repayForm = repaymentInput.required({ currency: true, date: true });

interface RepayFormProps {
  advance: Advance;
  onClose: () => void;
}

/** Records money that an employee pays back. */
export function RepayForm({ advance, onClose }: RepayFormProps) {
  const { id, advanceNumber, employeeName, openUsd } = advance;
  return (
    <RecordForm
      operation="repayAdvance"
      failure="Failed to record the repayment."
      title={`Repayment of ${advanceNumber}`}
      description={`${employeeName} pays money back, beside what is deducted from pay. Open: ${formatUsd(openUsd)}.`}
      schema={repayForm}
      initial={{
        amountUsd: toDecimal(openUsd),
        ...{ account: 'cash', currency: 'USD', date: today(), reference: '' },
      }}
      send={(body) => ({ params: { id }, body })}
      done={(after) =>
        toast(
          'Repayment Recorded',
          after.openUsd === undefined
            ? advanceNumber
            : `${advanceNumber}: ${formatUsd(after.openUsd)} open`,
        )
      }
      submitLabel="Record repayment"
      busyLabel="Recording…"
      onClose={onClose}
    >
      <MoneyField name="amountUsd" label="Amount" />
      <PaidFromFields date="date" label="Paid into" />
      <RepaymentNote />
    </RecordForm>
  );
}

function RepaymentNote() {
  const amountUsd = parseAmount(useFieldValue('amountUsd'));
  if (amountUsd === undefined || amountUsd <= 0) return null;
  return <AmountNote label="To receive" date="date" amountUsd={amountUsd} />;
}
