import { type E164Number, PhoneNumber } from 'libphonenumber-js/max';

/** What is told beside a number in doubt. */
export const PHONE_DOUBT =
  'No network in South Sudan is known to use this number. It is kept as it is.';

/**
 * The doubt about a number as it is stored, '+211' and nine digits, where libphonenumber does not take it for
 * one of South Sudan. It refuses nothing: networks open new ranges before the library knows them (decision 30).
 */
export function phoneDoubt(stored: string): string | undefined {
  if (stored === '') return undefined;
  // Made from the number itself: to parse the text again would take four times as long.
  return new PhoneNumber(stored as E164Number).isValid() ? undefined : PHONE_DOUBT;
}
