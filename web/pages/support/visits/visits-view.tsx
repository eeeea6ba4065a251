import { Button, Intent, SegmentedControl } from '@blueprintjs/core';
import { MapMarkerIcon, TickCircleIcon } from '@blueprintjs/icons';
import { formatDate, type IsoDate } from '@nimule/core/kernel/dates';
import type { Ticket } from '@nimule/core/support/schema';
import { Link, useSearchParams } from 'react-router-dom';
import { recordPath } from '../../../app/paths.ts';
import { useRead } from '../../../client/use-read.ts';
import { PriorityTag, TicketStatus } from '../../../parts/tickets/ticket-tags.tsx';
import { mapsLink, placeOf } from '../../../parts/tickets/ticket-words.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { AllowedOrDisabled } from '../../../ui/allowed.tsx';
import { Spread, Stack } from '../../../ui/layout.tsx';
import { useDialogs } from '../../../ui/overlay/dialogs.ts';
import { Empty, Loaded } from '../../../ui/states.tsx';
import { StatusTag } from '../../../ui/tags.tsx';
import { today } from '../../../ui/today.ts';
import { PhoneLink } from '../../../ui/values.tsx';
import styles from '../support.module.css';
import { CompleteForm } from './complete-form.tsx';
import { useArrive } from './use-arrive.ts';

type Visit = Pick<Ticket, 'visitDate' | 'customerLocation'>;

const NO_LOCATION = 'No location';

/** Visits until this day, overdue ones included, and those after it. */
function visitsUntil<T extends Visit>(
  visits: readonly T[],
  day: IsoDate,
): { now: T[]; later: T[] } {
  const isNow = ({ visitDate }: T) => visitDate !== null && visitDate <= day;
  return { now: visits.filter(isNow), later: visits.filter((visit) => !isNow(visit)) };
}

/** Visits by location in order of the names, those without one last; within a location in the given order. */
function byLocation<T extends Visit>(visits: readonly T[]): [location: string, T[]][] {
  const groups = new Map<string, T[]>();
  for (const visit of visits) {
    const location = visit.customerLocation ?? NO_LOCATION;
    groups.set(location, [...(groups.get(location) ?? []), visit]);
  }
  return [...groups].sort(([a], [b]) =>
    a === NO_LOCATION ? 1 : b === NO_LOCATION ? -1 : a.localeCompare(b),
  );
}

const MOST_VISITS = 200;
const WHOSE = 'whose';
const MINE = 'mine';
const ALL = 'all';

interface VisitsViewProps {
  onView: (ticketId: string) => void;
}

/** The visits of today and those that are overdue, by location: for a technician on a phone. */
export function VisitsView({ onView }: VisitsViewProps) {
  const [params, setParams] = useSearchParams();
  const isAll = params.get(WHOSE) === ALL;
  const choose = (whose: string | undefined) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (whose) next.set(WHOSE, whose);
        else next.delete(WHOSE);
        return next;
      },
      { replace: true },
    );
  const read = useRead(
    'listTickets',
    {
      query: {
        visits: 'planned',
        sort: 'visitDate',
        pageSize: MOST_VISITS,
        ...(isAll ? {} : { assignedTo: 'me' }),
      },
    },
    { keepPrevious: true },
  );
  const { open, dialog } = useDialogs({
    complete: (ticket: Ticket, close) => <CompleteForm ticket={ticket} onClose={close} />,
  });
  return (
    <Stack>
      <Spread>
        <h2 className={styles.visitsTitle}>Visits of {formatDate(today())}</h2>
        <div className={styles.whose}>
          <SegmentedControl
            aria-label="Whose visits"
            options={[
              { value: MINE, label: 'Mine' },
              { value: ALL, label: "Everybody's" },
            ]}
            value={isAll ? ALL : MINE}
            onValueChange={(whose) => choose(whose === ALL ? ALL : undefined)}
          />
        </div>
      </Spread>
      <Loaded read={read} loading="Loading the visits…" lines={6}>
        {({ rows }) => (
          <Visits
            tickets={rows}
            isAll={isAll}
            onAll={() => choose(ALL)}
            onView={onView}
            onComplete={(ticket) => open('complete', ticket)}
          />
        )}
      </Loaded>
      {dialog}
    </Stack>
  );
}

