/** Query parameters of the dialogs Grant Credit and Refund Credit and their customer (SC003). */
const RECORDING = 'record';
const CREDIT = 'credit';
const REFUND = 'refund';
const CREDITED = 'customer';
/** Query parameter: the customer of the manual invoice form. */
const INVOICED = 'invoice-for';

/** Customer ID of the Grant Credit dialog in the URL, '' if none is picked yet; undefined if it is closed. */
export function creditCustomerIn(params: URLSearchParams): string | undefined {
  return params.get(RECORDING) === CREDIT ? (params.get(CREDITED) ?? '') : undefined;
}

/** As `creditCustomerIn`, of the Refund Credit dialog. */
export function refundCustomerIn(params: URLSearchParams): string | undefined {
  return params.get(RECORDING) === REFUND ? (params.get(CREDITED) ?? '') : undefined;
}

/** Customer ID of the manual invoice form in the URL, if any. */
export function invoiceCustomerIn(params: URLSearchParams): string | undefined {
  return params.get(INVOICED) ?? undefined;
}

/** The query with the Grant Credit dialog open or closed. */
export function withCreditDialog(params: URLSearchParams, isOpen: boolean): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete(RECORDING);
  next.delete(CREDITED);
  if (isOpen) next.set(RECORDING, CREDIT);
  return next;
}
