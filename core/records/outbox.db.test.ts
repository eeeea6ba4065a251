import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Ctx, transact } from '../context.ts';
import {
  drainOutbox,
  type Fact,
  type FactRow,
  purgeOutbox,
  registerConsumer,
  writeOutbox,
} from './outbox.ts';

let app: TestApp;
let ctx: Ctx;

beforeAll(async () => {
  app = await createTestApp();
  ctx = contextOf(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.pool.query('delete from outbox');
  await app.pool.query('delete from outbox_consumers');
  for (const consumer of ['mail', 'sms']) await registerConsumer(ctx, consumer, 'invoice.issued');
});

const write = (fact: Fact, ids: number[], data?: Record<string, unknown>) =>
  transact(ctx, (tx) => writeOutbox(tx, fact, ids, data));

/** Drains the issued invoices, and returns the reported count and the facts received. */
async function drained(consumer: string, batch?: number) {
  const seen: number[] = [];
  const keep = async (_tx: Ctx, facts: FactRow[]) => {
    seen.push(...facts.map(({ entityId }) => entityId));
  };
  return { count: await drainOutbox(ctx, consumer, 'invoice.issued', keep, batch), seen };
}

describe('drainOutbox', () => {
  it('passes each fact once to each consumer, in order and in batches, and no other fact', async () => {
    await write('invoice.issued', [1, 2, 3, 4, 5], { month: '2026-11' });
    await write('payment.recorded', [6]);
    expect(await drained('mail', 2)).toEqual({ count: 5, seen: [1, 2, 3, 4, 5] });
    expect(await drained('mail', 2)).toEqual({ count: 0, seen: [] });
    expect(await drained('sms')).toEqual({ count: 5, seen: [1, 2, 3, 4, 5] });
    await write('invoice.issued', [7]);
    expect(await drained('mail')).toEqual({ count: 1, seen: [7] });
  });

  // The embedded database runs one transaction at a time.
  if (process.env.NIMULE_TEST_ENGINE === 'postgres')
    it('registers after the facts that are being written', async () => {
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      let begun = () => {};
      const written = new Promise<void>((resolve) => {
        begun = resolve;
      });
      const slow = transact(ctx, async (tx) => {
        await writeOutbox(tx, 'invoice.issued', [901]);
        begun();
        await held;
      });
      await written;
      await write('invoice.issued', [902]);
      const registered = registerConsumer(ctx, 'late', 'invoice.issued');
      release();
      await Promise.all([slow, registered]);
      // Either it was committed before the registration, or it is delivered.
      await write('invoice.issued', [903]);
      expect((await drained('late')).seen).toContain(903);
      const { rows } = await app.pool.query(
        `select c.after_id >= o.id as before from outbox_consumers c, outbox o
         where c.consumer = 'late' and o.entity_id = 901`,
      );
      expect(rows).toEqual([{ before: true }]);
    });

  it('passes the written data', async () => {
    await write('invoice.issued', [12], { month: '2026-11' });
    const facts: FactRow[] = [];
    await drainOutbox(ctx, 'mail', 'invoice.issued', async (_tx, some) => void facts.push(...some));
    expect(facts).toMatchObject([
      { fact: 'invoice.issued', entityId: 12, data: { month: '2026-11' } },
    ]);
  });

  it('contains nothing of a change that was rolled back', async () => {
    const undone = transact(ctx, async (tx) => {
      await writeOutbox(tx, 'invoice.issued', [1]);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await drained('mail')).toEqual({ count: 0, seen: [] });
  });

  it('keeps the facts of a consumer that fails, and rolls back its work', async () => {
    await write('invoice.issued', [1, 2, 3]);
    const failing = drainOutbox(
      ctx,
      'mail',
      'invoice.issued',
      async (tx, facts) => {
        await writeOutbox(tx, 'customer.suspended', [99]);
        if (facts.some(({ entityId }) => entityId === 3)) throw new Error('no mail server');
      },
      2,
    );
    await expect(failing).rejects.toThrow('no mail server');
    // The first batch was committed with its delivery, the second one was not.
    expect(await drained('mail')).toEqual({ count: 1, seen: [3] });
    const { rows } = await app.pool.query(`select 1 from outbox where fact = 'customer.suspended'`);
    expect(rows).toHaveLength(1);
  });

  it('passes each fact to one of several concurrent drains', async () => {
    const ids = Array.from({ length: 40 }, (_, index) => index + 1);
    await write('invoice.issued', ids);
    const drains = await Promise.all(Array.from({ length: 4 }, () => drained('mail', 3)));
    const seen = drains.flatMap((drain) => drain.seen);
    expect(seen.toSorted((one, other) => one - other)).toEqual(ids);
    for (const { count, seen: own } of drains) expect(count).toBe(own.length);
  });
});

describe('a consumer', () => {
  it('receives all facts since its registration and none before', async () => {
    await write('invoice.issued', [1, 2]);
    await registerConsumer(ctx, 'late', 'invoice.issued');
    await write('invoice.issued', [3]);
    // A second registration changes nothing.
    await registerConsumer(ctx, 'late', 'invoice.issued');
    expect(await drained('late')).toEqual({ count: 1, seen: [3] });
    expect(await drained('mail')).toEqual({ count: 3, seen: [1, 2, 3] });
  });

  it('that was never registered is refused', async () => {
    await expect(drained('nobody')).rejects.toThrow('nobody is not registered for invoice.issued');
  });

  it('receives a fact that commits after others with higher ids were consumed', async () => {
    // Takes the id of a transaction that has not committed yet.
    await write('invoice.issued', [1]);
    const { rows } = await app.pool.query('delete from outbox returning id');
    await write('invoice.issued', [2]);
    expect(await drained('mail')).toEqual({ count: 1, seen: [2] });
    await app.pool.query(
      `insert into outbox (id, at, fact, entity_id, data) overriding system value
       values ($1, now(), 'invoice.issued', 1, '{}')`,
      [rows[0].id],
    );
    expect(await drained('mail')).toEqual({ count: 1, seen: [1] });
  });
});

describe('the purge', () => {
  const later = (days: number): Ctx => ({
    ...ctx,
    now: new Date(ctx.now.getTime() + days * 86_400_000),
  });
  const undelivered = async () => {
    const { rows } = await app.pool.query<{ entity_id: number }>(
      'select entity_id from outbox order by id',
    );
    return rows.map((row) => row.entity_id);
  };

  it('removes facts after 30 days that all consumers have received, with their deliveries', async () => {
    await write('invoice.issued', [1, 2]);
    await drained('mail');
    expect(await purgeOutbox(later(31))).toBe(0);
    await drained('sms');
    expect(await purgeOutbox(later(30))).toBe(0);
    expect(await purgeOutbox(later(31))).toBe(2);
    expect(await undelivered()).toEqual([]);
    const { rows } = await app.pool.query('select 1 from outbox_deliveries');
    expect(rows).toEqual([]);
  });

  it('removes facts without a consumer registered at their time', async () => {
    await write('payment.recorded', [1]);
    await write('customer.suspended', [2]);
    await registerConsumer(ctx, 'mail', 'customer.suspended');
    await write('customer.suspended', [3]);
    expect(await purgeOutbox(later(31))).toBe(2);
    expect(await undelivered()).toEqual([3]);
  });
});
