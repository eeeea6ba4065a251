import { OVERDUE_DAYS } from '@nimule/core/billing/invoices/schema';

/** What the rule of decision 3 is called, and whom it meets: in the days that the core counts. */
export const DISCONNECT_RULE = `${OVERDUE_DAYS}-day rule`;
export const IS_OVERDUE = `${OVERDUE_DAYS} or more days past due`;
