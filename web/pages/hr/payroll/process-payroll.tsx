import { Callout, Intent } from '@blueprintjs/core';
import type { Employee } from '@nimule/core/hr/employees/schema';
import { computePay, type Pay } from '@nimule/core/hr/payroll/rules';
import { type Payroll, type PayrollDraft, payrollInput } from '@nimule/core/hr/payroll/schema';
import { firstDay, isIsoDate, lastDay, monthOf } from '@nimule/core/kernel/dates';
import {
  type Cents,
  formatUsd,
  parseAmount,
  toDecimal,
  usdToSsp,
  ZERO,
} from '@nimule/core/kernel/money';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { call } from '../../../client/call.ts';
import { useRead } from '../../../client/use-read.ts';
import { RecordForm } from '../../../parts/record-form.tsx';
import { useShownRecord } from '../../../parts/shown-record.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { FieldRow, MoneyField, TextAreaField } from '../../../ui/form/fields.tsx';
import { useFieldValue, useSetFields } from '../../../ui/form/form.tsx';
import { useProposedValue } from '../../../ui/form/proposed-value.ts';
import { LoadingDialog } from '../../../ui/overlay/loading-dialog.tsx';
import { toast, toastWithActions } from '../../../ui/overlay/toaster.tsx';
import { Panel } from '../../../ui/page.tsx';
import { today } from '../../../ui/today.ts';
import { KeyValues, moneyFact } from '../../../ui/values.tsx';
import { EmployeeField } from '../employees/employee-field.tsx';

const TITLE = 'Process Payroll';
const amounts = {
  overtime: true,
  bonus: true,
  deductions: true,
  advances: true,
  socialSecurity: true,
  tax: true,
} as const;
const fields = {
  startDate: true,
  endDate: true,
  baseSalary: true,
  ...amounts,
  notes: true,
} as const;
const newForm = payrollInput.pick({ employeeId: true, ...fields });
/** All of a processed payroll but its employee. */
const editForm = payrollInput.pick(fields);

interface ProcessPayrollProps {
  /** undefined: it is picked in the form. */
  employeeId: number | undefined;
  onClose: () => void;
}

/** The payroll form of seeds/001 5. */
export function ProcessPayroll({ employeeId, onClose }: ProcessPayrollProps) {
  const read = useRead(
    'getEmployee',
    { params: { id: employeeId ?? 0 } },
    { when: employeeId !== undefined },
  );
  if (employeeId === undefined) return <NewPayroll onClose={onClose} />;
  return (
    <LoadingDialog title={TITLE} noun="employee" read={read} onClose={onClose}>
      {(employee) => <NewPayroll employee={employee} onClose={onClose} />}
    </LoadingDialog>
  );
}

function NewPayroll({ employee, onClose }: { employee?: Employee; onClose: () => void }) {
  const { show } = useShownRecord('payroll');
  const month = monthOf(today());
  const isProposed = useRef(false);
  const [overlaps, setOverlaps] = useState('');
  return (
    <RecordForm
      operation="createPayroll"
      failure="Failed to process payroll. Please try again."
      title={TITLE}
      schema={newForm}
      initial={{
        employeeId: employee?.id ?? '',
        startDate: firstDay(month),
        endDate: lastDay(month),
        ...{ baseSalary: '', overtime: '', bonus: '', deductions: '', advances: '' },
        ...{ socialSecurity: '', tax: '', notes: '' },
      }}
      send={(body) => ({
        // Who removed the proposed instalment wants none taken; the server would take it where it is left out.
        body: isProposed.current ? { ...body, advances: body.advances ?? '0' } : body,
      })}
      done={(payroll) =>
        toastWithActions(
          'Payroll Processed',
          `${payroll.employeeName}, ${payroll.payPeriod}: ${formatUsd(payroll.netPay)} net. Another person approves it.`,
          [{ label: 'View', onClick: () => show(payroll) }],
        )
      }
      submitLabel="Process payroll"
      busyLabel="Processing…"
      isReady={() => overlaps === ''}
      onClose={onClose}
      width={680}
    >
      <EmployeeField initialLabel={employee?.fullName ?? ''} activeOnly={false} />
      <NewPayrollFields isProposed={isProposed} onOverlaps={setOverlaps} />
    </RecordForm>
  );
}

