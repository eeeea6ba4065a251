/** 128 random bits as 32 letters and digits; `crypto.randomUUID` is missing where the portal is served without TLS. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
