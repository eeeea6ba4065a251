/** Codes of vouchers and WiFi: without letters and digits that look alike (decision 26). */
export const CODE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
export const CODE_LENGTH = 12;
const CODE = /^[2-9A-HJKMNP-Z]{12}$/;

/** A new code; `integer` answers a random integer from 0 up to but not including its argument. */
export function makeCode(integer: (below: number) => number): string {
  let code = '';
  for (let place = 0; place < CODE_LENGTH; place += 1)
    code += CODE_ALPHABET[integer(CODE_ALPHABET.length)];
  return code;
}

/** A code as it is shown: XXXX-XXXX-XXXX. */
export function shownCode(code: string): string {
  return `${code.slice(0, 4)}-${code.slice(4, 8)}-${code.slice(8)}`;
}

/** The longest text that is read as a code, with blanks and hyphens. */
const MAX_TYPED = 40;

/** The code that a person typed, in any case, with blanks and hyphens; undefined for a text that is no code. */
export function typedCode(text: string): string | undefined {
  if (text.length > MAX_TYPED) return undefined;
  const code = text.replace(/[\s\p{Pd}]/gu, '').toUpperCase();
  return CODE.test(code) ? code : undefined;
}
