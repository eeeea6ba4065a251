import { z } from 'zod';
import { unchanged } from './encode.ts';
import { normaliseText, oneLine, PLAIN, valueText, visiblePart } from './plain-text.ts';

export {
  detachedCopy,
  headerKey,
  normaliseText,
  oneLine,
  searchKey,
  valueText,
  visiblePart,
} from './plain-text.ts';

/** Accepted length before normalisation, which removes spaces and control characters. */
const roomFor = (max: number) => 4 * max + 1000;

const textOf = (normalise: (input: string) => string, min: number, max: number, label: string) =>
  z.codec(z.union([z.string(), z.number()]), z.string(), {
    decode: (input, payload) => {
      const text = String(input);
      const value = text.length > roomFor(max) ? undefined : normalise(text);
      if (value === undefined || (value.length > max && [...value].length > max)) {
        payload.issues.push({
          code: 'custom',
          message: `${label} can have at most ${max} characters.`,
          input,
        });
        return z.NEVER;
      }
      if (value.length < min) {
        payload.issues.push({ code: 'custom', message: `${label} is required.`, input });
        return z.NEVER;
      }
      if (min > 0 && !PLAIN.test(value) && visiblePart(value) === '') {
        const message = `${label} needs at least one letter that can be seen.`;
        payload.issues.push({ code: 'custom', message, input });
        return z.NEVER;
      }
      return value;
    },
    encode: unchanged,
  });

/** A required single-line text of at most `max` characters; `label` names it in messages. */
export function requiredText(label: string, max = 200) {
  return textOf(oneLine, 1, max, label);
}

/** A single-line text that may be empty. */
export function optionalText(label: string, max = 500) {
  return textOf(oneLine, 0, max, label);
}

/** What a payment is found by on a statement of its account; it may be empty, but '-' finds nothing (decision 98). */
export function paymentReference(max = 200) {
  return optionalText('The reference', max).refine(
    (value) => value === '' || /[\p{L}\p{N}]/u.test(value),
    { message: 'The reference needs a letter or a digit: leave it empty if there is none.' },
  );
}

/** As `requiredText`, with line breaks: a reason. */
export function requiredLines(label: string, max = 500) {
  return textOf(normaliseText, 1, max, label);
}

/** As `optionalText`, with line breaks: notes. */
export function optionalLines(label: string, max = 500) {
  return textOf(normaliseText, 0, max, label);
}

/** An integer that may be sent as text ('50', ' 50 ', 50). */
export function wholeNumber(label: string, min = 0, max = 1_000_000_000) {
  return z.codec(z.union([z.number(), z.string()]), z.number(), {
    decode: (input, payload) => {
      const text = valueText(String(input)) ?? '';
      const value = /^[+-]?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
      if (!Number.isSafeInteger(value) || value < min || value > max) {
        payload.issues.push({
          code: 'custom',
          message: `${label} must be a whole number from ${min} to ${max}.`,
          input,
        });
        return z.NEVER;
      }
      return value;
    },
    encode: unchanged,
  });
}

/** The version of a record that a change is based on; a stale one is refused. */
export const recordVersion = wholeNumber('The version', 1).optional();

const YES = ['true', '1', 'yes', 'y', 'on'];
const NO = ['false', '0', 'no', 'n', 'off', ''];

/** A boolean, or a text that stands for one. */
export const yesNo = z.codec(z.union([z.boolean(), z.string()]), z.boolean(), {
  decode: (input, payload) => {
    if (typeof input === 'boolean') return input;
    const text = valueText(input)?.toLowerCase();
    if (text !== undefined && YES.includes(text)) return true;
    if (text !== undefined && NO.includes(text)) return false;
    payload.issues.push({ code: 'custom', message: 'Answer yes or no.', input });
    return z.NEVER;
  },
  encode: unchanged,
});

/** The id of a record in a path or a body, from 1. */
export const recordId = wholeNumber('The id', 1, 999_999_999_999_999);

/** The parameters of an address such as `/api/customers/:id`. */
export const idParams = z.object({ id: recordId });
