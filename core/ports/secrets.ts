import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync } from 'node:crypto';
import type { Config } from '../config.ts';
import { AppError } from '../kernel/errors.ts';
import type { Random } from './random.ts';
import { keyFileOf, makeKeyFile, readKeyFile } from './secret-file.ts';

/**
 * Encrypts what must be readable but not stolen with a dump. The key is not in the database: ISP_SECRET_KEY, or a file
 * in the data directory that is made when the key is first needed.
 */
export interface Secrets {
  /** 16 hexadecimal digits that identify the key and reveal nothing of it. */
  readonly fingerprint: string;
  /** The same of the key that is there, whatever the database's is: reading it makes none. Undefined where there is none. */
  readonly held: string | undefined;
  /** `purpose` is what the text is and whose, such as 'device.password:17': it decrypts under the same purpose alone. */
  encrypt(text: string, purpose: string): string;
  /**
   * @throws AppError unavailable secret.unreadable for a text that another key or another purpose encrypted, or that is
   *   damaged.
   */
  decrypt(encrypted: string, purpose: string): string;
  /**
   * 32 bytes by which a text is found again that is stored encrypted: equal for the same key, purpose and text, and of no
   * use without the key. `purpose` is what the text is, such as 'voucher'.
   */
  hash(text: string, purpose: string): Buffer;
}

/** Where the key comes from, and what identifies it; a file that does not exist yet has no fingerprint. */
export interface KeyOrigin {
  source: 'environment' | 'file';
  /** The file, for that source. */
  path?: string;
  fingerprint?: string;
}

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const FORMAT = 'v1';
const FINGERPRINT_LABEL = 'nimule key fingerprint v1\0';
const CIPHER_LABEL = 'nimule secrets v1';
const HASH_LABEL = 'nimule look-ups v1';

/** The first 16 hexadecimal digits of SHA-256 over a label and the key. */
function fingerprintOf(key: Buffer): string {
  return createHash('sha256').update(FINGERPRINT_LABEL).update(key).digest('hex').slice(0, 16);
}

/** The format is authenticated together with the purpose. */
function associatedData(purpose: string): Buffer {
  return Buffer.from(`${CIPHER_LABEL}\0${purpose}`, 'utf8');
}

function unreadable(reason: string, cause?: unknown): AppError {
  const message = `A stored secret cannot be decrypted: ${reason}. ISP_SECRET_KEY, or the file secret.key in the data directory, must be the one of the time when it was stored; isp doctor names the key in use.`;
  return new AppError('unavailable', 'secret.unreadable', message, { cause });
}

/**
 * Encryption with a key of 32 bytes: AES-256-GCM with a random nonce. The text is
 * 'v1.<fingerprint of the key>.<nonce, ciphertext and tag in base64url>'.
 */
export function secretsOf(key: Buffer, random: Random): Secrets {
  const fingerprint = fingerprintOf(key);
  const cipherKey = Buffer.from(hkdfSync('sha256', key, '', CIPHER_LABEL, KEY_BYTES));
  const hashKey = Buffer.from(hkdfSync('sha256', key, '', HASH_LABEL, KEY_BYTES));
  const options = { authTagLength: TAG_BYTES };
  return {
    fingerprint,
    held: fingerprint,
    hash(text, purpose) {
      // The length keeps apart what purpose and text end and begin with.
      const label = `${Buffer.byteLength(purpose)}\0${purpose}\0`;
      return createHmac('sha256', hashKey).update(label).update(text, 'utf8').digest();
    },
    encrypt(text, purpose) {
      const nonce = random.bytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, cipherKey, nonce, options);
      cipher.setAAD(associatedData(purpose));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      const sealed = Buffer.concat([nonce, body, cipher.getAuthTag()]);
      return `${FORMAT}.${fingerprint}.${sealed.toString('base64url')}`;
    },
    decrypt(encrypted, purpose) {
      const [format, encryptedWith, encoded = '', ...rest] = encrypted.split('.', 4);
      if (format !== FORMAT || rest.length > 0) throw unreadable('its form is not known');
      if (encryptedWith !== fingerprint) {
        throw unreadable(`it was encrypted with another key than the one in use (${fingerprint})`);
      }
      const sealed = Buffer.from(encoded, 'base64url');
      // Node skips characters that are not base64url: only the exact text is accepted.
      if (sealed.length < NONCE_BYTES + TAG_BYTES || sealed.toString('base64url') !== encoded)
        throw unreadable('it is damaged');
      const nonce = sealed.subarray(0, NONCE_BYTES);
      const decipher = createDecipheriv(CIPHER, cipherKey, nonce, options);
      decipher.setAAD(associatedData(purpose));
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
      try {
        const body = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES));
        return Buffer.concat([body, decipher.final()]).toString('utf8');
      } catch (error) {
        throw unreadable('it is damaged, or belongs to another record', error);
      }
    },
  };
}

type KeySettings = Pick<Config, 'secretKey' | 'dataDir'>;

/**
 * Throws where the key with this fingerprint may not be used with the opened database (decision 83); undefined: there is
 * no key, and one would be made.
 */
export type KeyGuard = (fingerprint: string | undefined) => void;

/**
 * The secrets of this installation. The key is read when it is first used, and the file made then if there is none: the
 * server uses it at its start, so that a command that only reads never makes it. `decrypt` makes no file. `guard` is asked
 * at each use.
 * @throws AppError unavailable on first use, when the file cannot be read or made, is damaged, or others may read it.
 */
export function openSecrets(
  { secretKey, dataDir }: KeySettings,
  random: Random,
  guard: KeyGuard = () => {},
): Secrets {
  let opened: Secrets | undefined;
  const open = (mayMake: boolean): Secrets => {
    if (!opened) {
      const key = secretKey ? Buffer.from(secretKey, 'hex') : readKeyFile(dataDir);
      if (!key) {
        guard(undefined);
        if (!mayMake) throw unreadable('there is no key yet');
      }
      opened = secretsOf(key ?? makeKeyFile(dataDir, random), random);
    }
    guard(opened.fingerprint);
    return opened;
  };
  return {
    get fingerprint() {
      return open(true).fingerprint;
    },
    get held() {
      return opened?.fingerprint ?? findKeyOrigin({ secretKey, dataDir }).fingerprint;
    },
    encrypt: (text, purpose) => open(true).encrypt(text, purpose),
    decrypt: (encrypted, purpose) => open(false).decrypt(encrypted, purpose),
    hash: (text, purpose) => open(true).hash(text, purpose),
  };
}

/**
 * Where the key comes from, without making one.
 * @throws AppError unavailable when the file cannot be read, is damaged, or others may read it.
 */
export function findKeyOrigin({ secretKey, dataDir }: KeySettings): KeyOrigin {
  if (secretKey)
    return { source: 'environment', fingerprint: fingerprintOf(Buffer.from(secretKey, 'hex')) };
  const key = readKeyFile(dataDir);
  const origin = { source: 'file', path: keyFileOf(dataDir) } as const;
  return key ? { ...origin, fingerprint: fingerprintOf(key) } : origin;
}
