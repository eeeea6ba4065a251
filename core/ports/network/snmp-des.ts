import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const BLOCK = 8;
/** DES is no longer in OpenSSL's usual set; triple DES with the same key three times is the same function. */
const TRIPLE_DES = 'des-ede3-cbc';

interface Engine {
  engineID: Buffer;
}

/** The parts of the library `net-snmp` that know privacy protocols. */
export interface PrivacyLibrary {
  PrivProtocols: Record<string, string>;
  Authentication: { passwordToKey(protocol: string, password: string, engineId: Buffer): Buffer };
  Encryption: { algorithms: Record<string, Record<string, unknown>> };
}

/** The key three times, and the initial vector of a salt (RFC 3414, 8.1.1). */
function keysOf(localised: Buffer, salt: Buffer): { key: Buffer; iv: Buffer } {
  const key = localised.subarray(0, BLOCK);
  const iv = Buffer.from(localised.subarray(BLOCK, 2 * BLOCK).map((byte, at) => byte ^ salt[at]!));
  return { key: Buffer.concat([key, key, key]), iv };
}

/** Replaces the library's DES, which fails with the OpenSSL of Node. */
export function provideDes({ PrivProtocols, Authentication, Encryption }: PrivacyLibrary): void {
  const des = Encryption.algorithms[PrivProtocols.des!]!;
  des.encryptPdu = (
    pdu: Buffer,
    _protocol: string,
    password: string,
    authProtocol: string,
    { engineID }: Engine,
  ) => {
    const salt = Buffer.concat([Buffer.from([0, 0, 0, 1]), randomBytes(4)]);
    const localised = Authentication.passwordToKey(authProtocol, password, engineID);
    const { key, iv } = keysOf(localised, salt);
    const padded = Buffer.concat([pdu, Buffer.alloc((BLOCK - (pdu.length % BLOCK)) % BLOCK)]);
    const cipher = createCipheriv(TRIPLE_DES, key, iv).setAutoPadding(false);
    const encryptedPdu = Buffer.concat([cipher.update(padded), cipher.final()]);
    return { encryptedPdu, msgPrivacyParameters: salt };
  };
  des.decryptPdu = (
    encrypted: Buffer,
    _protocol: string,
    salt: Buffer,
    password: string,
    authProtocol: string,
    { engineID }: Engine,
  ) => {
    if (salt.length !== BLOCK) throw new RangeError('a salt of DES has eight octets');
    const localised = Authentication.passwordToKey(authProtocol, password, engineID);
    const { key, iv } = keysOf(localised, salt);
    const decipher = createDecipheriv(TRIPLE_DES, key, iv).setAutoPadding(false);
    return Buffer.concat([decipher.update(encrypted), decipher.final()]);
  };
}