/**
 * Proposes base salary and instalments of advances for the chosen employee and period. `isProposed` tells whether it has.
 */
interface NewPayrollFieldsProps {
  isProposed: RefObject<boolean>;
  /** Called with the payroll of these days that there is already, '' for none. */
  onOverlaps: (number: string) => void;
}

function NewPayrollFields({ isProposed, onOverlaps }: NewPayrollFieldsProps) {
  const draft = useDraft(Number(useFieldValue('employeeId')));
  const proposed = draft.data;
  useEffect(() => {
    isProposed.current = proposed !== undefined;
  }, [isProposed, proposed]);
  const overlaps = proposed?.overlaps ?? '';
  useEffect(() => onOverlaps(overlaps), [onOverlaps, overlaps]);
  useProposedValue('baseSalary', proposed && toDecimal(proposed.baseSalary));
  useProposedValue('advances', proposed && blankForZero(proposed.advancesDue));
  return (
    <>
      {draft.error && (
        <Callout intent={Intent.WARNING} compact role="status">
          {draft.error.message}
        </Callout>
      )}
      {overlaps !== '' && (
        <Callout intent={Intent.DANGER} compact role="status">
          There is a payroll of these days already: {overlaps}.
        </Callout>
      )}
      <PayrollFields draft={proposed} />
    </>
  );
}

const blankForZero = (amount: Cents) => (amount === 0 ? '' : toDecimal(amount));

/** What the server proposes for the period of the enclosing form. */
function useDraft(employeeId: number) {
  const startDate = useFieldValue('startDate');
  const endDate = useFieldValue('endDate');
  const isPeriod = isIsoDate(startDate) && isIsoDate(endDate) && startDate <= endDate;
  return useRead(
    'payrollDraft',
    { query: { employeeId, startDate, endDate } as never },
    { when: employeeId > 0 && isPeriod, keepPrevious: true },
  );
}

interface EditPayrollProps {
  payroll: Payroll;
  onClose: () => void;
}

function editValues(payroll: Payroll) {
  const { startDate, endDate, baseSalary, overtime, bonus, deductions, advances, notes } = payroll;
  return {
    ...{ startDate, endDate, notes },
    baseSalary: toDecimal(baseSalary),
    overtime: blankForZero(overtime),
    bonus: blankForZero(bonus),
    deductions: blankForZero(deductions),
    advances: blankForZero(advances),
    // Blank where it is computed, so that it follows the other amounts.
    socialSecurity: payroll.isSocialSecurityTyped ? toDecimal(payroll.socialSecurity) : '',
    tax: payroll.isTaxTyped ? toDecimal(payroll.tax) : '',
  };
}

/** Changes a payroll that is not approved. */
export function EditPayroll({ payroll, onClose }: EditPayrollProps) {
  return (
    <RecordForm
      operation="updatePayroll"
      failure="Failed to update the payroll. Please try again."
      title={`Edit ${payroll.payrollNumber}`}
      description={`${payroll.employeeName}. Who changes a payroll does not approve it.`}
      record={payroll}
      read={() => call('getPayroll', { params: { id: payroll.id } })}
      schema={editForm}
      initial={editValues}
      send={(typed, { id, version }) => ({
        params: { id },
        body: { ...zeroForBlank, ...typed, notes: typed.notes ?? '', version },
      })}
      done={({ payrollNumber, netPay }) =>
        toast('Payroll Updated', `${payrollNumber}: ${formatUsd(netPay)} net`)
      }
      submitLabel="Save payroll"
      onClose={onClose}
      width={680}
    >
      {({ employeeId }) => <EditPayrollFields employeeId={employeeId} />}
    </RecordForm>
  );
}

/** An amount that was removed is zero; it would stay if it were left out. */
const zeroForBlank = Object.fromEntries(Object.keys(amounts).map((name) => [name, '0'])) as Record<
  keyof typeof amounts,
  string
