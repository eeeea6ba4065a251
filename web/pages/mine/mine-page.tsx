import { Intent } from '@blueprintjs/core';
import { DownloadIcon, PlusIcon } from '@blueprintjs/icons';
import { ownLeaveInput } from '@nimule/core/hr/leave/schema';
import type { Me, OwnPayslip } from '@nimule/core/hr/mine/schema';
import { formatDate } from '@nimule/core/kernel/dates';
import { titleOf } from '../../app/modules.ts';
import { useRead } from '../../client/use-read.ts';
import { savePdf } from '../../parts/documents.tsx';
import { LeaveFields, OwnLeaveDaysNote } from '../../parts/leave/leave-fields.tsx';
import { daysText } from '../../parts/leave/leave-words.tsx';
import { RecordForm } from '../../parts/record-form.tsx';
import { RecordList } from '../../parts/record-list.tsx';
import { useAdding } from '../../parts/shown-record.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { TwoLines } from '../../ui/layout.tsx';
import { toast } from '../../ui/overlay/toaster.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { dateColumn, moneyColumn, statusColumn } from '../../ui/table/columns.tsx';
import type { Column } from '../../ui/table/data-table.tsx';
import { today } from '../../ui/today.ts';
import { UrlTabs } from '../../ui/url-tabs.tsx';
import { OwnAttendancePanel } from './own-attendance.tsx';
import { OwnLeave } from './own-leave.tsx';

/** Own leave, payslips and attendance of a user who is linked to an employee (decision 46). */
export function MinePage() {
  const read = useRead('me');
  const asking = useAdding('leave');
  const employee = read.data?.employee;
  return (
    <Page
      title={titleOf('mine')}
      {...(employee ? { description: descriptionOf(employee) } : {})}
      actions={
        employee && (
          <ActionButton icon={<PlusIcon />} intent={Intent.PRIMARY} onClick={asking.open}>
            Ask for leave
          </ActionButton>
        )
      }
    >
      <Loaded read={read} loading="Loading your records…" lines={8}>
        {(me) =>
          me.employee ? (
            <UrlTabs
              label="Parts of your records"
              // `view` names this screen.
              param="part"
              tabs={[
                { id: 'leave', title: 'Leave', panel: <OwnLeave balance={me.balance} /> },
                { id: 'payslips', title: 'Payslips', panel: <OwnPayslips /> },
                { id: 'attendance', title: 'Attendance', panel: <OwnAttendancePanel /> },
              ]}
            />
          ) : (
            <Empty
              title="Your account is not linked to an employee"
              description="Ask whoever manages human resources to link it. Your leave and payslips are then shown here."
            />
          )
        }
      </Loaded>
      {asking.isOpen && employee && <AskForLeaveForm onClose={asking.close} />}
    </Page>
  );
}

function descriptionOf({
  employeeNumber,
  fullName,
  position,
  department,
}: NonNullable<Me['employee']>): string {
  return `${fullName}, ${employeeNumber}. ${position}, ${department}.`;
}

/** The rest is computed, or decided by the workflow. */
const leaveForm = ownLeaveInput.pick({
  leaveType: true,
  startDate: true,
  endDate: true,
  reason: true,
  notes: true,
});

/** Asks for leave for oneself. */
function AskForLeaveForm({ onClose }: { onClose: () => void }) {
  return (
    <RecordForm
      operation="createOwnLeaveRequest"
      failure="Failed to ask for leave. Please try again."
      title="Ask for Leave"
      schema={leaveForm}
      initial={{
        leaveType: 'annual',
        startDate: today(),
        endDate: today(),
        reason: '',
        notes: '',
      }}
      send={(body) => ({ body })}
      done={({ leaveTypeName, startDate, daysRequested }) =>
        toast(
          'Leave Requested',
          `${leaveTypeName}, ${daysText(daysRequested)} from ${formatDate(startDate)}. It waits for a decision.`,
        )
      }
      submitLabel="Ask for leave"
      onClose={onClose}
      width={600}
    >
      <LeaveFields />
      <OwnLeaveDaysNote />
    </RecordForm>
  );
}

const payslipColumns: readonly Column<OwnPayslip>[] = [
  {
    id: 'endDate',
    header: 'Period',
    priority: 1,
    sortable: true,
    cell: ({ payPeriod, payrollNumber }) => (
      <TwoLines quiet={payrollNumber}>
        <strong>{payPeriod}</strong>
      </TwoLines>
    ),
  },
  moneyColumn('grossPay', 'Gross pay'),
  moneyColumn('totalDeductions', 'Deductions', { dashForZero: true }),
  moneyColumn('netPay', 'Net pay', { ssp: 'netPaySsp' }),
  dateColumn('paidOn', 'Paid', { lesser: true }),
  statusColumn(),
];

/** Own payslips that are approved or paid, each as a PDF. */
function OwnPayslips() {
  return (
    <RecordList
      operation="listOwnPayslips"
      label="Your payslips"
      columns={payslipColumns}
      rowName="payPeriod"
      list={{ sort: '-endDate', prefix: 'pay-' }}
      actions={({ id, payrollNumber }) => [
        {
          label: 'Download payslip',
          icon: <DownloadIcon />,
          prominent: true,
          onClick: () =>
            savePdf('ownPayslipPdf', { params: { id } }, `payslip-${payrollNumber}.pdf`),
        },
      ]}
      empty={{
        title: 'No payslips yet',
        description: 'A payslip is shown here once its payroll is approved.',
      }}
    />
  );
}
