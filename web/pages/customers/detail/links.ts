/** Query parameter of the open customer (decision 20). */
export const SHOWN_CUSTOMER = 'customer';
/** Prefix of the other query parameters of the detail. */
export const OF_DETAIL = 'its-';
/** Query parameter of the selected tab. */
export const PART_OF_DETAIL = `${OF_DETAIL}part`;

/** The query with a customer's detail open. */
export function withCustomer(params: URLSearchParams, customerId: string): URLSearchParams {
  const next = withoutCustomer(params);
  next.set(SHOWN_CUSTOMER, customerId);
  return next;
}

/** The query with another customer's detail open, at the same tab. */
export function withNextCustomer(params: URLSearchParams, customerId: string): URLSearchParams {
  const next = withCustomer(params, customerId);
  const part = params.get(PART_OF_DETAIL);
  if (part !== null) next.set(PART_OF_DETAIL, part);
  return next;
}

/** The query with the detail closed; the state of the list is kept. */
export function withoutCustomer(params: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of params.keys()) {
    if (name === SHOWN_CUSTOMER || name.startsWith(OF_DETAIL)) next.delete(name);
  }
  return next;
}
