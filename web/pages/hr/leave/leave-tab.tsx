import { UrlTabs } from '../../../ui/url-tabs.tsx';
import { BalancesTable } from './balances-table.tsx';
import { HolidaysPanel } from './holidays-panel.tsx';
import { LeaveTable } from './leave-table.tsx';
import { TeamCalendar } from './team-calendar.tsx';

interface LeaveTabProps {
  onView: (request: { id: number }) => void;
  onNew: () => void;
}

/** Leave Management (seeds/001 2): requests, who is away, balances and public holidays. */
export function LeaveTab({ onView, onNew }: LeaveTabProps) {
  return (
    <UrlTabs
      label="Parts of leave management"
      param="leave-part"
      tabs={[
        { id: 'requests', title: 'Requests', panel: <LeaveTable onView={onView} onNew={onNew} /> },
        { id: 'calendar', title: 'Calendar', panel: <TeamCalendar /> },
        { id: 'balances', title: 'Balances', panel: <BalancesTable /> },
        { id: 'holidays', title: 'Holidays', panel: <HolidaysPanel /> },
      ]}
    />
  );
}
