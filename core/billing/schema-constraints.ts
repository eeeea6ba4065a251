import { customerInUse } from '../customers/schema-constraints.ts';
import type { ConstraintErrors } from '../kernel/errors.ts';

const openingTaken = {
  kind: 'conflict',
  code: 'opening.taken',
  message: 'This customer already has an opening balance. Import the file again to compare them.',
} as const;

/** Texts of the constraints of this module's tables. */
export const billingConstraints = {
  invoices_customer: customerInUse,
  payments_customer: customerInUse,
  refunds_customer: customerInUse,
  invoices_number: {
    kind: 'conflict',
    code: 'invoice.numberTaken',
    message: 'This invoice number is already in use.',
    field: 'invoiceId',
  },
  invoices_one_opening: openingTaken,
  payments_one_opening: openingTaken,
  // Two at once: the account of the customer is locked, so that the second is told before.
  invoice_disputes_one_open: {
    kind: 'conflict',
    code: 'invoice.disputed',
    message: 'This invoice is disputed already.',
  },
  invoices_one_a_month: {
    kind: 'conflict',
    code: 'invoice.monthBilled',
    message: 'This customer already has an invoice for this month.',
  },
} as const satisfies ConstraintErrors;
