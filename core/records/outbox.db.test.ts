import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Ctx, transact } from '../context.ts';
import { drainFacts, type Fact, type FactRow, stateFacts } from './outbox.ts';

let app: TestApp;
let ctx: Ctx;

beforeAll(async () => {
  app = await createTestApp();
  ctx = contextOf(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.pool.query('delete from outbox');
});

const state = (fact: Fact, ids: number[], data?: Record<string, unknown>) =>
  transact(ctx, (tx) => stateFacts(tx, fact, ids, data));

/** Drains the invoices issued, and answers how many it was told and which it was handed. */
async function drained(consumer: string, batch?: number) {
  const seen: number[] = [];
  const keep = async (_tx: Ctx, facts: FactRow[]) => {
    seen.push(...facts.map(({ entityId }) => entityId));
  };
  return { count: await drainFacts(ctx, consumer, 'invoice.issued', keep, batch), seen };
}

describe('drainFacts', () => {
  it('hands each fact once to each consumer, in order and in batches, and no other fact', async () => {
    await state('invoice.issued', [1, 2, 3, 4, 5], { month: '2026-11' });
    await state('payment.recorded', [6]);
    expect(await drained('mail', 2)).toEqual({ count: 5, seen: [1, 2, 3, 4, 5] });
    expect(await drained('mail', 2)).toEqual({ count: 0, seen: [] });
    expect(await drained('sms')).toEqual({ count: 5, seen: [1, 2, 3, 4, 5] });
    await state('invoice.issued', [7]);
    expect(await drained('mail')).toEqual({ count: 1, seen: [7] });
  });

  it('hands over what was stated', async () => {
    await state('invoice.issued', [12], { month: '2026-11' });
    const facts: FactRow[] = [];
    await drainFacts(ctx, 'mail', 'invoice.issued', async (_tx, some) => void facts.push(...some));
    expect(facts).toMatchObject([
      { fact: 'invoice.issued', entityId: 12, data: { month: '2026-11' } },
    ]);
  });

  it('knows nothing of a change that was rolled back', async () => {
    const undone = transact(ctx, async (tx) => {
      await stateFacts(tx, 'invoice.issued', [1]);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await drained('mail')).toEqual({ count: 0, seen: [] });
  });

  it('keeps the facts of a consumer that fails, and undoes what it did with them', async () => {
    await state('invoice.issued', [1, 2, 3]);
    const failing = drainFacts(
      ctx,
      'mail',
      'invoice.issued',
      async (tx, facts) => {
        await stateFacts(tx, 'customer.suspended', [99]);
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

  it('lets several drain at once, and each fact goes to one of them', async () => {
    const ids = Array.from({ length: 40 }, (_, index) => index + 1);
    await state('invoice.issued', ids);
    const drains = await Promise.all(Array.from({ length: 4 }, () => drained('mail', 3)));
    const seen = drains.flatMap((drain) => drain.seen);
    expect(seen.toSorted((one, other) => one - other)).toEqual(ids);
    for (const { count, seen: own } of drains) expect(count).toBe(own.length);
  });
});