>;

function EditPayrollFields({ employeeId }: { employeeId: number }) {
  return <PayrollFields draft={useDraft(employeeId).data} />;
}

function PayrollFields({ draft }: { draft: PayrollDraft | undefined }) {
  return (
    <>
      <FieldRow>
        <DateField name="startDate" label="Start date" />
        <DateField name="endDate" label="End date" />
      </FieldRow>
      <FieldRow>
        <MoneyField
          name="baseSalary"
          label="Base salary"
          {...(draft && draft.baseSalary !== draft.monthlySalary
            ? { help: `For these days of ${formatUsd(draft.monthlySalary)} a month` }
            : {})}
        />
        <OvertimeField draft={draft} />
        <MoneyField name="bonus" label="Bonus" />
      </FieldRow>
      <FieldRow>
        <MoneyField name="deductions" label="Other deductions" />
        <MoneyField
          name="advances"
          label="Repaid advances"
          {...(draft && draft.advancesDue > 0
            ? { help: `${formatUsd(draft.advancesDue)} due in this period` }
            : {})}
        />
      </FieldRow>
      <FieldRow>
        <MoneyField
          name="socialSecurity"
          label="Social security"
          help={draft?.isSocialExempt ? 'Exempt' : 'Computed if left blank or zero'}
        />
        <MoneyField
          name="tax"
          label="Income tax"
          help={draft?.isTaxExempt ? 'Exempt' : 'Computed if left blank or zero'}
        />
      </FieldRow>
      {draft && <PayTotals draft={draft} />}
      <TextAreaField name="notes" label="Notes" rows={2} />
    </>
  );
}

/** Attendance is shown and added only if asked. */
function OvertimeField({ draft }: { draft: PayrollDraft | undefined }) {
  const set = useSetFields();
  if (!draft || draft.overtimeHours === 0) return <MoneyField name="overtime" label="Overtime" />;
  return (
    <MoneyField
      name="overtime"
      label="Overtime"
      help={
        <>
          {draft.overtimeHours} hours by attendance: {formatUsd(draft.overtimeUsd)}{' '}
          <ActionButton
            size="small"
            variant="minimal"
            onClick={() => set({ overtime: toDecimal(draft.overtimeUsd) })}
          >
            Add it
          </ActionButton>
        </>
      }
    />
  );
}

const useAmount = (name: string): Cents => parseAmount(useFieldValue(name)) ?? ZERO;

/** The amounts of the enclosing payroll form, computed as on the server. */
function usePay(draft: PayrollDraft): Pay {
  const form = {
    baseSalary: useAmount('baseSalary'),
    overtime: useAmount('overtime'),
    bonus: useAmount('bonus'),
    deductions: useAmount('deductions'),
    advances: useAmount('advances'),
    socialSecurity: useAmount('socialSecurity'),
    tax: useAmount('tax'),
  };
  return computePay(form, draft.rate, draft.exchangeRate, draft);
}

/** Live totals of the payroll form (seeds/001 5). */
function PayTotals({ draft }: { draft: PayrollDraft }) {
  const pay = usePay(draft);
  return (
    <Panel title="Totals">
      <div role="status" aria-label="Totals">
        <KeyValues
          items={[
            moneyFact('Gross pay', pay.grossPay),
            moneyFact('Social security', pay.socialSecurity),
            moneyFact('Income tax', pay.tax),
            moneyFact('Total deductions', pay.totalDeductions),
            moneyFact(
              'Net pay',
              pay.netPay,
              pay.netPay < 0 ? undefined : usdToSsp(pay.netPay, draft.exchangeRate),
            ),
            ...(pay.employerSocialSecurity === 0
              ? []
              : [moneyFact("Employer's share, beside it", pay.employerSocialSecurity)]),
          ]}
        />
      </div>
      {pay.netPay < 0 && (
        <Callout intent={Intent.DANGER} compact>
          The deductions are more than the gross pay.
        </Callout>
      )}
    </Panel>
  );
}
