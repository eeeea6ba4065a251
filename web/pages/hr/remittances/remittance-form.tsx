import { settledBy } from '@nimule/core/hr/payments/rules';
import {
  type RemittanceKind,
  type RemittanceOpen,
  type RemittanceOwed,
  remittanceInput,
  remittanceKinds,
} from '@nimule/core/hr/payroll/schema-payments';
import { addMonths, formatMonth, type IsoMonth, monthOf } from '@nimule/core/kernel/dates';
import {
  type Cents,
  cents,
  formatSsp,
  formatUsd,
  parseAmount,
  toDecimal,
} from '@nimule/core/kernel/money';
import { useEffect, useRef } from 'react';
import { useRead } from '../../../client/use-read.ts';
import {
  AmountInCurrency,
  useAmountInUsd,
  useChosenCurrency,
} from '../../../parts/amount-in-currency.tsx';
import { monthsAround } from '../../../parts/months.tsx';
import { useRateOn } from '../../../parts/rates.ts';
import { RecordForm } from '../../../parts/record-form.tsx';
import { FieldRow, MoneyField, SelectField, TextAreaField } from '../../../ui/form/fields.tsx';
import { useFieldValue, useSetFields } from '../../../ui/form/form.tsx';
import { useProposedValue } from '../../../ui/form/proposed-value.ts';
import { LoadingDialog } from '../../../ui/overlay/loading-dialog.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { today } from '../../../ui/today.ts';
import { PaidFromFields } from '../payments/paid-from.tsx';
import { kindLabels } from './remittance-words.ts';

const form = remittanceInput.required({ currency: true, paymentDate: true });
const TITLE = 'New remittance';
const MONTHS_BACK = 24;

interface RemittanceFormProps {
  kind: RemittanceKind;
  onClose: () => void;
}

/** Pays tax, social security or other deductions on. */
export function RemittanceForm({ kind, onClose }: RemittanceFormProps) {
  const read = useRead('listRemittancesOwed');
  return (
    <LoadingDialog title={TITLE} noun="amounts owed" read={read} onClose={onClose}>
      {(owed) => <NewRemittance kind={kind} owed={owed} onClose={onClose} />}
    </LoadingDialog>
  );
}

interface NewRemittanceProps extends RemittanceFormProps {
  owed: readonly RemittanceOwed[];
}

function NewRemittance({ kind, owed, onClose }: NewRemittanceProps) {
  return (
    <RecordForm
      operation="createRemittance"
      failure="Failed to record the remittance."
      title={TITLE}
      description="What was withheld from pay is paid on: to the tax authority, the social insurance fund, or whoever deductions are made for."
      schema={form}
      initial={{
        kind,
        // Usually paid in the following month.
        month: addMonths(monthOf(today()), -1),
        ...{ amount: '', settledUsd: '', account: 'bank', currency: 'USD' },
        ...{ paymentDate: today(), reference: '', notes: '' },
      }}
      send={({ settledUsd, ...body }) => ({
        // Dollars settle what they are.
        body: body.currency === 'SSP' && settledUsd !== undefined ? { ...body, settledUsd } : body,
      })}
      done={({ remittanceNumber, kind: paid, settledUsd }) =>
        toast(
          'Remittance Recorded',
          `${remittanceNumber}: ${kindLabels[paid]}${settledUsd === null ? '' : `, ${formatUsd(settledUsd)} settled`}`,
        )
      }
      submitLabel="Record remittance"
      busyLabel="Recording…"
      onClose={onClose}
      width={640}
    >
      <WhatFields owed={owed} />
      <AmountFields owed={owed} />
      <PaidFromFields date="paymentDate" withoutCurrency />
      <TextAreaField name="notes" label="Notes" rows={2} />
    </RecordForm>
  );
}

/** What is owed of the chosen kind. */
function useOwed(owed: readonly RemittanceOwed[]): RemittanceOwed | undefined {
  const kind = useFieldValue('kind');
  return owed.find((one) => one.kind === kind);
}

