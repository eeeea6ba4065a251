import { changedCustomer, changedFields } from '@nimule/core/customers/rules';
import { type Customer, customerInput } from '@nimule/core/customers/schema';
import { ZERO } from '@nimule/core/kernel/money';
import { z } from 'zod';
import { customerForm } from './customer-fields.tsx';

/** What of a customer an edit sends. */
const customerUpdates = customerInput.partial();
type Updates = z.input<typeof customerUpdates>;

/**
 * What was changed of the customer that the form began with, judged by the rules of the core: a number
 * that was emptied is zero (seeds/000 5), a phone number that is only spelt differently is no change.
 */
export function changesOf(before: Customer, typed: z.input<typeof customerForm>): Updates {
  const input = z.decode(customerForm, typed);
  const after = changedCustomer(before, {
    ...input,
    bandwidth: input.bandwidth ?? 0,
    monthlyFeeUsd: input.monthlyFeeUsd ?? ZERO,
    connectionFeeUsd: input.connectionFeeUsd ?? ZERO,
    otherExpensesUsd: input.otherExpensesUsd ?? ZERO,
  });
  const changed = changedFields(before, after).map((name) => [name, after[name]] as const);
  return z.encode(customerUpdates, Object.fromEntries(changed));
}
