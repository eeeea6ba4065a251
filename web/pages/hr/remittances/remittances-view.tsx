import { Intent } from '@blueprintjs/core';
import { DollarIcon, PlusIcon, UndoIcon } from '@blueprintjs/icons';
import {
  type Remittance,
  type RemittanceKind,
  type RemittanceOwed,
  remittanceFilter,
} from '@nimule/core/hr/payroll/schema-payments';
import { formatMonth } from '@nimule/core/kernel/dates';
import { formatUsd } from '@nimule/core/kernel/money';
import { useMemo } from 'react';
import { useRead } from '../../../client/use-read.ts';
import { monthFilter, monthsAround } from '../../../parts/months.tsx';
import { RecordList } from '../../../parts/record-list.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { AllowedOrDisabled, useMay, useRefusal } from '../../../ui/allowed.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { useDialogs } from '../../../ui/overlay/dialogs.ts';
import { Panel } from '../../../ui/page.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { dateColumn, idColumn, textColumn } from '../../../ui/table/columns.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { defineFilters } from '../../../ui/table/filters.ts';
import { RowActions } from '../../../ui/table/row-actions.tsx';
import { type SmallColumn, SmallTable } from '../../../ui/table/small-table.tsx';
import { today } from '../../../ui/today.ts';
import { Money } from '../../../ui/values.tsx';
import { LISTS } from '../hr-url.ts';
import { accountColumn, NOT_SHOWN, paidColumn, reversedColumn } from '../payments/paid-columns.tsx';
import { ReverseForm } from '../payments/reverse-form.tsx';
import { RemittanceForm } from './remittance-form.tsx';
import { kindLabels } from './remittance-words.ts';

/** What was withheld from pay and is owed to others, and what was paid of it. */
export function RemittancesView() {
  const { open, dialog } = useDialogs({
    add: (kind: RemittanceKind, close) => <RemittanceForm kind={kind} onClose={close} />,
  });
  return (
    <Stack>
      <OwedPanel onPay={(kind) => open('add', kind)} />
      <RemittancesTable onPay={() => open('add', 'income_tax')} />
      {dialog}
    </Stack>
  );
}

function OwedPanel({ onPay }: { onPay: (kind: RemittanceKind) => void }) {
  const refusal = useRefusal();
  const read = useRead('listRemittancesOwed');
  const columns: readonly SmallColumn<RemittanceOwed>[] = [
    { header: 'Withheld', cell: ({ kind }) => kindLabels[kind] },
    {
      header: 'Account',
      minor: true,
      cell: ({ accountCode }) => <span className="mono">{accountCode}</span>,
    },
    {
      header: 'Owed',
      align: 'right',
      cell: ({ owedUsd }) => (owedUsd === null ? NOT_SHOWN : <Money usd={owedUsd} dashForZero />),
    },
    {
      header: 'Actions',
      align: 'right',
      cell: ({ kind, owedUsd }) => (
        <RowActions
          subject={kindLabels[kind]}
          actions={[
            {
              label: 'Remit',
              isGrave: true,
              icon: <DollarIcon />,
              onClick: () => onPay(kind),
              disabledReason:
                refusal('payment.record') ??
                refusal('pay.read') ??
                (owedUsd === null || owedUsd > 0 ? undefined : 'Nothing is owed.'),
            },
          ]}
        />
      ),
    },
  ];
  return (
    <Panel title="Owed" description="By the books, to the end of this month.">
      <Loaded read={read} loading="Loading what is owed…" lines={3}>
        {(rows) => (
          <SmallTable
            label="Tax and deductions owed"
            columns={columns}
            rows={rows}
            rowKey={({ kind }) => kind}
          />
        )}
      </Loaded>
    </Panel>
  );
}

/** Pounds settle another amount than they are worth where the rate has changed since the payroll. */
const settledColumn: Column<Remittance> = {
  id: 'settledUsd',
  header: 'Settled',
  kind: 'money',
  priority: 3,
  cell: ({ settledUsd }) =>
    settledUsd === null ? NOT_SHOWN : <span className="numeric">{formatUsd(settledUsd)}</span>,
};

const columns: readonly Column<Remittance>[] = [
  idColumn('remittanceNumber', 'Number', { sortable: true }),
  dateColumn('paymentDate', 'Date', { sortable: true }),
  { id: 'kind', header: 'What', cell: ({ kind }) => kindLabels[kind] },
  { id: 'month', header: 'Month', sortable: true, cell: ({ month }) => formatMonth(month) },
  paidColumn(),
  settledColumn,
  accountColumn(),
  textColumn('createdBy', 'Paid by', { priority: 4 }),
  reversedColumn(),
];

const MONTHS_BACK = 36;

function RemittancesTable({ onPay }: { onPay: () => void }) {
  const refusal = useRefusal();
  const may = useMay();
  const filters = useMemo(
    () =>
      defineFilters(remittanceFilter, {
        kind: { label: 'What', all: 'All kinds', labels: kindLabels },
        month: monthFilter('Month', monthsAround(today(), MONTHS_BACK)),
      }),
    [],
  );
  const { open, dialog } = useDialogs({
    reverse: (remittance: Remittance, close) => (
      <ReverseForm
        operation="reverseRemittance"
        id={remittance.id}
        number={remittance.remittanceNumber}
        description="The payment is taken back in the books, and what it settled is owed again."
        onClose={close}
      />
    ),
  });
  const addButton = (
    <AllowedOrDisabled to={may('pay.read') ? 'payment.record' : 'pay.read'}>
      <ActionButton icon={<PlusIcon />} intent={Intent.PRIMARY} onClick={onPay}>
        New remittance
      </ActionButton>
    </AllowedOrDisabled>
  );
  return (
    <RecordList
      operation="listRemittances"
      label="Remittances"
      columns={columns}
      rowName="remittanceNumber"
      list={{
        filters,
        sorts: ['paymentDate', 'month', 'remittanceNumber'],
        sort: '-paymentDate',
        prefix: LISTS.remittances,
      }}
      add={addButton}
      actions={{
        of: (remittance) =>
          remittance.reversedOn === null
            ? [
                {
                  label: 'Reverse',
                  icon: <UndoIcon />,
                  onClick: () => open('reverse', remittance),
                  disabledReason: refusal('payment.record'),
                  destructive: true,
                },
              ]
            : [],
        dialog,
      }}
      empty={{
        title: 'Nothing was remitted yet',
        description:
          'Tax, social security and deductions that are withheld from pay are paid on here.',
        action: addButton,
      }}
    />
  );
}
