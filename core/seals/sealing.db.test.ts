import { type SealedLog, sealedLog } from '@nimule/fixtures/testing/audit';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, createPool } from '../database/connect.ts';
import { listSeals, newestSeal, sealByJob, sealLines, sealRestored } from './service.ts';
import { checkSeals, verifySeals } from './service-verify.ts';

let app: TestApp;
let log: SealedLog;
const ctx = () => contextOf(app);
beforeAll(async () => {
  app = await createTestApp('2026-11-21T08:00:00Z');
  log = sealedLog(app);
});
afterAll(() => app.close());
beforeEach(() => log.empty());

describe('sealing', () => {
  test('makes a chain of all lines, each once', async () => {
    expect(await sealByJob(ctx())).toBe('');
    const [first, second, third] = await log.threeSeals();
    expect(first).toMatchObject({
      ...{ id: 1, kind: 'usual', firstLine: 1, lastLine: 3, lines: 3, previous: '' },
      sealedAt: new Date('2026-11-21T08:01:00Z'),
      copy: `seal 1 sha256:${first.hash}`,
    });
    expect(second).toMatchObject({ id: 2, firstLine: 4, lastLine: 7, previous: first.hash });
    expect(third).toMatchObject({ id: 3, firstLine: 8, lastLine: 12, previous: second.hash });
    expect(await sealLines(ctx())).toEqual({ seals: [], isBusy: false });
    const result = await verifySeals(ctx());
    expect(result).toEqual({
      ...{ isSound: true, problems: [], notes: [], seals: 3, lines: 12, unsealed: 0 },
      newest: third.copy,
    });
    await log.write('late');
    expect(await verifySeals(ctx(), { from: 2 })).toMatchObject({
      seals: 2,
      lines: 9,
      unsealed: 1,
    });
    await expect(verifySeals(ctx(), { from: 4 })).rejects.toMatchObject({ kind: 'notFound' });
    await expect(verifySeals(ctx(), { from: 9 })).rejects.toMatchObject({ kind: 'notFound' });
    const page = await listSeals(ctx(), { pageSize: 2, total: true });
    expect([page.total, page.rows.map(({ id }) => id)]).toEqual([3, [3, 2]]);
  });

  test('does not depend on the settings of the session', async () => {
    await log.threeSeals();
    const options =
      '-c timezone=Africa/Juba -c intervalstyle=postgres_verbose -c bytea_output=escape';
    const pool = createPool({ ...app.settings, max: 1, options });
    try {
      expect((await verifySeals({ ...ctx(), db: createDatabase(pool) })).problems).toEqual([]);
    } finally {
      await pool.end();
    }
  });

  test('by two at once makes one seal, the same for both', async () => {
    await log.writeMany(5);
    const results = await Promise.all([1, 2, 3].map(() => sealLines(ctx())));
    expect(results.flatMap(({ seals }) => seals)).toHaveLength(1);
    expect((await verifySeals(ctx())).seals).toBe(1);
  });

  test('logs the newest seal once an hour', async () => {
    const logged: string[] = [];
    const logging = { ...app.log, info: (_: object, text: string) => void logged.push(text) };
    for (const time of ['08:01', '08:02', '09:00', '09:59', '11:00']) {
      app.time.set(`2026-11-21T${time}:00Z`);
      await log.write(time);
      await sealLines({ ...ctx(), log: logging });
    }
    expect(logged.map((text) => /seal \d+/.exec(text)?.[0])).toEqual([
      'seal 1',
      'seal 3',
      'seal 5',
    ]);
    expect(logged[0]).toMatch(/^audit log: seal 1 sha256:[0-9a-f]{64}$/);
  });

  test('seals lines that are older than seals once, and says so', async () => {
    await log.writeMany(4);
    await app.pool.query(
      `insert into settings (name, value, updated_at) values ('auditSealUpgrade', '4', now())`,
    );
    await log.writeMany(2);
    const { seals } = await sealLines(ctx());
    expect(seals.map(({ kind, lines }) => [kind, lines])).toEqual([
      ['upgrade', 4],
      ['usual', 2],
    ]);
    const { notes, isSound } = await verifySeals(ctx());
    expect(isSound).toBe(true);
    expect(notes).toEqual([expect.stringContaining('The 4 lines up to 4 are older than seals')]);
  });

  test('continues after a restore, and says where the chain was cut', async () => {
    const [, second, third] = await log.threeSeals();
    await log.asOwner('delete from audit_seals where id = 3', 'delete from audit_log where id > 7');
    await log.write('restored');
    await sealRestored(ctx(), third);
    expect(await newestSeal(ctx())).toMatchObject({
      ...{ id: 3, kind: 'restore', cutSeal: 3, cutHash: third.hash, previous: second.hash },
    });
    const { isSound, notes } = await verifySeals(ctx(), {
      against: [{ seal: 2, hash: second.hash }],
    });
    expect([isSound, notes]).toEqual([true, [expect.stringContaining(`was ${third.copy}.`)]]);
    const against = [{ seal: 3, hash: third.hash }];
    const [problem] = (await verifySeals(ctx(), { against })).problems;
    expect(problem).toContain('Seal 3 is not the one that was kept elsewhere');
    expect(problem).toContain('the chain was cut after seal 2');
    await log.write('later');
    expect(await log.seal()).toMatchObject({ id: 4, kind: 'usual', cutSeal: null });
  });

  test('tells when lines wait for a seal', async () => {
    expect(await checkSeals(ctx())).toMatchObject({
      isSound: true,
      detail: 'nothing is sealed yet',
    });
    await log.threeSeals();
    app.time.set('2026-11-21T09:00:00Z');
    expect(await checkSeals(ctx())).toMatchObject({
      ...{ isSound: true, isLate: false, detail: 'seal 3 up to line 12 is 57 minutes old' },
    });
    await log.write('waits');
    expect(await checkSeals(ctx())).toMatchObject({ isLate: false });
    app.time.set('2026-11-21T09:11:00Z');
    expect(await checkSeals(ctx())).toMatchObject({
      isLate: true,
      isSound: true,
      detail: expect.stringContaining(
        '68 minutes old; 1 line not sealed, so the job audit.seal does not',
      ),
    });
    await log.asOwner(`update audit_log set summary = 'x' where id = 9`);
    expect(await checkSeals(ctx())).toMatchObject({
      isSound: false,
      detail: expect.stringContaining('seal 3 covers'),
    });
  });
});

