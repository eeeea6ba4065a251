import { lastAudit } from '@nimule/fixtures/testing/audit';
import { fillSafe } from '@nimule/fixtures/testing/cash';
import { untilBlocked } from '@nimule/fixtures/testing/databases/waiting';
import { entryInput, refusal } from '@nimule/fixtures/testing/ledger';
import { contextOf, createTestApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ctx, transact } from '../../context.ts';
import { createJournalEntry } from '../journal/service.ts';
import { listAccounts } from '../service.ts';
import type { AccountInput } from './schema.ts';
import { createAccount, updateAccount } from './service-accounts.ts';

let app: TestApp;
let ctx: Ctx;

beforeAll(async () => {
  app = await createTestApp('2026-11-21T08:00:00Z');
  ctx = contextOf(app, staff('admin'));
  await fillSafe(app, { usd: 1000_00 });
});
afterAll(() => app.close());

const input = (change: Partial<AccountInput>): AccountInput => ({
  code: '5350',
  name: 'Tower fuel',
  parentCode: '5300',
  ...change,
});

describe('a new account', () => {
  it('takes from its group what is left out, and can be posted to', async () => {
    const made = await createAccount(ctx, input({}));
    expect(made).toEqual({
      code: '5350',
      name: 'Tower fuel',
      type: 'EXPENSE',
      parentCode: '5300',
      level: 2,
      normalBalance: 'DEBIT',
      isCash: false,
      currency: 'USD',
      cashFlow: 'operating',
      expenseClass: 'operating',
      isActive: true,
    });
    expect(await listAccounts(ctx)).toContainEqual(made);
    expect(await lastAudit(app)).toMatchObject({ action: 'account.create', entity_id: '5350' });
    const entry = entryInput('2026-11-20', [
      ['5350', 500, 0],
      ['1110', 0, 500],
    ]);
    expect((await createJournalEntry(ctx, entry)).totalDebit).toBe(500);
  });

  it.each([
    ['1165', '1100', { currency: 'SSP' }, { isCash: true, currency: 'SSP', cashFlow: 'operating' }],
    ['1166', '1100', { isCash: false }, { isCash: false }],
    ['13201', '1300', {}, { cashFlow: 'investing', type: 'ASSET' }],
    ['2420', '2400', {}, { cashFlow: 'financing', normalBalance: 'CREDIT' }],
    ['5630', '5600', { code: '5690' }, { expenseClass: 'non_operating' }],
    ['5130', '5100', {}, { expenseClass: 'cost_of_sales' }],
    ['123456', '1200', { normalBalance: 'CREDIT' }, { normalBalance: 'CREDIT' }],
  ] as const)('%s in %s with %o', async (code, parentCode, change, expected) => {
    const made = await createAccount(ctx, input({ code, parentCode, name: code, ...change }));
    expect(made).toMatchObject(expected);
  });

  it.each([
    [{ code: '111' }, 'account.code'],
    [{ code: '5350111' }, 'account.code'],
    [{ code: '53x1' }, 'account.code'],
    [{ code: '١١١١' }, 'account.code'],
    [{ code: '4390' }, 'account.code'],
    [{ code: '5910' }, 'account.taken'],
    [{ code: '5399', parentCode: '5910' }, 'account.group'],
    [{ code: '5399', parentCode: '5000' }, 'account.group'],
    [{ code: '5399', parentCode: '5399' }, 'account.group'],
    [{ code: '5399', isCash: true }, 'account.cash'],
    [{ code: '5399', currency: 'SSP' }, 'account.currency'],
    [{ code: '5399', type: 'ASSET' }, 'account.type'],
    [{ code: '1299', parentCode: '1200', isCash: true }, 'account.cash'],
    [{ code: '1299', parentCode: '1200', expenseClass: 'operating' }, 'account.expenseClass'],
  ] as const)('is refused: %o', async (change, code) => {
    expect(await refusal(createAccount(ctx, input(change)))).toMatchObject({
      kind: 'rule',
      code,
      fields: expect.anything(),
    });
  });

  it('is made once by two at once', async () => {
    const both = [1, 2].map((n) => createAccount(ctx, input({ code: '5360', name: `Fuel ${n}` })));
    const results = await Promise.allSettled(both);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('a change of an account', () => {
  it('renames it, groups too', async () => {
    expect((await updateAccount(ctx, '5300', { name: 'Sites' })).name).toBe('Sites');
    expect(await lastAudit(app)).toMatchObject({
      action: 'account.update',
      before: { name: expect.any(String) },
      after: { name: 'Sites' },
    });
    expect(await refusal(updateAccount(ctx, '9999', { name: 'X' }))).toMatchObject({
      kind: 'notFound',
    });
  });

  it('deactivates and activates one without a balance', async () => {
    await createAccount(ctx, input({ code: '5370', name: 'Unused' }));
    expect((await updateAccount(ctx, '5370', { isActive: false })).isActive).toBe(false);
    const entry = entryInput('2026-11-20', [
      ['5370', 500, 0],
      ['1110', 0, 500],
    ]);
    expect(await refusal(createJournalEntry(ctx, entry))).toMatchObject({
      code: 'account.notPostable',
    });
    expect((await updateAccount(ctx, '5370', { isActive: true })).isActive).toBe(true);
    expect((await createJournalEntry(ctx, entry)).totalDebit).toBe(500);
  });

  it.each([
    ['5370', 'account.hasBalance'],
    ['4110', 'account.postedTo'],
    ['5300', 'account.isGroup'],
  ])('does not deactivate %s', async (code, rule) => {
    expect(await refusal(updateAccount(ctx, code, { isActive: false }))).toMatchObject({
      kind: 'rule',
      code: rule,
      fields: { isActive: expect.any(String) },
    });
  });

  it('waits for an entry that is being posted', async () => {
    await createAccount(ctx, input({ code: '5380', name: 'Busy' }));
    const entry = entryInput('2026-11-20', [
      ['5380', 500, 0],
      ['1110', 0, 500],
    ]);
    let change: Promise<unknown> | undefined;
    await transact(ctx, async (tx) => {
      await createJournalEntry(tx, entry);
      change = refusal(updateAccount(ctx, '5380', { isActive: false }));
      await untilBlocked(app);
    });
    expect(await change).toMatchObject({ code: 'account.hasBalance' });
  });
});
