import { z } from 'zod';
import { contactNumber, PHONE_MESSAGE, parsePhone } from './phone.ts';
import { optionalText } from './text.ts';

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

/** A telephone number of somebody who may be abroad; may be empty (`contactNumber`). */
export function contactPhone(max = 40) {
  const text = optionalText('The telephone number', max);
  return z.codec(text, z.string(), {
    decode: (typed) => contactNumber(typed),
    encode: (value) => value,
  });
}

const emailFormat = z.email();
/** One e-mail address in a form; may be empty. */
export const emailAddress = optionalText('The e-mail address', 200).refine(
  (value) => value === '' || emailFormat.safeParse(value).success,
  { message: 'Enter an e-mail address such as name@example.com.' },
);
