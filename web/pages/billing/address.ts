/** In the address: a credit that is being granted, and to which customer (SC003) where one is named. */
const RECORDING = 'record';
const CREDIT = 'credit';
const CREDITED = 'customer';
/** In the address: for which customer an invoice is made by hand. */
const INVOICED = 'invoice-for';

/** The customer to whom the address asks to grant a credit, or '' for one to be picked; undefined without it. */
export function creditedIn(params: URLSearchParams): string | undefined {
  return params.get(RECORDING) === CREDIT ? (params.get(CREDITED) ?? '') : undefined;
}

/** The customer for whom the address asks to make an invoice by hand; undefined without one. */
export function invoicedIn(params: URLSearchParams): string | undefined {
  return params.get(INVOICED) ?? undefined;
}

/** The address of the tab as it stands, with the Grant Credit dialog open, or closed. */
export function grantingCredit(params: URLSearchParams, isOpen: boolean): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete(RECORDING);
  next.delete(CREDITED);
  if (isOpen) next.set(RECORDING, CREDIT);
  return next;
}
