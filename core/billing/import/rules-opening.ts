import { isBeforeOpening } from '../../accounting/opening/rules.ts';
import { firstDay, formatDate, type IsoDate, monthOf } from '../../kernel/dates.ts';

/**
 * What is told of a new invoice of a file that another system may have booked: where its amount is posted (decision 45).
 * Undefined for one from the opening date on, and without such a date for one of this month.
 */
export function oldInvoiceNote(
  billDate: IsoDate,
  openingDate: IsoDate | null,
  today: IsoDate,
): string | undefined {
  if (openingDate !== null)
    return isBeforeOpening(billDate, openingDate)
      ? `billDate: Invoices from before the opening date, ${formatDate(openingDate)}, are posted against Opening Balances and earn no revenue here.`
      : undefined;
  return billDate < firstDay(monthOf(today))
    ? 'billDate: The books have no opening date, so these invoices earn revenue in their months. If another system has earned it, do not import them yet: Set the opening date of the books first.'
    : undefined;
}
