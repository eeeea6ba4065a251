import type { Ticket } from '@nimule/core/support/schema';
import { useRead } from '../../../client/use-read.ts';
import { DueWhen, PriorityTag } from '../../../parts/tickets/ticket-tags.tsx';
import styles from '../support.module.css';

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
      <span className={styles.dueTitle}>
        <span className="mono">{ticket.ticketId}</span> <bdi>{ticket.title}</bdi>
      </span>
    </button>
  );
}
