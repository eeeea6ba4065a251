import { useRead } from '../../../client/use-read.ts';
import { hoursText } from '../../../parts/tickets/ticket-words.ts';
import { Figures } from '../../../ui/stat-card.tsx';

const count = new Intl.NumberFormat('en-US');

/** The four cards (seeds/000 2). */
export function TicketFigures() {
  return (
    <Figures
      title="Ticket figures"
      read={useRead('ticketStats')}
      figures={[
        {
          title: 'Open Tickets',
          value: ({ open }) => count.format(open),
          subtitle: ({ urgent, overdue }) =>
            `${count.format(urgent)} urgent, ${count.format(overdue)} overdue`,
        },
        {
          title: 'In Progress',
          value: ({ inProgress }) => count.format(inProgress),
          subtitle: ({ mine }) => `${count.format(mine)} of yours unresolved`,
        },
        {
          title: 'Resolved This Week',
          value: ({ resolvedThisWeek }) => count.format(resolvedThisWeek),
          subtitle: 'since Monday',
        },
        {
          title: 'Time to Resolve',
          value: ({ averageHours }) => (averageHours === null ? '–' : hoursText(averageHours)),
          subtitle: 'average of the last 30 days',
        },
      ]}
    />
  );
}
