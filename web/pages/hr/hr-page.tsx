import { Intent } from '@blueprintjs/core';
import { ArrowLeftIcon, PlusIcon } from '@blueprintjs/icons';
import { type ReactNode, Suspense } from 'react';
import { titleOf } from '../../app/modules.ts';
import { paths } from '../../app/paths.ts';
import { useAdding, useShownRecord } from '../../parts/shown-record.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { AllowedOrDisabled, useMay } from '../../ui/allowed.tsx';
import { lazyPage } from '../../ui/lazy-page.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Page } from '../../ui/page.tsx';
import { SkeletonBlock } from '../../ui/skeleton.tsx';
import { UrlTabs } from '../../ui/url-tabs.tsx';
import { useFormFor } from './hr-url.ts';
import { OverviewTab } from './overview/overview-tab.tsx';

// The other tabs, drawers and forms are chunks of their own.
const EmployeesTab = lazyPage(() =>
  import('./employees/employees-tab.tsx').then((m) => m.EmployeesTab),
);
const PayrollTab = lazyPage(() => import('./payroll/payroll-tab.tsx').then((m) => m.PayrollTab));
const LeaveTab = lazyPage(() => import('./leave/leave-tab.tsx').then((m) => m.LeaveTab));
const AttendanceTab = lazyPage(() =>
  import('./attendance/attendance-tab.tsx').then((m) => m.AttendanceTab),
);
const EmployeeDrawer = lazyPage(() =>
  import('./employees/employee-drawer.tsx').then((m) => m.EmployeeDrawer),
);
const AddEmployeeForm = lazyPage(() =>
  import('./employees/employee-form.tsx').then((m) => m.AddEmployeeForm),
);
const PayrollDrawers = lazyPage(() =>
  import('./payroll/payroll-drawers.tsx').then((m) => m.PayrollDrawers),
);
const ProcessPayroll = lazyPage(() =>
  import('./payroll/process-payroll.tsx').then((m) => m.ProcessPayroll),
);
const LeaveDrawer = lazyPage(() => import('./leave/leave-drawer.tsx').then((m) => m.LeaveDrawer));
const NewLeaveForm = lazyPage(() =>
  import('./leave/new-leave-form.tsx').then((m) => m.NewLeaveForm),
);

/** Human Resources Management (seeds/001 2). */
export function HrPage() {
  const adding = useAdding('employee');
  const leave = useShownRecord('leave');
  const payrollForm = useFormFor('payroll');
  const leaveForm = useFormFor('leave');
  return (
    <Page
      title={titleOf('hr')}
      description="Employees, their pay, leave and attendance."
      actions={
        <>
          <LinkButton to={paths.home} icon={<ArrowLeftIcon />}>
            Back to Dashboard
          </LinkButton>
          <AllowedOrDisabled to="hr.write">
            <ActionButton icon={<PlusIcon />} intent={Intent.PRIMARY} onClick={adding.open}>
              Add Employee
            </ActionButton>
          </AllowedOrDisabled>
        </>
      }
    >
      <UrlTabs
        label="Parts of human resources"
        tabs={[
          { id: 'overview', title: 'Overview', panel: <OverviewTab /> },
          {
            id: 'employees',
            title: 'Employees',
            panel: (
              <Loading>
                <EmployeesTab onAdd={adding.open} onProcess={payrollForm.open} />
              </Loading>
            ),
          },
          {
            id: 'payroll',
            title: 'Payroll',
            panel: (
              <Loading>
                <PayrollTab onProcess={payrollForm.open} />
              </Loading>
            ),
          },
          {
            id: 'leave',
            title: 'Leave Management',
            panel: (
              <Loading>
                <LeaveTab onView={leave.show} onNew={() => leaveForm.open()} />
              </Loading>
            ),
          },
          {
            id: 'attendance',
            title: 'Attendance',
            panel: (
              <Loading>
                <AttendanceTab />
              </Loading>
            ),
          },
        ]}
      />
      <Overlays />
    </Page>
  );
}

/** A skeleton while the chunk of a tab is loaded. */
function Loading({ children }: { children: ReactNode }) {
  return <Suspense fallback={<SkeletonBlock label="Loading…" lines={8} />}>{children}</Suspense>;
}

/** The record of the URL, and the form that is open over it. */
function Overlays() {
  const may = useMay();
  const adding = useAdding('employee');
  const employee = useShownRecord('employee');
  const leave = useShownRecord('leave');
  const payrollForm = useFormFor('payroll');
  const leaveForm = useFormFor('leave');
  return (
    <Suspense fallback={null}>
      {employee.id !== undefined && (
        <EmployeeDrawer
          key={employee.id}
          id={employee.id}
          onProcess={payrollForm.open}
          onClose={employee.hide}
        />
      )}
      {leave.id !== undefined && <LeaveDrawer key={leave.id} id={leave.id} onClose={leave.hide} />}
      {may('pay.read') && <PayrollDrawers />}
      {adding.isOpen && may('hr.write') && <AddEmployeeForm onClose={adding.close} />}
      {payrollForm.isOpen && may('payroll.run') && (
        <ProcessPayroll employeeId={payrollForm.employeeId} onClose={payrollForm.close} />
      )}
      {leaveForm.isOpen && may('hr.write') && (
        <NewLeaveForm employeeId={leaveForm.employeeId} onClose={leaveForm.close} />
      )}
    </Suspense>
  );
}
