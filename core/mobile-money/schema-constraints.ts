import { customerInUse } from '../customers/schema-constraints.ts';
import type { ConstraintErrors } from '../kernel/errors.ts';

export const KEY_TAKEN = 'purchase.keyTaken';
export const TRANSACTION_TAKEN = 'paymentRequest.transactionTaken';

const sold = {
  kind: 'conflict',
  code: 'paymentRequest.sold',
  message: 'This payment request has its sale already.',
} as const;

/** Texts of the constraints of this module's tables. */
export const mobileMoneyConstraints = {
  payment_intents_customer: customerInUse,
  payment_intents_visitor: {
    kind: 'conflict',
    code: KEY_TAKEN,
    message: 'This purchase was begun already.',
  },
  payment_intents_transaction: {
    kind: 'conflict',
    code: TRANSACTION_TAKEN,
    message: 'This transaction of the provider belongs to another payment request.',
  },
  payment_intents_payment: sold,
  payment_refunds_intent: {
    kind: 'conflict',
    code: 'paymentRequest.refunded',
    message: 'This payment was given back already.',
  },
} as const satisfies ConstraintErrors;
