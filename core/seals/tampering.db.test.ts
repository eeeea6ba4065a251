import { type SealedLog, sealedLog } from '@nimule/fixtures/testing/audit';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { verifySeals } from './service-verify.ts';

let app: TestApp;
let log: SealedLog;
const ctx = () => contextOf(app);
beforeAll(async () => {
  app = await createTestApp('2026-11-21T08:00:00Z');
  log = sealedLog(app);
});
afterAll(() => app.close());
beforeEach(() => log.empty());

describe('the tables refuse', () => {
  test.each([
    `update audit_log set summary = 'x' where id = 5`,
    'delete from audit_log where id = 5',
    'truncate audit_log',
    `update audit_seals set lines = 9 where id = 2`,
    'delete from audit_seals where id = 3',
    'truncate audit_seals',
  ])('%s', async (statement) => {
    await log.threeSeals();
    await expect(app.pool.query(statement)).rejects.toMatchObject({ code: '23001' });
    expect((await verifySeals(ctx())).isSound).toBe(true);
  });

  test('a seal that does not follow the newest', async () => {
    const [, second, third] = await log.threeSeals();
    const insert = (id: number, previous: string, first: number, kind = 'usual') =>
      app.pool.query(
        `insert into audit_seals (id, kind, line_format, first_line, last_line, lines, root, previous, hash, sealed_at)
         values ($1, $4, 1, $3::bigint, $3::bigint + 10, 1, repeat('a', 64), $2, repeat('b', 64), now())`,
        [id, previous, first, kind],
      );
    const follows = { constraint: 'audit_seals_follows' };
    await expect(insert(5, third.hash, 13)).rejects.toMatchObject(follows);
    await expect(insert(4, second.hash, 13)).rejects.toMatchObject(follows);
    await expect(insert(4, third.hash, 14)).rejects.toMatchObject(follows);
    await expect(insert(4, '', 13)).rejects.toMatchObject({ constraint: 'audit_seals_first' });
    await expect(insert(0, '', 1)).rejects.toMatchObject({ constraint: 'audit_seals_first' });
    await expect(insert(3, second.hash, 8)).rejects.toMatchObject({ code: '23505' });
    const upgrade = insert(4, third.hash, 13, 'upgrade');
    await expect(upgrade).rejects.toMatchObject({ constraint: 'audit_seals_upgrade' });
  });
});

/** One line of the same number of lines, by the owner, who knows how. */
const insertLine = (id: number) =>
  `insert into audit_log (id, at, actor_kind, actor_name, action, entity, entity_id) overriding system value
   values (${id}, now(), 'system', 'x', 'x', 'x', 'x')`;
const range2 = 'lines 4 to 7, which seal 2 covers';

describe('what an owner of the database changes is found', () => {
  const columns: [string, string][] = [
    ['at', `at + interval '1 microsecond'`],
    ['actor_kind', `'staff'`],
    ['actor_id', '7'],
    ['actor_name', `'Somebody'`],
    ['actor_username', `''`],
    ['origin', `'192.0.2.1'`],
    ['action', `'thing.stop'`],
    ['entity', `'thing '`],
    ['entity_id', `'9'`],
    ['summary', `'x'`],
    ['before', `'null'`],
    ['after', 'null'],
    ['format', '1'],
  ];
  test('the table has no column that is not sealed', async () => {
    const { rows } = await app.pool.query(`select attname::text as name from pg_attribute
      where attrelid = 'audit_log'::regclass and attnum > 0 and not attisdropped order by 1`);
    const known = ['id', ...columns.map(([name]) => name)].sort();
    expect(rows.map(({ name }) => name)).toEqual(known);
  });

  test.each(columns)('a change of %s', async (column, value) => {
    await log.threeSeals();
    await log.asOwner(`update audit_log set ${column} = ${value} where id = 5`);
    expect((await verifySeals(ctx())).problems).toEqual([
      `At least one line was changed among ${range2}; their number is the same (4).`,
    ]);
  });

  test.each([
    [
      'a line taken out',
      ['delete from audit_log where id = 5'],
      `1 line removed from ${range2}: 4 were sealed, 3 are there.`,
    ],
    [
      'the first line taken out',
      ['delete from audit_log where id = 1'],
      '1 line removed from lines 1 to 3',
    ],
    [
      'a line before the first',
      [insertLine(-3)],
      '1 line added to lines 1 to 3, which seal 1 covers: 3 were sealed, 4 are there.',
    ],
    [
      'one taken out and another put in',
      ['delete from audit_log where id = 5', insertLine(5)],
      `At least one line was changed among ${range2}`,
    ],
    ['a seal changed', ['update audit_seals set lines = 3 where id = 2'], 'Seal 2 was changed'],
    [
      'a seal made later',
      [`update audit_seals set sealed_at = sealed_at + interval '1 hour' where id = 2`],
      'Seal 2 was changed',
    ],
    ['a seal taken out', ['delete from audit_seals where id = 2'], 'Seal 2 is missing.'],
    ['the first seal taken out', ['delete from audit_seals where id = 1'], 'Seal 1 is missing.'],
  ])('%s', async (_, statements, problem) => {
    await log.threeSeals();
    await log.asOwner(...statements);
    const result = await verifySeals(ctx());
    expect(result.isSound).toBe(false);
    expect(result.problems).toEqual([expect.stringContaining(problem)]);
  });

  test('all seals made anew, by a copy kept elsewhere alone', async () => {
    const [, second, third] = await log.threeSeals();
    await log.asOwner('delete from audit_seals', `update audit_log set summary = 'x' where id = 5`);
    await log.seal();
    await log.write('later');
    await log.seal();
    expect((await verifySeals(ctx())).isSound).toBe(true);
    const problems = async (copy: { seal: number | undefined; hash: string }) =>
      (await verifySeals(ctx(), { against: [copy] })).problems;
    expect(await problems({ seal: 2, hash: second.hash })).toEqual([
      `Seal 2 is not the one that was kept elsewhere (${second.copy}): it, or one before it, was made anew.`,
    ]);
    expect(await problems({ seal: 3, hash: third.hash })).toEqual([
      `The copy kept elsewhere (${third.copy}) is missing here: the newest is seal 2.`,
    ]);
    expect(await problems({ seal: undefined, hash: third.hash })).toEqual([
      `No seal has the hash ${third.hash} of the copy.`,
    ]);
  });

  test('the newest seals taken away, by a copy kept elsewhere alone', async () => {
    const [, , third] = await log.threeSeals();
    const against = [{ seal: 3, hash: third.hash }];
    expect((await verifySeals(ctx(), { against })).isSound).toBe(true);
    await log.asOwner('delete from audit_seals where id = 3');
    expect(await verifySeals(ctx())).toMatchObject({ isSound: true, unsealed: 5 });
    expect((await verifySeals(ctx(), { against })).problems[0]).toContain('is missing here');
  });
});
