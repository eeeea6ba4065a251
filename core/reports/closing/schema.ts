import { z } from 'zod';
import { money } from '../../kernel/money.ts';

/** What can be open in a month, in the order of the list. */
export const openKinds = [
  'tillsOpen',
  'tillDifferences',
  'unbilled',
  'invoicesNotSent',
  'mobileMoney',
  'expensesWaiting',
  'approvalsWaiting',
  'supplierBillsHeld',
  'recurringEntries',
  'recurringExpenses',
  'depreciation',
  'payrollWaiting',
  'leaveWaiting',
] as const;
export type OpenKind = (typeof openKinds)[number];

/** Modules of the portal that a link opens, by their names in the portal. */
const openPages = [
  'till',
  'billing',
  'vouchers',
  'approvals',
  'procurement',
  'accounting',
  'expenses',
  'hr',
] as const;

export const openMatter = z.object({
  kind: z.enum(openKinds),
  /** A whole sentence with its number: '2 tills that were opened by the end of the month are not counted.' */
  title: z.string(),
  count: z.number(),
  /** Null for what has no sum in dollars, and for pay without `pay.read`. */
  amountUsd: money.nullable(),
  link: z.object({ to: z.enum(openPages), query: z.record(z.string(), z.string()) }),
});
export type OpenMatter = z.output<typeof openMatter>;