describe('a transaction that commits late', () => {
  /** A session that has taken an id of a line and waits. The embedded database has one session: there nobody else gets in. */
  async function withWriter(work: (writer: pg.PoolClient) => Promise<void>): Promise<void> {
    const writer = await app.pool.connect();
    try {
      await writer.query('begin');
      await writer.query(insertText);
      await work(writer);
    } finally {
      await writer.query('rollback').catch(() => {});
      writer.release();
    }
  }
  const insertText = `insert into audit_log (at, actor_kind, actor_name, action, entity, entity_id)
    values (now(), 'system', 'late', 'x', 'x', 'late')`;

  test('is waited for, and its line is sealed with those that were committed before it', async () => {
    if (app.embedded) return;
    await withWriter(async (writer) => {
      await log.writeMany(3);
      let pauses = 0;
      const { seals } = await sealLines(ctx(), async () => {
        pauses += 1;
        if (pauses === 3) await writer.query('commit');
      });
      expect(pauses).toBe(3);
      expect(seals).toMatchObject([{ lines: 4, firstLine: 1, lastLine: 4 }]);
    });
    expect((await verifySeals(ctx())).problems).toEqual([]);
  });

  test('that is rolled back leaves a gap of ids', async () => {
    if (app.embedded) return;
    await withWriter(async (writer) => {
      await log.writeMany(2);
      const { seals } = await sealLines(ctx(), () => writer.query('rollback'));
      expect(seals).toMatchObject([{ lines: 2, firstLine: 1, lastLine: 3 }]);
    });
    expect((await verifySeals(ctx())).problems).toEqual([]);
  });

  test('that goes on for long is left to the next time; nothing is sealed, and no writer waits', async () => {
    if (app.embedded) return;
    await withWriter(async (writer) => {
      await log.writeMany(2);
      const busy = await sealLines(ctx(), () => log.write('meanwhile'));
      expect(busy).toEqual({ seals: [], isBusy: true });
      expect(await newestSeal(ctx())).toBeUndefined();
      await writer.query('commit');
    });
    expect((await log.seal()).lines).toBe(63);
    expect((await verifySeals(ctx())).problems).toEqual([]);
  });

  test('that begins after the newest line is not waited for', async () => {
    if (app.embedded) return;
    await log.writeMany(2);
    let begun: Promise<void> | undefined;
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    await withWriter(async (writer) => {
      const first = sealLines(ctx(), async () => {
        begun ??= withWriter(() => ended);
        await writer.query('commit');
      });
      expect((await first).seals).toMatchObject([{ lines: 2, lastLine: 2 }]);
    });
    end();
    await begun;
  });
});
