import { z } from 'zod';
import { dateText } from '../../kernel/dates.ts';
import { money } from '../../kernel/money.ts';
import { exportFormats, pagingQuery } from '../../kernel/paging.ts';

export const suspendedSorts = ['since', 'openUsd', 'customerName'] as const;
export type SuspendedSort = (typeof suspendedSorts)[number];

/** Decision 41: by the 15-day rule, or by hand. */
const suspendedBy = ['rule', 'hand'] as const;

export const suspendedFilter = pagingQuery(suspendedSorts).extend({
  by: z.enum(['all', ...suspendedBy]).optional(),
});
export type SuspendedFilter = z.output<typeof suspendedFilter>;

/** A suspended customer. */
export const suspendedRow = z.object({
  customerId: z.number(),
  customerNumber: z.string(),
  customerName: z.string(),
  phone: z.string(),
  location: z.string(),
  /** Open amount on invoices. */
  openUsd: money,
  /** Null where it is too large to be exact to the cent. */
  openSsp: money.nullable(),
  /** The business day of the suspension. */
  since: dateText,
  /**
   * 'recorded': from a recorded status change; 'estimated': suspended before changes were recorded, so the day is
   * not certain; 'added': the customer was created as suspended.
   */
  sinceFrom: z.enum(['recorded', 'estimated', 'added']),
  by: z.enum(suspendedBy),
  /** Who suspended the customer or ran the rule; empty if not known. */
  actorName: z.string(),
});
export type SuspendedRow = z.output<typeof suspendedRow>;

/** Totals over all customers that match the filter. */
export const suspendedTotals = z.object({
  customers: z.number(),
  byRule: z.number(),
  byHand: z.number(),
  openUsd: money,
  /** Null where it is too large to be exact to the cent. */
  openSsp: money.nullable(),
});
export type SuspendedTotals = z.output<typeof suspendedTotals>;

export const suspendedTotalsQuery = suspendedFilter.pick({ q: true, by: true });
export const suspendedExportQuery = suspendedFilter.extend({ format: z.enum(exportFormats) });
export type SuspendedExportQuery = z.output<typeof suspendedExportQuery>;
