import { changedCustomer, changedFields } from '@nimule/core/customers/rules';
import { type Customer, customerInput } from '@nimule/core/customers/schema';
import { ZERO } from '@nimule/core/kernel/money';
import { z } from 'zod';
import { customerForm } from './customer-fields.tsx';

/** Fields of a customer that an edit can change. */
const customerUpdates = customerInput.partial();
type Updates = z.input<typeof customerUpdates>;

/**
 * The changed fields of an edited customer, by the rules of core: an empty number is zero (seeds/000 5), another notation
 * of the same phone number is not a change.
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
