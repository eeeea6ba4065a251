import { UndoIcon } from '@blueprintjs/icons';
import type { Advance, AdvanceDetail } from '@nimule/core/hr/payroll/schema-payments';
import { formatMonth } from '@nimule/core/kernel/dates';
import { formatSsp, formatUsd } from '@nimule/core/kernel/money';
import type { ReactNode } from 'react';
import { useRead } from '../../../client/use-read.ts';
import { DocumentEntries } from '../../../parts/books/document-entries.tsx';
import { formatRate } from '../../../parts/rates.ts';
import { RecordDrawer } from '../../../parts/record-drawer.tsx';
import { RecordLink } from '../../../parts/record-links.tsx';
import { useRefusal } from '../../../ui/allowed.tsx';
import { Inline, TwoLines } from '../../../ui/layout.tsx';
import { useDialogs } from '../../../ui/overlay/dialogs.ts';
import { Panel } from '../../../ui/page.tsx';
import { RowActions } from '../../../ui/table/row-actions.tsx';
import { type SmallColumn, SmallTable } from '../../../ui/table/small-table.tsx';
import { StatusTag } from '../../../ui/tags.tsx';
import { DateText, InstantText, KeyValues, Money, moneyFact } from '../../../ui/values.tsx';
import { payByLabels } from '../hr-words.ts';
import { ReverseForm } from '../payments/reverse-form.tsx';
import { useAdvanceActions } from './advance-actions.tsx';
import { movementLabels, stateColours, stateLabels, stateOf } from './advance-words.ts';

interface AdvanceDrawerProps {
  id: number;
  onClose: () => void;
}

/** Drawer of an advance: what was paid, and what was repaid of it. */
export function AdvanceDrawer({ id, onClose }: AdvanceDrawerProps) {
  const read = useRead('getAdvance', { params: { id } });
  const actions = useAdvanceActions();
  return (
    <RecordDrawer
      noun="advance"
      read={read}
      title={({ employeeName }) => `Advance to ${employeeName}`}
      subtitle={(advance) => (
        <Inline>
          <span className="mono">{advance.advanceNumber}</span>
          <StatusTag
            status={stateColours[stateOf(advance)]}
            label={stateLabels[stateOf(advance)]}
          />
        </Inline>
      )}
      actions={actions}
      onClose={onClose}
    >
      {(advance) => (
        <>
          <Panel title="Advance">
            <KeyValues items={factsOf(advance)} />
          </Panel>
          <Panel title="Repaid">
            <Movements advance={advance} />
          </Panel>
          <DocumentEntries kind="payroll.advance" id={id} name={advance.advanceNumber} />
        </>
      )}
    </RecordDrawer>
  );
}

function factsOf(advance: Advance) {
  const { employeeId, employeeName, account, currency, amount, reference, reason } = advance;
  const { reversedOn } = advance;
  return [
    moneyFact('Amount', advance.amountUsd),
    moneyFact('Repaid', advance.repaidUsd),
    moneyFact('Open', advance.openUsd),
    moneyFact('Instalment a month', advance.instalmentUsd),
    { label: 'From the pay of', value: formatMonth(advance.firstMonth) },
    {
      label: 'Employee',
      value: <RecordLink kind="employee" id={employeeId} number={employeeName} isName />,
    },
    { label: 'Date', value: <DateText date={advance.advanceDate} /> },
    { label: 'Paid from', value: `${payByLabels[account]}, ${currency}` },
    ...(currency === 'SSP'
      ? [
          { label: 'Paid in pounds', value: formatSsp(amount) },
          { label: 'Rate', value: formatRate(advance.exchangeRate) },
        ]
      : []),
    ...(reference === ''
      ? []
      : [{ label: 'Reference', value: <span dir="auto">{reference}</span> }]),
    ...(reason === '' ? [] : [{ label: 'Reason', value: <span dir="auto">{reason}</span> }]),
    { label: 'Recorded', value: <InstantText at={advance.createdAt} /> },
    { label: 'Recorded by', value: advance.createdBy },
    ...(reversedOn === null
      ? []
      : [
          { label: 'Reversed', value: <DateText date={reversedOn} /> },
          { label: 'Reversed by', value: advance.reversedBy },
          {
            label: 'Reason of the reversal',
            value: <span dir="auto">{advance.reversalReason}</span>,
          },
        ]),
  ];
}

type Movement = AdvanceDetail['movements'][number];

/** What a deduction or a repayment refers to. */
function aboutOf({ payrollId, payrollNumber, reference, reason }: Movement): ReactNode {
  if (payrollId !== null)
    return <RecordLink kind="payroll" id={payrollId} number={payrollNumber} />;
  const text = [reference, reason].filter(Boolean).join(' · ');
  return text === '' ? undefined : <span dir="auto">{text}</span>;
}

const columns: readonly SmallColumn<Movement>[] = [
  { header: 'Date', cell: ({ date }) => <DateText date={date} /> },
  {
    header: 'What',
    cell: (movement) => (
      <TwoLines quiet={aboutOf(movement)}>
        {movementLabels[movement.kind]}
        {movement.isReversed && ' (reversed)'}
      </TwoLines>
    ),
  },
  { header: 'By', minor: true, cell: ({ createdBy }) => createdBy },
  { header: 'Amount', align: 'right', cell: ({ amountUsd }) => <Money usd={amountUsd} /> },
];

/** Deductions from pay and money that was paid back; a reversal is below zero. */
function Movements({ advance }: { advance: AdvanceDetail }) {
  const { advanceNumber, movements } = advance;
  const refusal = useRefusal();
  const { open, dialog } = useDialogs({
    reverse: ({ id, amountUsd }: Movement, close) => (
      <ReverseForm
        operation="reverseRepayment"
        id={id}
        number={`the repayment of ${formatUsd(amountUsd)}`}
        description={`The repayment is taken back in the books, and is open again of ${advanceNumber}.`}
        onClose={close}
      />
    ),
  });
  if (movements.length === 0) return <p className="quiet">Nothing is repaid yet.</p>;
  const actions: SmallColumn<Movement> = {
    header: 'Actions',
    align: 'right',
    cell: (movement) =>
      movement.kind === 'repayment' &&
      !movement.isReversed && (
        <RowActions
          subject={`the repayment of ${formatUsd(movement.amountUsd)}`}
          actions={[
            {
              label: 'Reverse',
              icon: <UndoIcon />,
              onClick: () => open('reverse', movement),
              disabledReason: refusal('payment.record'),
              destructive: true,
            },
          ]}
        />
      ),
  };
  // Deductions are reversed with their payroll.
  const isMoney = movements.some(({ kind }) => kind === 'repayment');
  return (
    <>
      <SmallTable
        label={`What is repaid of ${advanceNumber}`}
        columns={isMoney ? [...columns, actions] : columns}
        rows={movements}
        rowKey={({ id }) => id}
      />
      {dialog}
    </>
  );
}
