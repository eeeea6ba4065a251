/** In the address: the customer that is looked at (decision 20). */
export const SHOWN_CUSTOMER = 'customer';
/** Everything else in the address that belongs to the detail begins with this. */
export const OF_DETAIL = 'its-';
/** The part of the detail that is shown. */
export const PART_OF_DETAIL = `${OF_DETAIL}part`;

/** The address with a customer's detail opened. */
export function withCustomer(params: URLSearchParams, customerId: string): URLSearchParams {
  const next = withoutCustomer(params);
  next.set(SHOWN_CUSTOMER, customerId);
  return next;
}

/** The address with another customer's detail in place of the one that is open, at the same part of it. */
export function withNextCustomer(params: URLSearchParams, customerId: string): URLSearchParams {
  const next = withCustomer(params, customerId);
  const part = params.get(PART_OF_DETAIL);
  if (part !== null) next.set(PART_OF_DETAIL, part);
  return next;
}

/** The address with the detail closed; the list behind it stays as it was. */
export function withoutCustomer(params: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of params.keys()) {
    if (name === SHOWN_CUSTOMER || name.startsWith(OF_DETAIL)) next.delete(name);
  }
  return next;
}
