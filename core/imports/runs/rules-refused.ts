import { headerKey } from '../../kernel/text.ts';

/** The last column of a file of refused rows. */
export const ERRORS_HEADER = 'Import errors';
const ERRORS_KEY = headerKey(ERRORS_HEADER);
/** Longer than the header in any spelling, also numbered as a second one. */
const MAX_LENGTH = 40;

/** Whether a column was added by the export of refused rows. */
export function isErrorsHeader(name: string): boolean {
  if (name.length > MAX_LENGTH) return false;
  const key = headerKey(name);
  return (
    key === ERRORS_KEY ||
    (key.startsWith(ERRORS_KEY) && /^\d{1,3}$/.test(key.slice(ERRORS_KEY.length)))
  );
}
