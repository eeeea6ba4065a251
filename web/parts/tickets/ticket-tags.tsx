import { formatInstant } from '@nimule/core/kernel/dates';
import type { Ticket } from '@nimule/core/support/schema';
import type { ReactNode } from 'react';
import { TwoLines } from '../../ui/layout.tsx';
import { StatusTag } from '../../ui/tags.tsx';
import { type Due, dueOf } from './ticket-words.ts';
import styles from './tickets.module.css';

export function TicketStatus({ ticket }: { ticket: Pick<Ticket, 'status'> }) {
  return <StatusTag status={ticket.status} />;
}

export function PriorityTag({ ticket }: { ticket: Pick<Ticket, 'priority'> }) {
  return <StatusTag status={ticket.priority} />;
}

const tones = { none: '', later: 'quiet', soon: styles.soon, overdue: styles.overdue };

/** What of a ticket its next target is told by. */
type Targeted = Parameters<typeof dueOf>[0] & Pick<Ticket, 'due'>;

interface DueProps {
  ticket: Targeted;
  none?: string;
}

/** The next target that is not met, coloured if it is near or past: 'Response in 25 min'. */
export function DueText({ ticket, none = '–' }: DueProps) {
  const due = dueOf(ticket, new Date());
  if (!due) return <span className="quiet">{none}</span>;
  return (
    <DueTime ticket={ticket} due={due}>
      {due.what} {due.when}
    </DueTime>
  );
}

/** The same without saying whether it is the response or the resolution, where there is little room. */
export function DueWhen({ ticket }: { ticket: Targeted }) {
  const due = dueOf(ticket, new Date());
  return (
    due && (
      <DueTime ticket={ticket} due={due}>
        {due.when}
      </DueTime>
    )
  );
}

/** The same in two lines, for a cell. */
export function DueCell({ ticket, none = '–' }: DueProps) {
  const due = dueOf(ticket, new Date());
  if (!due) return <span className="quiet">{none}</span>;
  return (
    <TwoLines quiet={due.what}>
      <DueTime ticket={ticket} due={due}>
        {due.when}
      </DueTime>
    </TwoLines>
  );
}

function DueTime({ ticket, due, children }: { ticket: Targeted; due: Due; children: ReactNode }) {
  const tone = due.isOverdue ? styles.overdue : tones[ticket.due];
  return (
    <time className={tone} dateTime={due.at.toISOString()} title={formatInstant(due.at)}>
      {children}
    </time>
  );
}
