import { UrlTabs } from '../../../ui/url-tabs.tsx';
import { AttendanceDayView } from './attendance-day.tsx';
import { AttendanceMonthView } from './attendance-month.tsx';

/** Attendance (seeds/001 2 and 4): the staff of a day, and the month by employee and day. */
export function AttendanceTab() {
  return (
    <UrlTabs
      label="Parts of attendance"
      param="attendance-part"
      tabs={[
        { id: 'day', title: 'Day', panel: <AttendanceDayView /> },
        { id: 'month', title: 'Month', panel: <AttendanceMonthView /> },
      ]}
    />
  );
}
