import type { Employee } from '@nimule/core/hr/employees/schema';
import { useRead } from '../../../client/use-read.ts';
import { Attachments } from '../../../parts/attachments/attachments.tsx';
import { HistoryPanel } from '../../../parts/history.tsx';
import { RecordDrawer } from '../../../parts/record-drawer.tsx';
import { RecordLink } from '../../../parts/record-links.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Allowed, useMay } from '../../../ui/allowed.tsx';
import { Inline, Stack } from '../../../ui/layout.tsx';
import { Panel } from '../../../ui/page.tsx';
import { Label, StatusTag } from '../../../ui/tags.tsx';
import { DateText, KeyValues, moneyFact, Notes, PhoneLink } from '../../../ui/values.tsx';
import { LISTS, useShowTab } from '../hr-url.ts';
import { employmentLabels, payByLabels } from '../hr-words.ts';
import { EmployeeLeavePanel } from '../leave/employee-leave.tsx';
import { useEmployeeDrawerActions } from './employee-actions.tsx';

interface EmployeeDrawerProps {
  id: number;
  onProcess: (employee: { id: number }) => void;
  onClose: () => void;
}

/** Drawer of an employee: work, pay, leave and contract papers. */
export function EmployeeDrawer({ id, onProcess, onClose }: EmployeeDrawerProps) {
  const read = useRead('getEmployee', { params: { id } });
  const actions = useEmployeeDrawerActions(onProcess);
  return (
    <RecordDrawer
      noun="employee"
      read={read}
      title={({ fullName }) => fullName}
      subtitle={({ employeeNumber, status, employmentType }) => (
        <Inline>
          <span className="mono">{employeeNumber}</span>
          <StatusTag status={status} />
          <Label>{employmentLabels[employmentType]}</Label>
        </Inline>
      )}
      actions={actions}
      onClose={onClose}
    >
      {(employee) => <EmployeeParts employee={employee} />}
    </RecordDrawer>
  );
}

function EmployeeParts({ employee }: { employee: Employee }) {
  const { id, fullName } = employee;
  return (
    <>
      <Panel title="Employee">
        <KeyValues items={factsOf(employee)} />
      </Panel>
      <PayPanel employee={employee} />
      <EmployeeLeavePanel employee={employee} />
      <Allowed to="pay.read">
        <Panel title="Contract papers">
          <Attachments of="employee" id={id} name={fullName} />
        </Panel>
      </Allowed>
      <HistoryPanel of="employeeHistory" id={id} name={fullName} />
    </>
  );
}

function factsOf(employee: Employee) {
  const { position, department, email, phone, hireDate, lastDay } = employee;
  const { managerId, manager, username } = employee;
  return [
    { label: 'Position', value: <span dir="auto">{position}</span> },
    { label: 'Department', value: <span dir="auto">{department}</span> },
    { label: 'Email', value: <a href={`mailto:${email}`}>{email}</a> },
    { label: 'Telephone', value: <PhoneLink phone={phone} /> },
    { label: 'Hired', value: <DateText date={hireDate} /> },
    ...(lastDay === null ? [] : [{ label: 'Last day', value: <DateText date={lastDay} /> }]),
    {
      label: 'Manager',
      value:
        managerId === null ? (
          '–'
        ) : (
          <RecordLink kind="employee" id={managerId} number={manager} isName />
        ),
    },
    { label: 'User account', value: username || 'None' },
  ];
}

const NONE_KNOWN = 'Not known';

/** Only for those who may see salaries: the answers of others lack the fields. */
function PayPanel({ employee }: { employee: Employee }) {
  const seesPay = useMay()('pay.read');
  const show = useShowTab();
  const { id, baseSalary, payBy, bankName, bankAccount, mobileMoney, notes } = employee;
  if (!seesPay || baseSalary === undefined) return null;
  const exemptions = [
    ...(employee.isTaxExempt ? ['Income tax'] : []),
    ...(employee.isSocialExempt ? ['Social security'] : []),
  ];
  return (
    <Panel
      title="Pay"
      actions={
        <>
          <ActionButton
            onClick={() =>
              show('payroll', {
                'pay-part': 'payrolls',
                [`${LISTS.payroll}employeeId`]: String(id),
              })
            }
          >
            Payrolls
          </ActionButton>
          <ActionButton
            onClick={() =>
              show('payroll', {
                'pay-part': 'advances',
                [`${LISTS.advances}employeeId`]: String(id),
              })
            }
          >
            Advances
          </ActionButton>
        </>
      }
    >
      <Stack>
        <KeyValues
          items={[
            moneyFact('Monthly salary', baseSalary),
            { label: 'Paid by', value: payBy === undefined ? '–' : payByLabels[payBy] },
            ...(payBy === 'bank'
              ? [
                  { label: 'Bank', value: bankName || NONE_KNOWN },
                  {
                    label: 'Bank account',
                    value: <span className="mono">{bankAccount || NONE_KNOWN}</span>,
                  },
                ]
              : []),
            ...(payBy === 'mobile_money'
              ? [
                  {
                    label: 'Mobile money',
                    value: <PhoneLink phone={mobileMoney ?? ''} none={NONE_KNOWN} />,
                  },
                ]
              : []),
            ...(employee.openAdvancesUsd === undefined
              ? []
              : [moneyFact('Advances to repay', employee.openAdvancesUsd)]),
            { label: 'Exempt from', value: exemptions.join(', ') || 'Nothing' },
          ]}
        />
        {notes && (
          <div dir="auto">
            <Notes text={notes} />
          </div>
        )}
      </Stack>
    </Panel>
  );
}
