import { DollarIcon, ExportIcon, UndoIcon } from '@blueprintjs/icons';
import {
  type PayrollDue,
  type PayrollPayment,
  payrollPaymentFilter,
} from '@nimule/core/hr/payroll/schema-payments';
import { formatMonth } from '@nimule/core/kernel/dates';
import { useMemo } from 'react';
import { download } from '../../../client/download.ts';
import { ClientError } from '../../../client/errors.ts';
import { useRead } from '../../../client/use-read.ts';
import { monthFilter, monthsAround } from '../../../parts/months.tsx';
import { RecordList } from '../../../parts/record-list.tsx';
import { useMay, useRefusal } from '../../../ui/allowed.tsx';
import { counted, numberText } from '../../../ui/counted.ts';
import { Stack } from '../../../ui/layout.tsx';
import { useDialogs } from '../../../ui/overlay/dialogs.ts';
import { toast, toastFailure } from '../../../ui/overlay/toaster.tsx';
import { Panel } from '../../../ui/page.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { countColumn, dateColumn, idColumn, textColumn } from '../../../ui/table/columns.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { defineFilters } from '../../../ui/table/filters.ts';
import { RowActions } from '../../../ui/table/row-actions.tsx';
import { type SmallColumn, SmallTable } from '../../../ui/table/small-table.tsx';
import { today } from '../../../ui/today.ts';
import { Money } from '../../../ui/values.tsx';
import { payByLabels } from '../hr-words.ts';
import { accountColumn, NOT_SHOWN, paidColumn, reversedColumn } from './paid-columns.tsx';
import { PayDialog } from './pay-dialog.tsx';
import { ReverseForm } from './reverse-form.tsx';

/** Salaries to be paid, and those that were. */
export function PaymentsView() {
  return (
    <Stack>
      <DuePanel />
      <PaymentsTable />
    </Stack>
  );
}

const dueName = ({ month, payBy }: PayrollDue) => `${formatMonth(month)}, ${payByLabels[payBy]}`;

/** Saves the list for the bank or the mobile-money provider. */
function savePaymentList({ month, payBy }: PayrollDue): void {
  download('paymentList', { query: { month, payBy } }, `payment-list-${month}.csv`).then(
    (filename) => toast('Payment List Saved', filename),
    (error) => {
      if (error instanceof ClientError) toastFailure(error, 'Export Failed');
      else reportError(error);
    },
  );
}

/** Approved payrolls by month and way of payment. */
function DuePanel() {
  const may = useMay();
  const refusal = useRefusal();
  const read = useRead('listPayrollDue');
  const { open, dialog } = useDialogs({
    pay: (due: PayrollDue, close) => (
      <PayDialog
        title={`Pay ${dueName(due)}`}
        description={`${counted(due.payrolls, 'approved payroll')}.`}
        what={{ month: due.month, payBy: due.payBy, payrolls: due.payrolls }}
        amountUsd={due.netUsd}
        onClose={close}
      />
    ),
  });
  const columns: readonly SmallColumn<PayrollDue>[] = [
    { header: 'Month', cell: ({ month }) => formatMonth(month) },
    { header: 'Paid by', cell: ({ payBy }) => payByLabels[payBy] },
    { header: 'Payrolls', align: 'right', cell: ({ payrolls }) => numberText(payrolls) },
    {
      header: 'Net pay',
      align: 'right',
      cell: ({ netUsd }) => (netUsd === null ? NOT_SHOWN : <Money usd={netUsd} />),
    },
    {
      header: 'Actions',
      align: 'right',
      cell: (due) => (
        <RowActions
          subject={dueName(due)}
          actions={[
            {
              label: 'Pay',
              isGrave: true,
              icon: <DollarIcon />,
              onClick: () => open('pay', due),
              disabledReason: refusal('payment.record'),
            },
            ...(may('pay.read')
              ? [
                  {
                    label: 'Payment list (.csv)',
                    icon: <ExportIcon />,
                    onClick: () => savePaymentList(due),
                  },
                ]
              : []),
          ]}
        />
      ),
    },
  ];
  return (
    <Panel title="To be paid" description="Approved payrolls that are not paid.">
      <Loaded read={read} loading="Loading what is to be paid…" lines={3}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="quiet">Nothing is to be paid.</p>
          ) : (
            <SmallTable
              label="Salaries to be paid"
              columns={columns}
              rows={rows}
              rowKey={dueName}
            />
          )
        }
      </Loaded>
      {dialog}
    </Panel>
  );
}

const columns: readonly Column<PayrollPayment>[] = [
  idColumn('paymentNumber', 'Number', { sortable: true }),
  dateColumn('paymentDate', 'Date', { sortable: true }),
  countColumn('payrolls', 'Payrolls'),
  paidColumn(),
  accountColumn(),
  textColumn('createdBy', 'Paid by', { priority: 4 }),
  reversedColumn(),
];

const MONTHS_BACK = 36;

function PaymentsTable() {
  const refusal = useRefusal();
  const filters = useMemo(
    () =>
      defineFilters(payrollPaymentFilter, {
        month: monthFilter('Month', monthsAround(today(), MONTHS_BACK)),
      }),
    [],
  );
  const { open, dialog } = useDialogs({
    reverse: ({ id, paymentNumber, payrolls }: PayrollPayment, close) => (
      <ReverseForm
        operation="reversePayrollPayment"
        id={id}
        number={paymentNumber}
        description={`The payment is taken back in the books, and its ${counted(payrolls, 'payroll')} can be paid again.`}
        onClose={close}
      />
    ),
  });
  return (
    <RecordList
      operation="listPayrollPayments"
      label="Payments of salaries"
      columns={columns}
      rowName="paymentNumber"
      list={{
        filters,
        sorts: ['paymentDate', 'paymentNumber'],
        sort: '-paymentDate',
        prefix: 'paid-',
      }}
      actions={{
        of: (payment) =>
          payment.reversedOn === null
            ? [
                {
                  label: 'Reverse',
                  icon: <UndoIcon />,
                  onClick: () => open('reverse', payment),
                  disabledReason: refusal('payment.record'),
                  destructive: true,
                },
              ]
            : [],
        dialog,
      }}
      empty={{
        title: 'No salaries were paid yet',
        description: 'Approved payrolls are paid from the list above.',
      }}
    />
  );
}
