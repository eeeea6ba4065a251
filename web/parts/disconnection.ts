import { OVERDUE_DAYS } from '@nimule/core/billing/invoices/schema';

/** Name and condition of the disconnect rule (decision 3). */
export const DISCONNECT_RULE = `${OVERDUE_DAYS}-day rule`;
export const IS_OVERDUE = `${OVERDUE_DAYS} or more days past due`;
