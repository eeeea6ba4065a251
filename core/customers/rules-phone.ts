import { type E164Number, PhoneNumber } from 'libphonenumber-js/max';

/** The warning for an unknown number. */
export const PHONE_DOUBT =
  'No network in South Sudan is known to use this number. It is kept as it is.';

/** Digits of a number, after its country code, that decide whether a network uses it (tested). */
const PREFIX = 4;
const COUNTRY = '+211'.length;
const known = new Map<string, boolean>();

/**
 * The warning for a stored number ('+211' and nine digits) that libphonenumber does not recognise as South Sudanese. It
 * does not refuse the number: networks open new ranges before the library knows them (decision 30).
 */
export function phoneDoubt(stored: string): string | undefined {
  if (stored === '') return undefined;
  const prefix = stored.slice(COUNTRY, COUNTRY + PREFIX);
  let isKnown = known.get(prefix);
  if (isKnown === undefined) {
    // Built from the number itself: parsing the text again would take four times as long.
    isKnown = new PhoneNumber(stored as E164Number).isValid();
    known.set(prefix, isKnown);
  }
  return isKnown ? undefined : PHONE_DOUBT;
}
