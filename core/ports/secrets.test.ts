import { execFile } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { secureRandom } from './random.ts';
import { findKeyOrigin, openSecrets, secretsOf } from './secrets.ts';

const key = Buffer.alloc(32, 7);
const secrets = secretsOf(key, secureRandom);
const text = fc.string({ unit: 'binary', maxLength: 300 });
const purpose = fc.string({ maxLength: 40 });

function refusalOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}
const unreadable = { kind: 'unavailable', code: 'secret.unreadable' };

describe('encryption', () => {
  it('gives the text back under the same key and purpose alone', () => {
    const other = secretsOf(Buffer.alloc(32, 8), secureRandom);
    fc.assert(
      fc.property(text, purpose, purpose, (plain, given, another) => {
        const encrypted = secrets.encrypt(plain, given);
        expect(secretsOf(key, secureRandom).decrypt(encrypted, given)).toBe(plain);
        expect(refusalOf(() => other.decrypt(encrypted, given))).toMatchObject(unreadable);
        fc.pre(another !== given);
        expect(refusalOf(() => secrets.decrypt(encrypted, another))).toMatchObject(unreadable);
      }),
    );
  });

  it('finds every changed, missing or added character', () => {
    const encrypted = fc.tuple(text, fc.nat(), fc.constantFrom('', 'A', 'z', '=', '.', '\0'));
    fc.assert(
      fc.property(encrypted, fc.boolean(), ([plain, at, put], replaces) => {
        const whole = secrets.encrypt(plain, 'test');
        const place = at % whole.length;
        const damaged = whole.slice(0, place) + put + whole.slice(place + (replaces ? 1 : 0));
        fc.pre(damaged !== whole);
        expect(refusalOf(() => secrets.decrypt(damaged, 'test'))).toMatchObject(unreadable);
        const cut = whole.slice(0, place);
        expect(refusalOf(() => secrets.decrypt(cut, 'test'))).toMatchObject(unreadable);
      }),
    );
  });

  it('refuses any other text', () => {
    fc.assert(
      fc.property(text, (foreign) => {
        expect(refusalOf(() => secrets.decrypt(foreign, 'test'))).toMatchObject(unreadable);
      }),
    );
  });

  it('differs each time, and has a format and a key that later versions recognise', () => {
    const one = secrets.encrypt('voucher', 'test');
    expect(one).not.toBe(secrets.encrypt('voucher', 'test'));
    const stored = 'v1.47e0251253ef292d.CQkJCQkJCQkJCQkJjHlJ45SoaY2ir7ZlSBXC6zwGA1Nip7o';
    expect(secrets.decrypt(stored, 'test')).toBe('voucher');
    expect(one.slice(0, 20)).toBe(stored.slice(0, 20));
    const kept = openSecrets({ secretKey: key.toString('hex'), dataDir: '/nowhere' }, secureRandom);
    expect(kept.fingerprint).toBe(secrets.fingerprint);
  });

  it('names both keys, and repeats neither the text nor a key', () => {
    const other = secretsOf(Buffer.alloc(32, 8), secureRandom);
    const { message } = refusalOf(() =>
      other.decrypt(secrets.encrypt('voucher', 'test'), 'test'),
    ) as Error;
    expect(message).toContain(`another key than the one in use (${other.fingerprint})`);
    expect(message).toContain('ISP_SECRET_KEY');
    expect(message).not.toContain(key.toString('hex'));
  });
});

describe('hashes', () => {
  it('are equal for the same key, purpose and text alone', () => {
    const other = secretsOf(Buffer.alloc(32, 8), secureRandom);
    fc.assert(
      fc.property(text, text, purpose, purpose, (plain, another, given, foreign) => {
        const hash = secrets.hash(plain, given);
        expect(hash).toHaveLength(32);
        expect(secretsOf(key, secureRandom).hash(plain, given)).toEqual(hash);
        expect(other.hash(plain, given)).not.toEqual(hash);
        expect(secrets.hash(another, given).equals(hash)).toBe(
          Buffer.from(another).equals(Buffer.from(plain)),
        );
        expect(secrets.hash(plain, foreign).equals(hash)).toBe(foreign === given);
      }),
    );
    expect(secrets.hash('b', 'a\0')).not.toEqual(secrets.hash('\0b', 'a'));
  });

  it('stay the same in later versions', () => {
    expect(secrets.hash('7K3MWXQ2RT9B', 'voucher').toString('hex')).toBe(
      '56ae63365fb4875cfaf853953968dc5fc0ec23ef7f3a6f8b48a2a22c2539c539',
    );
  });
});

