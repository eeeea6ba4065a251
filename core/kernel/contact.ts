import { z } from 'zod';
import { optionalText, valueText } from './text.ts';

/** seeds/002 5. */
export const PHONE_MESSAGE = 'Please enter a valid South Sudan phone number';

/**
 * A South Sudanese number in its stored form, '+211' and nine digits; undefined for anything else. The specification's
 * rule (seeds/002 5, decision 30): an optional +211 or 0, then nine digits, spaces ignored.
 */
export function parsePhone(input: string): string | undefined {
  const digits = (valueText(input) ?? '').replace(/\s/g, '');
  const match = /^(?:\+211|0)?(\d{9})$/.exec(digits);
  return match ? `+211${match[1]}` : undefined;
}

/** A phone number as a person types it; it may be empty. */
export const phone = z.codec(z.union([z.string(), z.number()]), z.string(), {
  decode: (input, payload) => {
    const text = String(input);
    if (text.trim() === '') return '';
    const number = parsePhone(text);
    if (number !== undefined) return number;
    payload.issues.push({ code: 'custom', message: PHONE_MESSAGE, input });
    return z.NEVER;
  },
  encode: (value) => value,
});

const emailFormat = z.email();
/** One e-mail address in a form; may be empty. */
export const emailAddress = optionalText('The e-mail address', 200).refine(
  (value) => value === '' || emailFormat.safeParse(value).success,
  { message: 'Enter an e-mail address such as name@example.com.' },
);
