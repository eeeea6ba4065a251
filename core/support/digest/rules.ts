import type { IsoDate } from '../../kernel/dates.ts';
import { dueState } from '../rules-targets.ts';
import type { Ticket } from '../schema.ts';

/** A ticket of the daily list. */
export type DigestLine = Pick<
  Ticket,
  | 'ticketId'
  | 'title'
  | 'priority'
  | 'status'
  | 'firstResponseAt'
  | 'responseDueAt'
  | 'resolutionDueAt'
  | 'customerName'
  | 'visitPlace'
> & { visitDate: IsoDate | null; isCompleted: boolean };

export interface DigestInput {
  fullName: string;
  total: number;
  overdue: number;
  /** The next due ones. */
  tickets: readonly DigestLine[];
  /** The newest seal of the audit log, for those who may read it: an e-mail is a copy that nobody changes. */
  seal: string | undefined;
}

function lineOf(ticket: DigestLine, today: IsoDate, now: Date, soon: Date): string {
  const due = { none: '', later: '', soon: ', due soon', overdue: ', overdue' }[
    dueState(ticket, now, soon)
  ];
  const isToday = ticket.visitDate === today && !ticket.isCompleted;
  const place = ticket.visitPlace === '' ? '' : `: ${ticket.visitPlace}`;
  const parts = [
    `${ticket.ticketId} ${ticket.title} (${ticket.priority}${due})`,
    ticket.customerName,
    isToday ? `visit today${place}` : '',
  ];
  return `- ${parts.filter(Boolean).join(', ')}`;
}

/** The daily e-mail to a user who has unresolved tickets. */
export function digestText(
  { fullName, total, overdue, tickets, seal }: DigestInput,
  today: IsoDate,
  now: Date,
  soon: Date,
): { subject: string; text: string } {
  const count = `${total} unresolved ticket${total === 1 ? '' : 's'}`;
  const late = overdue === 0 ? '' : `, ${overdue} of them overdue`;
  const more = total > tickets.length ? [`… and ${total - tickets.length} more`] : [];
  return {
    subject: `Your tickets: ${count}${late}`,
    text: [
      `Good morning ${fullName},`,
      '',
      `you have ${count}${late}:`,
      '',
      ...tickets.map((ticket) => lineOf(ticket, today, now, soon)),
      ...more,
      ...(seal === undefined ? [] : ['', `Newest seal of the audit log: ${seal}`]),
    ].join('\n'),
  };
}
