import { useMay, useRefusal } from '../../../ui/allowed.tsx';
import { Panel } from '../../../ui/page.tsx';
import { Empty } from '../../../ui/states.tsx';
import { SchedulesTable } from './schedules-table.tsx';

/** Reports that are sent by e-mail each day, week or month. */
export function ScheduledReports() {
  const refusal = useRefusal()('report.schedule');
  return useMay()('report.schedule') ? (
    <SchedulesTable />
  ) : (
    <Panel title="Reports by e-mail">
      <Empty
        title="Not for your role"
        description={`${refusal} Ask an administrator or a manager to have a report sent to you.`}
      />
    </Panel>
  );
}
