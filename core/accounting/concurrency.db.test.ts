import { untilBlocked } from '@nimule/fixtures/testing/databases/waiting';
import { refusal, sale } from '@nimule/fixtures/testing/ledger';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ctx, transact } from '../context.ts';
import { isoMonth } from '../kernel/dates.ts';
import { lockMonth, unlockMonth } from './service.ts';
import { ledgerChecks, runChecks } from './service-check.ts';
import { type PostedEntry, post } from './service-post.ts';

let app: TestApp;
let ctx: Ctx;

beforeAll(async () => {
  app = await createTestApp();
  ctx = contextOf(app);
});
afterAll(() => app.close());

async function postOne(date: string, amount = 100): Promise<PostedEntry> {
  const [entry] = await transact(ctx, (tx) => post(tx, [sale(date, amount)]));
  return entry!;
}

/** A transaction that stays open until it is told to end. */
function held<T>(work: (tx: Ctx) => Promise<T>): {
  begun: Promise<T>;
  end(): void;
  ended: Promise<T>;
} {
  let end = () => {};
  const told = new Promise<void>((resolve) => {
    end = resolve;
  });
  let begin: (value: T) => void;
  let fail: (error: unknown) => void;
  const begun = new Promise<T>((resolve, reject) => {
    begin = resolve;
    fail = reject;
  });
  const ended = transact(ctx, async (tx) => {
    const value = await work(tx);
    begin(value);
    await told;
    return value;
  });
  ended.catch((error) => fail(error));
  return { begun, end, ended };
}

async function expectSound(): Promise<void> {
  const result = await runChecks(ctx, ledgerChecks);
  expect(result.checks.filter((check) => !check.isSound)).toEqual([]);
}

describe('postings at the same moment', () => {
  it('get numbers without gaps, also when some of them fail', async () => {
    const before = await postOne('2026-11-01');
    const first = Number(before.entryNumber.slice(-6)) + 1;
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        transact(ctx, async (tx) => {
          const [entry] = await post(tx, [
            sale(`2026-11-${String(index + 1).padStart(2, '0')}`, 100 + index),
          ]);
          if (index % 5 === 4) throw new Error('the document fails after its posting');
          return entry!.entryNumber;
        }),
      ),
    );
    const numbers = results.flatMap((result) =>
      result.status === 'fulfilled' ? [Number(result.value.slice(-6))] : [],
    );
    expect(numbers.sort((a, b) => a - b)).toEqual(
      Array.from({ length: 16 }, (_, index) => first + index),
    );
    await expectSound();
  });

  it('of several years at once do not deadlock', async () => {
    const years = ['2024', '2025', '2026'];
    await Promise.all(
      Array.from({ length: 12 }, (_, index) => {
        const order = index % 2 === 0 ? years : years.toReversed();
        return transact(ctx, (tx) =>
          post(
            tx,
            order.map((year) => sale(`${year}-03-0${1 + (index % 9)}`, 5)),
          ),
        );
      }),
    );
    await expectSound();
  });
});

describe('a lock and a posting', () => {
  it('the lock waits for a posting under way, which stays; the next one is refused', async () => {
    const posting = held((tx) => post(tx, [sale('2026-08-10', 700)]));
    await posting.begun;
    const lock = lockMonth(ctx, isoMonth('2026-08'));
    await untilBlocked(app);
    posting.end();
    const [entry] = await posting.ended;
    expect(await lock).toMatchObject({ isLocked: true });
    const kept = await app.pool.query('select 1 from journal_entries where id = $1', [entry!.id]);
    expect(kept.rowCount).toBe(1);
    expect(await refusal(postOne('2026-08-11'))).toMatchObject({ code: 'month.locked' });
    await expectSound();
  });

  it('the posting waits for a lock being set and is refused', async () => {
    await postOne('2026-07-01');
    const lock = held((tx) => lockMonth(tx, isoMonth('2026-07')));
    await lock.begun;
    const posting = refusal(postOne('2026-07-10'));
    await untilBlocked(app);
    lock.end();
    await lock.ended;
    expect(await posting).toMatchObject({ kind: 'rule', code: 'month.locked' });
    await unlockMonth(ctx, isoMonth('2026-07'));
    expect(await postOne('2026-07-10')).toBeDefined();
    await expectSound();
  });
});

// On the embedded database two transactions never are under way at once.
if (process.env.NIMULE_TEST_ENGINE !== 'embedded') {
  describe('two sessions at the raw database', () => {
    const line = (id: number, no: number, debit: number, credit: number) =>
      `insert into journal_lines (entry_id, line_no, month, account_code, debit_cents, credit_cents, cash_place)
     values (${id}, ${no}, '2026-11-01', '1110', ${debit}, ${credit}, 'safe')`;

    async function session(): Promise<pg.PoolClient> {
      const client = await app.pool.connect();
      await client.query('begin');
      return client;
    }

    it('cannot slip lines into an entry that is not committed yet', async () => {
      const posting = held((tx) => post(tx, [sale('2026-11-10', 700)]));
      const [entry] = await posting.begun;
      const intruder = await session();
      expect(await refusal(intruder.query(line(entry!.id, 3, 5, 0)))).toMatchObject({
        constraint: 'journal_lines_sealed',
      });
      await intruder.query('rollback; begin');
      const insertion = refusal(intruder.query(line(entry!.id, 1, 5, 0)));
      await untilBlocked(app);
      posting.end();
      await posting.ended;
      expect(await insertion).toMatchObject({ constraint: 'journal_lines_pkey' });
      await intruder.query('rollback');
      intruder.release();
      await expectSound();
    });

    it('cannot make a group of an account while it is first posted to', async () => {
      const lines = sale('2026-11-10', 700).lines.map((item) =>
        item.account === '1110' ? { ...item, account: '1140' } : item,
      );
      const posting = held((tx) => post(tx, [sale('2026-11-10', 700, { lines })]));
      await posting.begun;
      const changer = await session();
      const change = refusal(
        changer.query("update accounts set level = 1, parent_code = '1000' where code = '1140'"),
      );
      await untilBlocked(app);
      posting.end();
      await posting.ended;
      expect(await change).toMatchObject({ constraint: 'accounts_in_use' });
      await changer.query('rollback');
      changer.release();
      await expectSound();
    });
  });
}

/** Rows that the session has read, until they are passed to the statistics of all. */
async function rowsRead({ db }: Ctx): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables`.execute(
    db,
  );
  return rows[0]!.read;
}

describe('a single posting after a bulk run in the same session', () => {
  it('keeps the plan of a small statement', async () => {
    const read = await app.db.connection().execute(async (connection) => {
      const own: Ctx = { ...ctx, db: connection };
      const ofOne = () =>
        transact(own, async (tx) => {
          const before = await rowsRead(tx);
          await post(tx, [sale('2026-11-15', 100)]);
          await sql`set constraints all immediate`.execute(tx.db);
          return (await rowsRead(tx)) - before;
        });
      const most = async () => {
        const counts: number[] = [];
        for (let index = 0; index < 9; index += 1) counts.push(await ofOne());
        return Math.max(...counts);
      };
      const before = await most();
      for (let batch = 0; batch < 2; batch += 1) {
        await transact(own, (tx) =>
          post(
            tx,
            Array.from({ length: 5_000 }, (_, index) => sale('2026-11-15', 100 + index)),
          ),
        );
      }
      return { before, after: await most() };
    });
    expect(read.before).toBeGreaterThan(0);
    // A plan kept from the bulk run reads all of its 20,000 lines each time.
    expect(read.after).toBeLessThan(1000 + 2 * read.before);
    await expectSound();
  });
});
