import { z } from 'zod';
import { money } from '../kernel/money.ts';

/**
 * What needs a person today, in the order of the list. Each is shown to those alone who may act on it.
 *
 * - backup: the last night failed or is missing (backup.manage); paused: jobs stand still since a restore (backup.manage)
 * - unusual: what happened in the last days and seldom does, one for each (audit.read)
 * - jobs: a scheduled job failed (job.run); billing: the monthly run is due or failed (billing.run)
 * - disconnections: who is suspended tomorrow (billing.disconnect)
 * - disputes: invoices that are disputed for more than a week (invoice.edit)
 * - heldBills: supplier bills that the caller may decide on; approvals: the other requests that the caller may decide on
 * - ticketsOverdue, ticketsDue: targets that were missed or end soon (ticket.write); ticketsUnassigned: high and critical ones
 *   that nobody works on (ticket.assign)
 * - payments: mobile money whose payment needs a decision (payment.record)
 * - messages: failed or with an unknown result in the last seven days (sms.send)
 */
export const attentionKinds = [
  'backup',
  'paused',
  'unusual',
  'jobs',
  'billing',
  'disconnections',
  'disputes',
  'heldBills',
  'approvals',
  'ticketsOverdue',
  'ticketsUnassigned',
  'ticketsDue',
  'payments',
  'messages',
] as const;
export type AttentionKind = (typeof attentionKinds)[number];

/** Modules of the portal that a link opens, by their names in the portal. */
const attentionPages = [
  'backups',
  'billing',
  'approvals',
  'support',
  'vouchers',
  'sms',
  'users',
] as const;

export const attentionItem = z.object({
  kind: z.enum(attentionKinds),
  /** A whole sentence with its figures: '12 customers are disconnected tomorrow, who owe $1,450.00.' */
  title: z.string(),
  count: z.number(),
  /** Null for what has no amount. */
  amountUsd: money.nullable(),
  severity: z.enum(['danger', 'warning', 'info']),
  /** Null where no page of the portal shows it. `query` names all parameters of the page's address, except `tab`. */
  link: z
    .object({ to: z.enum(attentionPages), query: z.record(z.string(), z.string()) })
    .nullable(),
});
export type AttentionItem = z.output<typeof attentionItem>;
