const RECORDING = 'record';
const PAYER = 'payer';

/** The customer whose payment the address asks to record (SC003), '' for one to be picked; undefined without it. */
export function payerIn(params: URLSearchParams): string | undefined {
  return params.get(RECORDING) === 'payment' ? (params.get(PAYER) ?? '') : undefined;
}

/** The address as it stands with the dialog open for this customer, '' for one to be picked; closed without one. */
export function recordingPayment(
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

/** Fired on the window to have the next payment recorded, on any tab. */
export const NEXT_PAYMENT = 'nimule:next-payment';

export function recordNextPayment(): void {
  window.dispatchEvent(new Event(NEXT_PAYMENT));
}
