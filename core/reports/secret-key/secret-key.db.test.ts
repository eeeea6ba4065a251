import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contextOf, createMarkedApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { constraints } from '../../constraints.ts';
import { toAppError } from '../../database/errors.ts';
import { cents } from '../../kernel/money.ts';
import { createNode } from '../../network/nodes/service.ts';
import { secureRandom } from '../../ports/random.ts';
import { openSecrets, secretsOf } from '../../ports/secrets.ts';
import { createBundle } from '../../vouchers/bundles/service.ts';
import { sellVouchers } from '../../vouchers/sales/service.ts';
import { listVouchers } from '../../vouchers/sales/service-list.ts';
import { acceptLostKey, findKeyState, findLostKey, guardOf, recordSecretKey } from './service.ts';

let app: TestApp;
let folder: string;
const ctx = () => contextOf(app);
const right = secretsOf(Buffer.alloc(32, 7), secureRandom);
const wrong = secretsOf(Buffer.alloc(32, 8), secureRandom);
const use = (secrets: typeof right) => {
  app.ports = { ...app.ports, secrets };
};

let bundleId: number;
const sell = () => sellVouchers(ctx(), { bundleId, quantity: 2 });
const list = async () => (await listVouchers(ctx(), { page: 1, pageSize: 10 })).rows;

const recorded = async () =>
  (await app.pool.query('select fingerprint from secret_key')).rows.map((row) => row.fingerprint);

beforeAll(async () => {
  app = await createMarkedApp();
  const bundle = { name: 'Weekly 5 GB', dataAllowanceMB: 5120, validityDays: 7 } as const;
  const input = { ...bundle, priceUsd: cents(5_00), bundleType: 'data' } as const;
  bundleId = (await createBundle(ctx(), input)).id;
  folder = mkdtempSync(join(tmpdir(), 'nimule-key-'));
});
afterEach(() => use(right));
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

describe('a database without a fingerprint', () => {
  test('takes any key while nothing is encrypted', async () => {
    expect(await recorded()).toEqual([]);
    expect(await findKeyState(app)).toMatchObject({ recorded: undefined, problem: undefined });
    use(wrong);
    expect((await findKeyState(app)).problem).toBeUndefined();
  });

  test('keeps the one of the first text that is encrypted, and refuses texts of another', async () => {
    await sell();
    expect(await recorded()).toEqual([right.fingerprint]);
    use(wrong);
    const error = await sell().catch((cause: unknown) => toAppError(cause, constraints));
    expect(error).toMatchObject({ kind: 'unavailable', code: 'secret.otherKey' });
    const node = { name: 'Bor', location: 'Bor', address: '10.0.0.1', capacity: 10 } as const;
    const snmp = { version: 'v2c', community: 'public' } as const;
    await expect(createNode(ctx(), { ...node, type: 'core', snmp })).rejects.toMatchObject({
      code: 'secret.otherKey',
    });
    use(right);
    expect(await list()).toHaveLength(2);
  });

  test('takes, after an upgrade, only a key that decrypts what is stored', async () => {
    await app.pool.query('delete from secret_key');
    expect((await findKeyState(app)).problem).toBeUndefined();
    use(wrong);
    expect((await findKeyState(app)).problem?.message).toContain(
      `the key of fingerprint ${right.fingerprint} (2 vouchers)`,
    );
    use(right);
    // The same fingerprint alone is no proof.
    const { rows } = await app.pool.query('select id, code_encrypted from vouchers order by id');
    await app.pool.query('alter table vouchers disable trigger user');
    const damaged = `${rows[1].code_encrypted.slice(0, -4)}AAAA`;
    const set = (text: string) =>
      app.pool.query('update vouchers set code_encrypted = $1 where id = $2', [text, rows[1].id]);
    await set(damaged);
    expect((await findKeyState(app)).problem).toMatchObject({ code: 'secret.otherKey' });
    await set(rows[1].code_encrypted);
    await app.pool.query('alter table vouchers enable trigger user');
    await guardOf(app, { mayRecord: false });
    expect(await recorded()).toEqual([]);
    await guardOf(app, { mayRecord: true });
    expect(await recorded()).toEqual([right.fingerprint]);
    expect(await recordSecretKey(app)).toBe(right.fingerprint);
  });
});

describe('a database with a fingerprint', () => {
  test('refuses another key wherever it is used, with both fingerprints and what to do', async () => {
    use(wrong);
    await expect(recordSecretKey(app)).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'secret.otherKey',
    });
    const guard = await guardOf(app, { mayRecord: false });
    const key = Buffer.alloc(32, 8).toString('hex');
    const opened = openSecrets({ secretKey: key, dataDir: folder }, secureRandom, guard);
    for (const work of [
      () => opened.fingerprint,
      () => opened.encrypt('a', 'b'),
      () => opened.hash('a', 'b'),
      () => opened.decrypt(wrong.encrypt('a', 'b'), 'b'),
    ]) {
      expect(work).toThrow(right.fingerprint);
      expect(work).toThrow(wrong.fingerprint);
      expect(work).toThrow(/ISP_SECRET_KEY.*secret\.key.*isp secrets accept-lost-key/s);
    }
  });

  test('makes no key where there is none', async () => {
    const dataDir = join(folder, 'none');
    app.config = { ...app.config, dataDir };
    const none = openSecrets({ secretKey: undefined, dataDir }, secureRandom);
    use(none);
    const guard = await guardOf(app, { mayRecord: false });
    const guarded = openSecrets({ secretKey: undefined, dataDir }, secureRandom, guard);
    expect(() => guarded.encrypt('a', 'b')).toThrow(/there is no key here/);
    expect(() => guarded.hash('a', 'b')).toThrow(right.fingerprint);
    expect(guarded.held).toBeUndefined();
    expect(readdirSync(folder)).toEqual([]);
  });

  test('accepts a lost key after naming what is lost; the audit log keeps it', async () => {
    expect(await findLostKey(app)).toBeUndefined();
    use(wrong);
    const lost = await findLostKey(app);
    expect(lost).toMatchObject({
      lost: [right.fingerprint],
      losses: [{ what: 'unused vouchers', count: 2 }],
    });
    expect(await acceptLostKey(ctx(), wrong, lost!)).toBe(wrong.fingerprint);
    expect(await recorded()).toEqual([wrong.fingerprint]);
    await sell();
    const { rows } = await app.pool.query(
      "select actor_kind, summary, after from audit_log where action = 'key.accept-lost'",
    );
    expect(rows).toEqual([
      {
        actor_kind: 'shell',
        summary: `The key ${right.fingerprint} is lost; ${wrong.fingerprint} takes its place`,
        after: expect.objectContaining({ lost: [right.fingerprint], 'unused vouchers': 2 }),
      },
    ]);
    // The old codes are listed without their texts, the new ones with them.
    use(wrong);
    expect((await list()).map(({ voucherCode }) => voucherCode !== '').sort()).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });
});
