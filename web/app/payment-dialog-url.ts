const RECORDING = 'record';
const PAYER = 'payer';

/** Customer ID (SC003) of the Record Payment dialog in the URL, '' if none is picked yet; undefined if it is closed. */
export function paymentCustomerIn(params: URLSearchParams): string | undefined {
  return params.get(RECORDING) === 'payment' ? (params.get(PAYER) ?? '') : undefined;
}

/** The query with the Record Payment dialog open for this customer ('' to pick one), or closed (undefined). */
export function withPaymentDialog(
  params: URLSearchParams,
  payer: string | undefined,
): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete(RECORDING);
  next.delete(PAYER);
  if (payer !== undefined) next.set(RECORDING, 'payment');
  if (payer) next.set(PAYER, payer);
  return next;
}

/** Event on the window that opens the Record Payment dialog on any tab. */
export const OPEN_PAYMENT_DIALOG = 'nimule:next-payment';

export function openPaymentDialog(): void {
  window.dispatchEvent(new Event(OPEN_PAYMENT_DIALOG));
}
