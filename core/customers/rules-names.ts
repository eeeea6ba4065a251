/** A row that names its customer by id, else by name. */
export interface NamesCustomer {
  /** The displayed id, such as SC003. */
  customerId?: string;
  customerName?: string;
}

export type NamedCustomer = { customerId: string } | { problem: string };

/**
 * The customer id of a row: its own, which may be unknown, else that of the only customer with its name. A name without a
 * customer, or with several, is a problem: money must not go to the wrong one. Undefined for a row that names no customer.
 * `idsByName` has the customer ids by the names as written.
 */
export function customerNamed(
  { customerId, customerName }: NamesCustomer,
  idsByName: ReadonlyMap<string, readonly string[]>,
): NamedCustomer | undefined {
  if (customerId !== undefined) return { customerId };
  if (!customerName) return undefined;
  const [id, other] = idsByName.get(customerName) ?? [];
  if (id === undefined)
    return { problem: `customerName: There is no customer named ${customerName}.` };
  return other === undefined
    ? { customerId: id }
    : {
        problem: `customerName: Several customers are named ${customerName}, for example ${id} and ${other}. Say which one in a column with the customer id.`,
      };
}
