import { Intent } from '@blueprintjs/core';
import { PlusIcon } from '@blueprintjs/icons';
import type { Me } from '@nimule/core/hr/mine/schema';
import { titleOf } from '../../app/modules.ts';
import { useRead } from '../../client/use-read.ts';
import { useAdding } from '../../parts/shown-record.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { UrlTabs } from '../../ui/url-tabs.tsx';
import { AskForLeaveForm } from './ask-for-leave-form.tsx';
import { OwnAttendancePanel } from './own-attendance.tsx';
import { OwnLeave } from './own-leave.tsx';
import { OwnPayslips } from './own-payslips.tsx';

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
