import { isValidPhoneNumber } from 'libphonenumber-js/max';

/** What is told beside a number in doubt. */
export const PHONE_DOUBT =
  'No network in South Sudan is known to use this number. It is kept as it is.';

/**
 * The doubt about a number as it is stored, '+211' and nine digits, where libphonenumber does not take it for
 * one of South Sudan. It refuses nothing: networks open new ranges before the library knows them (decision 30).
 */
export function phoneDoubt(stored: string): string | undefined {
  return stored === '' || isValidPhoneNumber(stored, 'SS') ? undefined : PHONE_DOUBT;
}
