import type { SecondStepState } from '@nimule/core/identity/factors/schema';

/**
 * Why passkeys cannot be used at the address of this page, '' if they can; `said` is what the server knows, which does not see how
 * the page was opened.
 */
export function whyNoPasskeys(
  said: string,
  { protocol, hostname }: Pick<Location, 'protocol' | 'hostname'> = window.location,
): string {
  if (said !== '' || protocol === 'https:' || hostname === 'localhost') return said;
  return 'Passkeys need an address that begins with https://. Use an authenticator app.';
}

/** Why an account's passkeys cannot be used on this page; '' if they can, or it has none. */
export function whyNotHere({
  hasPasskeys,
  passkeysWhyNot,
}: Pick<SecondStepState, 'hasPasskeys' | 'passkeysWhyNot'>): string {
  return hasPasskeys || passkeysWhyNot !== '' ? whyNoPasskeys(passkeysWhyNot) : '';
}
