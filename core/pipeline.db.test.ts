import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Ctx, transact } from './context.ts';
import { NumberConflict } from './database/errors.ts';
import { AppError } from './kernel/errors.ts';
import { type PipelineStep, transactPipelined } from './pipeline.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  await sql`create table steps (place int primary key)`.execute(app.db);
});
afterEach(() => sql`delete from steps`.execute(app.db));
afterAll(() => app.close());

const LAST = 4;
const isEmbedded = process.env.NIMULE_TEST_ENGINE === 'embedded';

/** Each step writes one row; `before` can make a step fail. */
function counting(
  before: (place: number) => void = () => {},
): PipelineStep<number, number, number> {
  return {
    open: async (tx, place) => {
      await sql`select 1`.execute(tx.db);
      return place;
    },
    write: async (tx, place) => {
      await sql`insert into steps values (${place})`.execute(tx.db);
      before(place);
      return place;
    },
    next: (place) => (place < LAST ? place + 1 : undefined),
  };
}

async function run(step: PipelineStep<number, number, number>, ctx: Ctx = contextOf(app)) {
  const heard: number[] = [];
  const failure = await transactPipelined(ctx, 1, step, (place) => heard.push(place)).catch(
    (error: unknown) => error,
  );
  const rows = await sql<{ place: number }>`select place from steps order by place`.execute(app.db);
  return { heard, failure, written: rows.rows.map(({ place }) => place) };
}

test('steps commit in order and are reported', async () => {
  const all = [1, 2, 3, 4];
  expect(await run(counting())).toEqual({ heard: all, failure: undefined, written: all });
});

test('a failed step is rolled back together with the one opened after it; earlier ones stay committed', async () => {
  const fails = counting((place) => {
    if (place === 3) throw new AppError('rule', 'test', 'No.');
  });
  const outcome = await run(fails);
  expect(outcome).toMatchObject({ heard: [1, 2], failure: { message: 'No.' }, written: [1, 2] });
});

test('inside a transaction all steps join it', async () => {
  const heard: number[] = [];
  const whole = transact(contextOf(app), async (tx) => {
    await transactPipelined(tx, 1, counting(), (place) => heard.push(place));
    throw new AppError('rule', 'test', 'No.');
  });
  await expect(whole).rejects.toThrow('No.');
  expect(heard).toEqual([1, 2, 3, 4]);
  const rows = await sql`select place from steps`.execute(app.db);
  expect(rows.rows).toEqual([]);
});

test('a step that ended in a deadlock is retried from its start', async () => {
  let failures = 0;
  const fails = counting((place) => {
    if (place !== 2 || failures === 2) return;
    failures += 1;
    throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
  });
  const all = [1, 2, 3, 4];
  expect(await run(fails)).toEqual({ heard: all, failure: undefined, written: all });
  expect(failures).toBe(2);
});

describe('the next step', () => {
  /** Writes when the next step is open, and records what each `open` received about the previous one. */
  function overlapping(beforeCommit: (place: number) => void = () => {}) {
    const opened: [place: number, before: number | undefined][] = [];
    const step = counting(beforeCommit);
    const overlaps: typeof step = {
      open: (tx, place, before) => {
        opened.push([place, before]);
        return step.open(tx, place);
      },
      write: async (tx, place) => {
        // The embedded database has one session: the next step opens when this one has ended.
        if (!isEmbedded && place < LAST)
          await vi.waitUntil(() => opened.some(([next]) => next === place + 1));
        return step.write(tx, place);
      },
      next: step.next,
    };
    return { overlaps, opened };
  }

  const all = [1, 2, 3, 4];
  const inOrder = [
    [1, undefined],
    [2, 1],
    [3, 2],
    [4, 3],
  ];

  test('opens once while the previous one is written, and receives what that one opened', async () => {
    const { overlaps, opened } = overlapping();
    expect(await run(overlaps)).toEqual({ heard: all, failure: undefined, written: all });
    expect(opened).toEqual(inOrder);
  });

  test('is rolled back with the previous one', async () => {
    const { overlaps } = overlapping((place) => {
      if (place === 3) throw new AppError('rule', 'test', 'No.');
    });
    const outcome = await run(overlaps);
    expect(outcome).toMatchObject({ heard: [1, 2], failure: { message: 'No.' }, written: [1, 2] });
  });

  test('with conflicting numbers is opened again after the previous one has committed', async () => {
    let failures = 0;
    const { overlaps, opened } = overlapping();
    const overtaken: typeof overlaps = {
      ...overlaps,
      write: async (tx, place) => {
        const written = await overlaps.write(tx, place);
        if (place === 3 && failures === 0) {
          failures += 1;
          throw new NumberConflict();
        }
        return written;
      },
    };
    expect(await run(overtaken)).toEqual({ heard: all, failure: undefined, written: all });
    // The fourth was opened after the third, and again after the third was reopened.
    expect(opened).toEqual([...inOrder, [3, undefined], [4, 3]]);
  });

  test('that fails does not affect the previous one', async () => {
    const { overlaps } = overlapping();
    const fails: typeof overlaps = {
      ...overlaps,
      open: async (tx, place, before) => {
        await overlaps.open(tx, place, before);
        if (place === 3) throw new AppError('rule', 'test', 'No.');
        return place;
      },
    };
    const outcome = await run(fails);
    expect(outcome).toMatchObject({ heard: [1, 2], failure: { message: 'No.' }, written: [1, 2] });
  });
});

test('a commit that the database refuses rolls back its step, with the text of the rule', async () => {
  await sql`create schema other`.execute(app.db);
  await sql`create table other.rules
    (n int constraint invoices_one_a_month unique deferrable initially deferred)`.execute(app.db);
  const step = counting();
  const refused: typeof step = {
    ...step,
    write: async (tx, place) => {
      await sql`insert into other.rules values (${place === 3 ? 2 : place})`.execute(tx.db);
      return step.write(tx, place);
    },
  };
  const outcome = await run(refused);
  expect(outcome).toMatchObject({ heard: [1, 2], written: [1, 2] });
  expect(outcome.failure).toMatchObject({ code: 'invoice.monthBilled' });
});

test('a failing callback leaks no connection', async () => {
  for (let round = 0; round < 30; round += 1) {
    const stop = () => {
      throw new Error('the listener broke');
    };
    await expect(transactPipelined(contextOf(app), 1, counting(), stop)).rejects.toThrow('broke');
    await sql`delete from steps`.execute(app.db);
  }
});
