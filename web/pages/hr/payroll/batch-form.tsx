import { Callout, Intent } from '@blueprintjs/core';
import { type BatchPreview, batchInput } from '@nimule/core/hr/payroll/schema';
import { formatMonth, isoMonth, monthOf } from '@nimule/core/kernel/dates';
import { formatUsd } from '@nimule/core/kernel/money';
import { useEffect, useState } from 'react';
import { useMutation } from '../../../client/use-mutation.ts';
import { monthsAround } from '../../../parts/months.tsx';
import { RecordForm } from '../../../parts/record-form.tsx';
import { useShownRecord } from '../../../parts/shown-record.ts';
import { counted } from '../../../ui/counted.ts';
import { CheckField, SelectField } from '../../../ui/form/fields.tsx';
import { useFieldValue } from '../../../ui/form/form.tsx';
import { toastWithActions } from '../../../ui/overlay/toaster.tsx';
import { SkeletonBlock } from '../../../ui/skeleton.tsx';
import { type SmallColumn, SmallTable } from '../../../ui/table/small-table.tsx';
import { today } from '../../../ui/today.ts';
import { Money } from '../../../ui/values.tsx';

const form = batchInput.pick({ month: true, addOvertime: true });
const MONTHS_BACK = 12;
const MONTHS_AHEAD = 1;

/** Processes the payroll of all active staff for a month, after showing what it would hold. */
export function BatchForm({ onClose }: { onClose: () => void }) {
  const { show } = useShownRecord('payroll-batch');
  return (
    <RecordForm
      operation="createPayrollBatch"
      failure="Failed to process the month. Please try again."
      title="Process a month"
      description="All active employees, and who has left during the month, by calendar days. Advances are deducted in their instalments."
      schema={form}
      initial={{ month: monthOf(today()), addOvertime: false }}
      send={(body) => ({ body })}
      done={(batch) =>
        toastWithActions(
          'Payroll Processed',
          `${batch.batchNumber}: ${counted(batch.processed, 'payroll')}, ${formatUsd(batch.netUsd)} net. Another person approves them.`,
          [{ label: 'View', onClick: () => show(batch) }],
        )
      }
      submitLabel="Process payroll"
      busyLabel="Processing…"
      onClose={onClose}
      width={820}
    >
      <SelectField
        name="month"
        label="Month"
        options={monthsAround(today(), MONTHS_BACK, MONTHS_AHEAD).map((value) => ({
          value,
          label: formatMonth(value),
        }))}
      />
      <CheckField name="addOvertime" label="Add the overtime of the attendance" />
      <Preview />
    </RecordForm>
  );
}

type Row = BatchPreview['rows'][number];

const columns: readonly SmallColumn<Row>[] = [
  { header: 'Employee', cell: ({ employeeName }) => <span dir="auto">{employeeName}</span> },
  {
    header: 'Base salary',
    align: 'right',
    minor: true,
    cell: ({ baseSalary }) => <Money usd={baseSalary} />,
  },
  {
    header: 'Overtime',
    align: 'right',
    minor: true,
    cell: ({ overtime, overtimeHours }) => (
      <>
        <Money usd={overtime} dashForZero />
        {overtimeHours > 0 && <span className="quiet"> {overtimeHours} h</span>}
      </>
    ),
  },
  {
    header: 'Advances',
    align: 'right',
    minor: true,
    cell: ({ advances }) => <Money usd={advances} dashForZero />,
  },
  {
    header: 'Social security',
    align: 'right',
    minor: true,
    cell: ({ socialSecurity }) => <Money usd={socialSecurity} dashForZero />,
  },
  {
    header: 'Tax',
    align: 'right',
    minor: true,
    cell: ({ tax }) => <Money usd={tax} dashForZero />,
  },
  { header: 'Net pay', align: 'right', cell: ({ netPay }) => <Money usd={netPay} /> },
];

/** What the batch of the enclosing form would hold. Nothing is written. */
function Preview() {
  const month = useFieldValue('month');
  const addOvertime = useFieldValue('addOvertime') === 'true';
  const { run, error } = useMutation('previewPayrollBatch', {
    failure: 'The payroll of this month cannot be shown.',
  });
  const [preview, setPreview] = useState<BatchPreview>();
  useEffect(() => {
    let isCurrent = true;
    setPreview(undefined);
    run({ body: { month: isoMonth(month), addOvertime } }).then(
      (answer) => {
        if (isCurrent) setPreview(answer);
      },
      // Shown as `error`.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [run, month, addOvertime]);
  if (error)
    return (
      <Callout intent={Intent.WARNING} compact role="status">
        {error.message}
      </Callout>
    );
  if (!preview) return <SkeletonBlock label="Computing the payroll…" lines={6} />;
  const { rows, leftOut, grossUsd, netUsd } = preview;
  return (
    <>
      <p role="status">
        <strong>{counted(rows.length, 'payroll')}</strong>, {formatUsd(grossUsd)} gross,{' '}
        <strong>{formatUsd(netUsd)} net</strong>
        {leftOut.length > 0 && `; ${counted(leftOut.length, 'employee')} left out`}
      </p>
      {rows.length > 0 && (
        <SmallTable
          label={`Payroll of ${formatMonth(isoMonth(month))}`}
          columns={columns}
          rows={rows}
          rowKey={({ employeeId }) => employeeId}
          scrolls
        />
      )}
      {leftOut.length > 0 && (
        <SmallTable
          label="Employees who are left out"
          columns={[
            {
              header: 'Left out',
              cell: ({ employeeName }) => <span dir="auto">{employeeName}</span>,
            },
            { header: 'Reason', cell: ({ reason }) => reason },
          ]}
          rows={leftOut}
          rowKey={({ employeeId }) => employeeId}
          scrolls
        />
      )}
    </>
  );
}