function WhatFields({ owed }: { owed: readonly RemittanceOwed[] }) {
  const chosen = useOwed(owed);
  return (
    <FieldRow>
      <SelectField
        name="kind"
        label="What is paid"
        options={remittanceKinds.map((value) => ({ value, label: kindLabels[value] }))}
        {...(chosen && chosen.owedUsd !== null
          ? { help: `${formatUsd(chosen.owedUsd)} owed on account ${chosen.accountCode}` }
          : {})}
      />
      <SelectField
        name="month"
        label="For the month"
        options={monthsAround(today(), MONTHS_BACK, 1).map((value) => ({
          value,
          label: formatMonth(value),
        }))}
      />
    </FieldRow>
  );
}

/** Proposes all that is owed in dollars, or the pounds that were withheld in the month, and what these settle. */
function AmountFields({ owed }: { owed: readonly RemittanceOwed[] }) {
  const chosen = useOwed(owed);
  const rate = useRateOn(useFieldValue('paymentDate'));
  const isPounds = useChosenCurrency() === 'SSP';
  const month = useFieldValue('month') as IsoMonth;
  const read = useRead('openRemittances', { query: { month } }, { when: isPounds });
  const open = read.data?.find(({ kind }) => kind === chosen?.kind);
  const amount = isPounds ? open?.openSsp : chosen?.owedUsd;
  // Empty while it is not known: the amount of another month or currency must not be sent.
  useProposedValue('amount', amount && amount > 0 ? toDecimal(amount) : '');
  const setFields = useSetFields();
  const set = useRef(setFields);
  set.current = setFields;
  useEffect(() => {
    if (!isPounds) set.current({ settledUsd: '' });
  }, [isPounds]);
  return (
    <>
      <AmountInCurrency rate={rate} />
      {isPounds && read.error && (
        <ErrorState
          error={read.error}
          onRetry={read.refresh}
          title="The pounds of the month could not be loaded"
        />
      )}
      {isPounds && <SettledField open={open} month={month} rate={rate} />}
    </>
  );
}

interface SettledFieldProps {
  open: RemittanceOpen | undefined;
  month: IsoMonth;
  rate: Cents | undefined;
}

/** What pounds settle of the dollars withheld; the rest is an exchange gain or loss (decision 134). */
function SettledField({ open, month, rate }: SettledFieldProps) {
  const amount = parseAmount(useFieldValue('amount'), 'SSP');
  const isKnown = open !== undefined && rate !== undefined && amount !== undefined;
  const proposal = isKnown ? settledBy({ amount, currency: 'SSP' }, open, rate) : undefined;
  useProposedValue('settledUsd', proposal ? toDecimal(proposal) : '');
  const settled = parseAmount(useFieldValue('settledUsd'), 'USD');
  const value = useAmountInUsd(rate);
  return (
    <MoneyField
      name="settledUsd"
      label="Dollars settled"
      help={helpOf({ open, month, settled, rest: value && settled && value - settled })}
    />
  );
}

interface Settled {
  open: RemittanceOpen | undefined;
  month: IsoMonth;
  settled: Cents | undefined;
  rest: number | undefined;
}

function helpOf({ open, month, settled, rest }: Settled): string {
  const ofMonth = formatMonth(month);
  const known =
    open &&
    (open.openSsp > 0
      ? `${formatSsp(open.openSsp)} are open for ${ofMonth}, booked as ${formatUsd(open.openUsd)}.`
      : `Nothing is open for ${ofMonth}.`);
  const account = rest && (rest > 0 ? 'loss (5620)' : 'gain (4520)');
  const difference =
    settled !== undefined && rest && account
      ? `${formatUsd(cents(Math.abs(rest)))} are an exchange ${account}.`
      : undefined;
  return [known, difference].filter(Boolean).join(' ');
}