describe('the key of an installation', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'nimule-key-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const open = (dataDir: string) => openSecrets({ secretKey: undefined, dataDir }, secureRandom);
  const place = (name: string) => {
    const dataDir = join(folder, name);
    mkdirSync(dataDir);
    return { dataDir, file: join(dataDir, 'secret.key') };
  };

  it('is a file for its owner alone that is made when it is first used, not before', () => {
    const dataDir = join(folder, 'new', 'data');
    const opened = open(dataDir);
    expect(findKeyOrigin({ secretKey: undefined, dataDir })).toEqual({
      source: 'file',
      path: join(dataDir, 'secret.key'),
    });
    expect(refusalOf(() => opened.decrypt('v1.x.y', 'test'))).toMatchObject(unreadable);
    expect(existsSync(dataDir)).toBe(false);
    const encrypted = opened.encrypt('voucher', 'test');
    expect(readdirSync(dataDir)).toEqual(['secret.key']);
    expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600);
    expect(open(dataDir).decrypt(encrypted, 'test')).toBe('voucher');
    expect(findKeyOrigin({ secretKey: undefined, dataDir }).fingerprint).toBe(opened.fingerprint);
  });

  it('is not used where ISP_SECRET_KEY is set', () => {
    const { dataDir, file } = place('unused');
    const settings = { secretKey: key.toString('hex'), dataDir };
    expect(openSecrets(settings, secureRandom).fingerprint).toBe(secrets.fingerprint);
    expect(findKeyOrigin(settings)).toEqual({
      source: 'environment',
      fingerprint: secrets.fingerprint,
    });
    expect(existsSync(file)).toBe(false);
  });

  it('is one for several processes that start at once', async () => {
    const { dataDir } = place('raced');
    const program = `import { openSecrets } from ${JSON.stringify(fileURLToPath(new URL('./secrets.ts', import.meta.url)))};
      import { randomBytes } from 'node:crypto';
      const { fingerprint } = openSecrets({ dataDir: process.argv[1] }, { bytes: randomBytes });
      process.stdout.write(fingerprint);`;
    const args = ['--import', 'tsx', '-C', 'nimule-source', '--input-type=module'];
    const started = await Promise.all(
      Array.from({ length: 3 }, () =>
        promisify(execFile)(process.execPath, [...args, '-e', program, dataDir]),
      ),
    );
    expect(new Set(started.map(({ stdout }) => stdout))).toEqual(
      new Set([open(dataDir).fingerprint]),
    );
    expect(readdirSync(dataDir)).toEqual(['secret.key']);
  });

  it.skipIf(process.platform === 'win32')('is refused when others may read it', () => {
    const { dataDir, file } = place('shared');
    const { fingerprint } = open(dataDir);
    for (const mode of [0o640, 0o604, 0o660]) {
      chmodSync(file, mode);
      const refusal = {
        kind: 'unavailable',
        message: expect.stringContaining(`chmod 600 ${file}`),
      };
      expect(refusalOf(() => open(dataDir).fingerprint)).toMatchObject(refusal);
      expect(refusalOf(() => findKeyOrigin({ secretKey: undefined, dataDir }))).toMatchObject(
        refusal,
      );
    }
    chmodSync(file, 0o400);
    expect(open(dataDir).fingerprint).toBe(fingerprint);
  });

  it('is never replaced: a damaged file, a directory and a link to nothing are refused', () => {
    const { dataDir, file } = place('damaged');
    for (const content of ['', 'f'.repeat(63), 'x'.repeat(100_000)]) {
      writeFileSync(file, content, { mode: 0o600 });
      expect(refusalOf(() => open(dataDir).fingerprint)).toMatchObject({
        code: 'secret.keyUnusable',
        message: expect.stringContaining('holds no key'),
      });
      expect(readFileSync(file, 'utf8')).toBe(content);
    }
    rmSync(file);
    mkdirSync(file);
    expect(refusalOf(() => open(dataDir).fingerprint)).toMatchObject({ kind: 'unavailable' });
    rmSync(file, { recursive: true });
    symlinkSync(join(folder, 'no', 'such'), file);
    expect(refusalOf(() => open(dataDir).fingerprint)).toMatchObject({ kind: 'unavailable' });
  });

  it('says so where the data directory cannot hold it', () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    expect(refusalOf(() => open(file).fingerprint)).toMatchObject({ code: 'dataDir.unusable' });
  });
});
