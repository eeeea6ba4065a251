import type { Ticket } from '@nimule/core/support/schema';
import { useRead } from '../../../client/use-read.ts';
import { DueWhen, PriorityTag } from '../../../parts/tickets/ticket-tags.tsx';
import { hoursText } from '../../../parts/tickets/ticket-words.ts';
import { numberText } from '../../../ui/counted.ts';
import { Figures } from '../../../ui/stat-card.tsx';
import styles from '../support.module.css';

/** The four cards (seeds/000 2). */
export function TicketFigures() {
  return (
    <Figures
      title="Ticket figures"
      read={useRead('ticketStats')}
      figures={[
        {
          title: 'Open Tickets',
          value: ({ open }) => numberText(open),
          subtitle: ({ urgent, overdue }) =>
            `${numberText(urgent)} urgent, ${numberText(overdue)} overdue`,
        },
        {
          title: 'In Progress',
          value: ({ inProgress }) => numberText(inProgress),
          subtitle: ({ mine }) => `${numberText(mine)} of yours unresolved`,
        },
        {
          title: 'Resolved This Week',
          value: ({ resolvedThisWeek }) => numberText(resolvedThisWeek),
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

const SHOWN = 4;

/** The unresolved tickets whose targets come next; nothing if there is none. */
export function NextDue({ onView }: { onView: (ticketId: string) => void }) {
  const read = useRead(
    'listTickets',
    { query: { status: 'unresolved', sort: 'due', pageSize: SHOWN } },
    { keepPrevious: true },
  );
  const tickets = read.data?.rows.filter(({ due }) => due !== 'none') ?? [];
  if (tickets.length === 0) return null;
  return (
    <section aria-label="Next due" className={styles.nextDue}>
      <h2 className={styles.nextDueTitle}>Next due</h2>
      <ul className={styles.nextDueList}>
        {tickets.map((ticket) => (
          <li key={ticket.id}>
            <DueButton ticket={ticket} onClick={() => onView(ticket.ticketId)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function DueButton({ ticket, onClick }: { ticket: Ticket; onClick: () => void }) {
  return (
    <button type="button" className={styles.dueButton} onClick={onClick}>
      <span className={styles.dueHead}>
        <PriorityTag ticket={ticket} />
        <DueWhen ticket={ticket} />
      </span>
      <span className={styles.dueTitle} title={ticket.title}>
        <span className="mono">{ticket.ticketId}</span> <bdi>{ticket.title}</bdi>
      </span>
    </button>
  );
}
