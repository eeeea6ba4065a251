import type { Payroll, PayrollBatch } from '@nimule/core/hr/payroll/schema';
import { formatMonth } from '@nimule/core/kernel/dates';
import { useRead } from '../../../client/use-read.ts';
import { DocumentEntries } from '../../../parts/books/document-entries.tsx';
import { HistoryPanel } from '../../../parts/history.tsx';
import { formatRate } from '../../../parts/rates.ts';
import { RecordDrawer } from '../../../parts/record-drawer.tsx';
import { RecordLink } from '../../../parts/record-links.tsx';
import { useShownRecord } from '../../../parts/shown-record.ts';
import { numberText } from '../../../ui/counted.ts';
import { Inline } from '../../../ui/layout.tsx';
import { Panel } from '../../../ui/page.tsx';
import { StatusTag } from '../../../ui/tags.tsx';
import { DateText, InstantText, KeyValues, moneyFact, Notes } from '../../../ui/values.tsx';
import { AdvanceDrawer } from '../advances/advance-drawer.tsx';
import { useBatchActions } from './batch-actions.tsx';
import { usePayrollActions } from './payroll-actions.tsx';

/** The drawer of the payroll, batch or advance that is open by the URL. */
export function PayrollDrawers() {
  const payroll = useShownRecord('payroll');
  const batch = useShownRecord('payroll-batch');
  const advance = useShownRecord('advance');
  return (
    <>
      {payroll.id !== undefined && (
        <PayrollDrawer key={payroll.id} id={payroll.id} onClose={payroll.hide} />
      )}
      {batch.id !== undefined && <BatchDrawer key={batch.id} id={batch.id} onClose={batch.hide} />}
      {advance.id !== undefined && (
        <AdvanceDrawer key={advance.id} id={advance.id} onClose={advance.hide} />
      )}
    </>
  );
}

interface DrawerProps {
  id: number;
  onClose: () => void;
}

function PayrollDrawer({ id, onClose }: DrawerProps) {
  const read = useRead('getPayroll', { params: { id } });
  return (
    <RecordDrawer
      noun="payroll"
      read={read}
      title={({ employeeName, payPeriod }) => `${employeeName}, ${payPeriod}`}
      subtitle={({ payrollNumber, status }) => (
        <Inline>
          <span className="mono">{payrollNumber}</span>
          <StatusTag status={status} />
        </Inline>
      )}
      actions={usePayrollActions()}
      onClose={onClose}
    >
      {(payroll) => (
        <>
          <Panel title="Pay">
            <KeyValues items={payOf(payroll)} />
          </Panel>
          <Panel title="Payroll">
            <KeyValues items={factsOf(payroll)} />
            {payroll.notes !== '' && <Notes text={payroll.notes} />}
          </Panel>
          <DocumentEntries kind="payroll" id={payroll.id} name={payroll.payrollNumber} />
          <HistoryPanel of="payrollHistory" id={payroll.id} name={payroll.payrollNumber} />
        </>
      )}
    </RecordDrawer>
  );
}

function payOf(payroll: Payroll) {
  const { isTaxTyped, isSocialSecurityTyped, employerSocialSecurity } = payroll;
  return [
    moneyFact('Base salary', payroll.baseSalary),
    moneyFact('Overtime', payroll.overtime),
    moneyFact('Bonus', payroll.bonus),
    moneyFact('Gross pay', payroll.grossPay),
    moneyFact(
      isSocialSecurityTyped ? 'Social security, typed' : 'Social security',
      payroll.socialSecurity,
    ),
    moneyFact(isTaxTyped ? 'Income tax, typed' : 'Income tax', payroll.tax),
    moneyFact('Repaid advances', payroll.advances),
    moneyFact('Other deductions', payroll.deductions),
    moneyFact('Total deductions', payroll.totalDeductions),
    moneyFact('Net pay', payroll.netPay, payroll.netPaySsp),
    ...(employerSocialSecurity === 0
      ? []
      : [moneyFact("Employer's share", employerSocialSecurity)]),
  ];
}

function factsOf(payroll: Payroll) {
  const { employeeId, employeeName, department, startDate, endDate, batchId } = payroll;
  const { approvedBy, isSole, paidOn, reversedOn, overtimeHours } = payroll;
  return [
    {
      label: 'Employee',
      value: <RecordLink kind="employee" id={employeeId} number={employeeName} isName />,
    },
    { label: 'Department', value: <span dir="auto">{department}</span> },
    {
      label: 'Period',
      value: (
        <span>
          <DateText date={startDate} /> – <DateText date={endDate} />
        </span>
      ),
    },
    ...(batchId === null
      ? []
      : [
          {
            label: 'Batch',
            value: <RecordLink kind="payroll-batch" id={batchId} number={payroll.batchNumber} />,
          },
        ]),
    { label: 'Overtime by attendance', value: `${overtimeHours} hours` },
    { label: 'Rate', value: formatRate(payroll.exchangeRate) },
    { label: 'Processed', value: <DateText date={payroll.processedDate} /> },
    { label: 'Processed by', value: payroll.processedBy },
    ...(payroll.changedBy === '' ? [] : [{ label: 'Changed by', value: payroll.changedBy }]),
    ...(approvedBy === ''
      ? []
      : [
          {
            label: 'Approved by',
            value: isSole ? `${approvedBy}, the only one who may approve` : approvedBy,
          },
          { label: 'Approved', value: <InstantText at={payroll.approvedAt} /> },
        ]),
    ...(paidOn === null ? [] : [{ label: 'Paid', value: <DateText date={paidOn} /> }]),
    ...(reversedOn === null
      ? []
      : [
          { label: 'Reversed', value: <DateText date={reversedOn} /> },
          { label: 'Reversed by', value: payroll.reversedBy },
          { label: 'Reason', value: <span dir="auto">{payroll.reversalReason}</span> },
        ]),
  ];
}

function BatchDrawer({ id, onClose }: DrawerProps) {
  const read = useRead('getPayrollBatch', { params: { id } });
  return (
    <RecordDrawer
      noun="payroll batch"
      read={read}
      title={({ month }) => `Payroll of ${formatMonth(month)}`}
      subtitle={({ batchNumber }) => <span className="mono">{batchNumber}</span>}
      actions={useBatchActions()}
      onClose={onClose}
    >
      {(batch) => (
        <Panel title="Payrolls of this batch">
          <KeyValues items={batchFacts(batch)} />
        </Panel>
      )}
    </RecordDrawer>
  );
}

function batchFacts(batch: PayrollBatch) {
  return [
    { label: 'To approve', value: numberText(batch.processed) },
    { label: 'Approved, to be paid', value: numberText(batch.approved) },
    { label: 'Paid', value: numberText(batch.paid) },
    { label: 'Reversed', value: numberText(batch.reversed) },
    moneyFact('Gross pay', batch.grossUsd),
    moneyFact('Deductions', batch.deductionsUsd),
    moneyFact('Net pay', batch.netUsd),
    { label: 'Processed', value: <InstantText at={batch.createdAt} /> },
    { label: 'Processed by', value: batch.createdBy },
  ];
}
