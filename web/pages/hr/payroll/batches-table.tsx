import { Intent } from '@blueprintjs/core';
import { PlusIcon } from '@blueprintjs/icons';
import type { PayrollBatch } from '@nimule/core/hr/payroll/schema';
import { formatMonth } from '@nimule/core/kernel/dates';
import { RecordList } from '../../../parts/record-list.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { AllowedOrDisabled } from '../../../ui/allowed.tsx';
import { numberText } from '../../../ui/counted.ts';
import { TwoLines } from '../../../ui/layout.tsx';
import { useDialogs } from '../../../ui/overlay/dialogs.ts';
import { instantColumn, moneyColumn } from '../../../ui/table/columns.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { LISTS } from '../hr-url.ts';
import { useBatchActions } from './batch-actions.tsx';
import { BatchForm } from './batch-form.tsx';

type Count = 'processed' | 'approved' | 'paid' | 'reversed';

function countColumn(field: Count, header: string, lesser = false): Column<PayrollBatch> {
  const cell = (batch: PayrollBatch) =>
    batch[field] === 0 ? <span className="quiet">–</span> : numberText(batch[field]);
  return { id: field, header, kind: 'count', cell, lesser };
}

const columns: readonly Column<PayrollBatch>[] = [
  {
    id: 'month',
    header: 'Month',
    priority: 1,
    sortable: true,
    cell: ({ month, batchNumber }) => (
      <TwoLines quiet={<span className="mono">{batchNumber}</span>}>
        <strong>{formatMonth(month)}</strong>
      </TwoLines>
    ),
  },
  countColumn('processed', 'To approve'),
  countColumn('approved', 'To pay'),
  countColumn('paid', 'Paid'),
  countColumn('reversed', 'Reversed', true),
  moneyColumn('grossUsd', 'Gross', { lesser: true }),
  moneyColumn('deductionsUsd', 'Deductions', { lesser: true, priority: 3 }),
  moneyColumn('netUsd', 'Net pay'),
  instantColumn('createdAt', 'Processed', { by: 'createdBy', priority: 4 }),
];

/** Payrolls that were processed together for a month. */
export function BatchesTable() {
  const actions = useBatchActions();
  const { open, dialog } = useDialogs({
    add: (_: undefined, close) => <BatchForm onClose={close} />,
  });
  const addButton = (
    <AllowedOrDisabled to="payroll.run">
      <ActionButton
        icon={<PlusIcon />}
        intent={Intent.PRIMARY}
        onClick={() => open('add', undefined)}
      >
        Process a month
      </ActionButton>
    </AllowedOrDisabled>
  );
  return (
    <>
      <RecordList
        operation="listPayrollBatches"
        label="Months of payroll"
        columns={columns}
        rowName="batchNumber"
        list={{ sorts: ['month', 'batchNumber'], sort: '-month', prefix: LISTS.batches }}
        search="Search by number"
        add={addButton}
        actions={{ of: actions.ofRow, dialog: actions.dialog }}
        onOpen={actions.view}
        empty={{
          title: 'No month was processed yet',
          description: 'The payroll of all active employees of a month is processed at once.',
          action: addButton,
        }}
      />
      {dialog}
    </>
  );
}
