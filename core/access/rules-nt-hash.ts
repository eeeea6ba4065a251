/**
 * MD4 (RFC 1320), which OpenSSL 3 has no more: MS-CHAP, with which routers sign PPPoE in, needs it. It protects nothing: who has
 * the hash of a password can sign in with it.
 */

const rotated = (value: number, bits: number) => (value << bits) | (value >>> (32 - bits));

/** Order of the words and bits of rotation of each round, and its constant. */
const rounds = [
  {
    order: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    shifts: [3, 7, 11, 19],
    constant: 0,
    mix: (x: number, y: number, z: number) => (x & y) | (~x & z),
  },
  {
    order: [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15],
    shifts: [3, 5, 9, 13],
    constant: 0x5a827999,
    mix: (x: number, y: number, z: number) => (x & y) | (x & z) | (y & z),
  },
  {
    order: [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15],
    shifts: [3, 9, 11, 15],
    constant: 0x6ed9eba1,
    mix: (x: number, y: number, z: number) => x ^ y ^ z,
  },
] as const;

/** The text in whole blocks of 64 bytes: a 1 bit, zeros, and its length in bits. */
function padded(text: Uint8Array): DataView {
  const length = Math.ceil((text.length + 9) / 64) * 64;
  const bytes = new Uint8Array(length);
  bytes.set(text);
  bytes[text.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setBigUint64(length - 8, BigInt(text.length) * 8n, true);
  return view;
}

/** The 16 bytes of MD4 over some bytes. Source: RFC 1320. */
export function md4(text: Uint8Array): Uint8Array {
  const view = padded(text);
  let state: [number, number, number, number] = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476];
  for (let block = 0; block < view.byteLength; block += 64) {
    let [a, b, c, d] = state;
    for (const { order, shifts, constant, mix } of rounds) {
      for (const [step, word] of order.entries()) {
        const sum = a + mix(b, c, d) + view.getUint32(block + word * 4, true) + constant;
        [a, b, c, d] = [d, rotated(sum | 0, shifts[step % 4]!), b, c];
      }
    }
    state = [state[0] + a, state[1] + b, state[2] + c, state[3] + d].map((sum) => sum | 0) as never;
  }
  const digest = new DataView(new ArrayBuffer(16));
  for (const [place, word] of state.entries()) digest.setUint32(place * 4, word, true);
  return new Uint8Array(digest.buffer);
}

/** What MS-CHAP compares instead of a password: MD4 over its UTF-16 text. Source: RFC 2433, section A.3. */
export function ntHash(password: string): Uint8Array {
  const text = new Uint8Array(password.length * 2);
  const view = new DataView(text.buffer);
  for (let place = 0; place < password.length; place += 1)
    view.setUint16(place * 2, password.charCodeAt(place), true);
  return md4(text);
}