interface VisitsProps extends VisitsViewProps {
  tickets: readonly Ticket[];
  isAll: boolean;
  onAll: () => void;
  onComplete: (ticket: Ticket) => void;
}

function Visits({ tickets, isAll, onAll, ...card }: VisitsProps) {
  const { now, later } = visitsUntil(tickets, today());
  return (
    <>
      {now.length === 0 && (
        <Empty
          title="No visits today"
          description={
            isAll
              ? 'A visit that is planned in a ticket is listed here on its day.'
              : 'You have no visit today and none that is overdue.'
          }
          action={!isAll && <Button onClick={onAll}>Show everybody's visits</Button>}
        />
      )}
      {byLocation(now).map(([location, visits]) => (
        <section key={location} aria-label={location}>
          <h3 className={styles.location}>
            {location} <span className="quiet">{visits.length}</span>
          </h3>
          <ul className={styles.visits}>
            {visits.map((ticket) => (
              <VisitCard key={ticket.id} ticket={ticket} {...card} />
            ))}
          </ul>
        </section>
      ))}
      {later.length > 0 && <LaterVisits tickets={later} />}
    </>
  );
}

interface VisitCardProps extends VisitsViewProps {
  ticket: Ticket;
  onComplete: (ticket: Ticket) => void;
}

function VisitCard({ ticket, onView, onComplete }: VisitCardProps) {
  const { ticketId, title, customerName, customerNumber, customerPhone, arrivedAt } = ticket;
  const place = placeOf(ticket);
  const { arrive, busy } = useArrive();
  return (
    <li className={styles.visit}>
      <div>
        <button type="button" className={styles.visitTitle} onClick={() => onView(ticketId)}>
          <span className="mono">{ticketId}</span> <span dir="auto">{title}</span>
        </button>
        <div className={styles.visitTags}>
          <PriorityTag ticket={ticket} />
          {ticket.visitDate !== null && ticket.visitDate < today() && (
            <StatusTag status="overdue" label={`Since ${formatDate(ticket.visitDate)}`} />
          )}
          {arrivedAt !== null && <StatusTag status="running" label="Arrived" />}
        </div>
      </div>
      <div className={styles.visitContact}>
        {customerName !== '' && (
          <Link to={recordPath('customer', customerNumber)} className={styles.visitLink}>
            {customerName}
          </Link>
        )}
        {customerPhone !== '' && (
          <span className={styles.visitLink}>
            <PhoneLink phone={customerPhone} name={customerName} />
          </span>
        )}
      </div>
      {place !== '' && (
        <a href={mapsLink(place)} target="_blank" rel="noreferrer" className={styles.visitLink}>
          <MapMarkerIcon size={12} /> {place}
        </a>
      )}
      <div className={styles.visitActions}>
        {arrivedAt === null && (
          <AllowedOrDisabled to="ticket.write">
            <ActionButton
              size="large"
              fill
              icon={<MapMarkerIcon />}
              aria-label={`Arrive for ${ticketId}`}
              loading={busy}
              onClick={() => arrive(ticket)}
            >
              Arrive
            </ActionButton>
          </AllowedOrDisabled>
        )}
        <AllowedOrDisabled to="ticket.write">
          <ActionButton
            size="large"
            fill
            icon={<TickCircleIcon />}
            intent={arrivedAt === null ? Intent.NONE : Intent.PRIMARY}
            aria-label={`Complete ${ticketId}`}
            onClick={() => onComplete(ticket)}
          >
            Complete
          </ActionButton>
        </AllowedOrDisabled>
      </div>
    </li>
  );
}

/** Visits after today, as links. */
function LaterVisits({ tickets }: { tickets: readonly Ticket[] }) {
  return (
    <section aria-label="Later">
      <h3 className={styles.location}>Later</h3>
      <ul className={styles.later}>
        {tickets.map((ticket) => (
          <li key={ticket.id}>
            <Link to={recordPath('ticket', ticket.ticketId)} className={styles.visitLink}>
              {formatDate(ticket.visitDate as IsoDate)} · {ticket.ticketId} {ticket.title}
            </Link>
            <span className="quiet">
              {[ticket.customerLocation, ticket.customerName].filter(Boolean).join(' · ')}
            </span>
            <TicketStatus ticket={ticket} />
          </li>
        ))}
      </ul>
    </section>
  );
}
