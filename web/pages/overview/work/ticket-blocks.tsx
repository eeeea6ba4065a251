import { MapMarkerIcon } from '@blueprintjs/icons';
import type { OwnWork, WorkTicket } from '@nimule/core/attention/work/schema';
import { formatDate } from '@nimule/core/kernel/dates';
import { Link } from 'react-router-dom';
import { paths, recordPath } from '../../../app/paths.ts';
import { DueText, PriorityTag } from '../../../parts/tickets/ticket-tags.tsx';
import { mapsLink, placeOf } from '../../../parts/tickets/ticket-words.ts';
import { counted, numberText } from '../../../ui/counted.ts';
import { StatusTag } from '../../../ui/tags.tsx';
import { today } from '../../../ui/today.ts';
import { PhoneLink } from '../../../ui/values.tsx';
import { Block, Nothing, Row, Rows } from './block.tsx';
import styles from './work.module.css';

type TicketBlock = NonNullable<OwnWork['visits']>;

function TicketLink({ ticket: { ticketId, title } }: { ticket: WorkTicket }) {
  return (
    <Link to={recordPath('ticket', ticketId)} className={styles.ticket}>
      <span className="mono">{ticketId}</span> <span dir="auto">{title}</span>
    </Link>
  );
}

/** The visits of today, each with a call and a map one tap away. */
export function VisitsBlock({ total, rows }: TicketBlock) {
  return (
    <Block
      title="Today’s visits"
      description={total > 0 && `${counted(total, 'visit')}, ${formatDate(today())}`}
      all={{ to: paths.dashboard('support', { view: 'visits' }), text: 'Visits' }}
    >
      {rows.length === 0 ? (
        <Nothing>You have no visit today and none that is overdue.</Nothing>
      ) : (
        <Rows label="Today’s visits">
          {rows.map((ticket) => (
            <Visit key={ticket.id} ticket={ticket} />
          ))}
        </Rows>
      )}
    </Block>
  );
}

function Visit({ ticket }: { ticket: WorkTicket }) {
  const { customerName, customerPhone, visitDate, arrivedAt } = ticket;
  const place = placeOf(ticket);
  return (
    <Row
      end={<PriorityTag ticket={ticket} />}
      quiet={
        <span className={styles.contact}>
          {customerName !== '' && <bdi>{customerName}</bdi>}
          {customerPhone !== '' && <PhoneLink phone={customerPhone} name={customerName} />}
          {place !== '' && (
            <a href={mapsLink(place)} target="_blank" rel="noreferrer" className={styles.place}>
              <MapMarkerIcon size={12} /> {place}
            </a>
          )}
        </span>
      }
    >
      <TicketLink ticket={ticket} />{' '}
      {visitDate !== null && visitDate < today() && (
        <StatusTag status="overdue" label={`Since ${formatDate(visitDate)}`} />
      )}
      {arrivedAt !== null && <StatusTag status="running" label="Arrived" />}
    </Row>
  );
}

function TicketRows({ label, rows }: { label: string; rows: readonly WorkTicket[] }) {
  return (
    <Rows label={label}>
      {rows.map((ticket) => (
        <Row
          key={ticket.id}
          end={<PriorityTag ticket={ticket} />}
          quiet={
            <>
              {ticket.customerName !== '' && (
                <>
                  <bdi>{ticket.customerName}</bdi> ·{' '}
                </>
              )}
              <DueText ticket={ticket} none="no target" />
            </>
          }
        >
          <TicketLink ticket={ticket} />
        </Row>
      ))}
    </Rows>
  );
}

export function TicketsBlock({ total, rows }: TicketBlock) {
  const all = paths.tickets({ status: 'unresolved', assignedTo: 'me', sort: 'due' });
  return (
    <Block
      title="Your open tickets"
      description={total > 0 && counted(total, 'ticket')}
      all={{ to: all, text: total > rows.length ? `All ${numberText(total)}` : 'Tickets' }}
    >
      {rows.length === 0 ? (
        <Nothing>No open ticket is assigned to you.</Nothing>
      ) : (
        <TicketRows label="Your open tickets" rows={rows} />
      )}
    </Block>
  );
}

export function UnansweredBlock({ total, rows }: TicketBlock) {
  const all = paths.tickets({ answered: 'no', sort: 'due' });
  return (
    <Block
      title="Not answered yet"
      description={total > 0 && counted(total, 'ticket')}
      all={{ to: all, text: total > rows.length ? `All ${numberText(total)}` : 'Tickets' }}
    >
      {rows.length === 0 ? (
        <Nothing>Every open ticket has had a first response.</Nothing>
      ) : (
        <TicketRows label="Not answered yet" rows={rows} />
      )}
    </Block>
  );
}
