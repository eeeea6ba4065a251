import { readFileSync } from 'node:fs';
import { emptyTables } from '@nimule/fixtures/testing/databases/damage';
import { contextOf, createTestApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { customerFilter, customerSorts } from '../billing/accounts/schema.ts';
import { listCustomers } from '../billing/accounts/service-list.ts';
import { createManualInvoice } from '../billing/invoices/service.ts';
import { type Ctx, transact } from '../context.ts';
import { DATE_NOT_ALLOWED, isoDate } from '../kernel/dates.ts';
import { cents } from '../kernel/money.ts';
import { oneLine, visiblePart } from '../kernel/text.ts';
import { type CustomerInput, customerInput } from './schema.ts';
import {
  createCustomer,
  deleteCustomer,
  getCustomer,
  getCustomerStats,
  lookupCustomer,
  setPromise,
  updateCustomer,
} from './service.ts';
import { suspendByRule } from './service-billing.ts';
import { importCustomers } from './service-import.ts';

let app: TestApp;
const ctx = (): Ctx => contextOf(app, staff('support'));
const nowhere = 999_999;

beforeAll(async () => {
  app = await createTestApp('2026-11-21T08:00:00Z');
});
afterEach(async () => {
  await emptyTables(app, 'customers');
  await sql`delete from counters where name = 'customer'`.execute(app.db);
});
afterAll(() => app.close());

function add(input: Partial<CustomerInput> = {}) {
  return createCustomer(ctx(), { name: 'Akol Deng', ...input });
}

async function names(query: Record<string, string>): Promise<string[]> {
  const page = await listCustomers(ctx(), z.decode(customerFilter, query));
  return page.rows.map(({ name }) => name);
}

async function auditLines(entityId: number) {
  const rows = await app.db
    .selectFrom('audit_log')
    .select(['action', 'actor_name', 'summary', 'before', 'after'])
    .where('entity', '=', 'customer')
    .where('entity_id', '=', String(entityId))
    .orderBy('id')
    .execute();
  return rows;
}

describe('a new customer', () => {
  it('has an id of its own, defaults, and SSP values at today’s rate', async () => {
    const customer = await add({ name: 'Nyandeng Ltd', packageType: 'Standard Fiber' });
    expect(customer).toMatchObject({
      customerId: 'SC001',
      name: 'Nyandeng Ltd',
      type: 'individual',
      packageType: 'Standard Fiber',
      bandwidth: 50,
      monthlyFeeUsd: 45_000,
      monthlyFeeSsp: 18_000_000,
      serviceStartDate: '2026-11-21',
      installationDate: null,
      status: 'Active',
      suspendedByRule: false,
      connectionFeeBilled: false,
      version: 1,
    });
    expect((await add()).customerId).toBe('SC002');
    expect(await getCustomer(ctx(), customer.id)).toEqual(customer);
    expect(await lookupCustomer(ctx(), 'SC001')).toEqual(customer);
    expect(await lookupCustomer(ctx(), 'sc001')).toEqual(customer);
    expect(await auditLines(customer.id)).toMatchObject([
      { action: 'customer.create', actor_name: 'Test support', after: { customerId: 'SC001' } },
    ]);
  });

  it('has SSP values that follow the rate in force, not a later one', async () => {
    const { id } = await add({ packageType: 'Flexible Plan', monthlyFeeUsd: cents(1_005) });
    await transact(contextOf(app), async (tx) => {
      await sql`insert into currency_rates (purpose, rate_cents, valid_from, created_at, created_by) values
        ('standard', 45050, '2026-11-22', ${tx.now}, 'test'), ('voucher', 99900, '2026-11-21', ${tx.now}, 'test')`.execute(
        tx.db,
      );
    });
    expect((await getCustomer(ctx(), id)).monthlyFeeSsp).toBe(402_000);
    app.time.set('2026-11-22T08:00:00Z');
    // 10.05 × 450.50 = 4527.525, rounded half away from zero.
    expect((await getCustomer(ctx(), id)).monthlyFeeSsp).toBe(452_753);
    expect((await listCustomers(ctx(), {})).rows[0]?.monthlyFeeSsp).toBe(452_753);
    app.time.set('2026-11-21T08:00:00Z');
  });

  it('gets numbers without gaps or repeats under concurrency and failures', async () => {
    const failing = () =>
      transact(ctx(), async (tx) => {
        await createCustomer(tx, { name: 'Rolled back' });
        throw new Error('after the number was taken');
      });
    const made = await Promise.allSettled(
      Array.from({ length: 40 }, (_, index) =>
        index % 4 === 0 ? failing() : add({ name: `Customer ${index}` }),
      ),
    );
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(30);
    const { rows } = await listCustomers(ctx(), { sort: 'customerId' });
    expect(rows.map(({ customerId }) => customerId)).toEqual(
      Array.from({ length: 30 }, (_, index) => `SC${String(index + 1).padStart(3, '0')}`),
    );
  });

  it('refuses an id that is in use', async () => {
    await add();
    await expect(
      transact(ctx(), (tx) =>
        sql`insert into customers (customer_id, name, type, location, package_type, service_start_date,
          status, search_text, created_at, updated_at) select 'SC001', name, type, location, package_type,
          service_start_date, status, search_text, created_at, updated_at from customers`.execute(
          tx.db,
        ),
      ),
    ).rejects.toMatchObject({ kind: 'conflict', code: 'customer.idTaken' });
  });
});

describe('an edit', () => {
  it('changes what was sent and keeps the rest', async () => {
    const before = await add({
      packageType: 'Flexible Plan',
      bandwidth: 20,
      monthlyFeeUsd: cents(18_000),
      address: 'Hai Malakal',
      installationDate: isoDate('2026-11-01'),
    });
    app.time.set('2026-11-21T09:00:00Z');
    const after = await updateCustomer(ctx(), before.id, { updates: { location: 'Wau' } });
    expect(after).toEqual({ ...before, location: 'Wau', version: 2 });
    expect(await names({ q: 'wau' })).toEqual(['Akol Deng']);
    const [, line] = await auditLines(before.id);
    expect(line).toMatchObject({
      action: 'customer.update',
      summary: 'SC001 Akol Deng',
      before: { location: 'Juba Central' },
      after: { location: 'Wau' },
    });
  });

  it('refuses an implausible date, and keeps an existing one', async () => {
    const far = {
      serviceStartDate: isoDate('9999-01-01'),
      installationDate: isoDate('1900-01-01'),
    };
    const refused = {
      kind: 'invalid',
      fields: { serviceStartDate: DATE_NOT_ALLOWED, installationDate: DATE_NOT_ALLOWED },
    };
    await expect(add(far)).rejects.toMatchObject(refused);
    const { id } = await add({ serviceStartDate: isoDate('2000-01-01') });
    await expect(updateCustomer(ctx(), id, { updates: far })).rejects.toMatchObject(refused);
    await sql`update customers set service_start_date = '1999-05-01' where id = ${id}`.execute(
      app.db,
    );
    const updates = { serviceStartDate: isoDate('1999-05-01'), location: 'Wau' } as const;
    expect(await updateCustomer(ctx(), id, { updates })).toMatchObject(updates);
  });

  it('that changes nothing writes nothing', async () => {
    const before = await add();
    expect(await updateCustomer(ctx(), before.id, { updates: { name: 'Akol Deng' } })).toEqual(
      before,
    );
    expect(await auditLines(before.id)).toHaveLength(1);
  });

  it('locks bandwidth and fee to a fixed package', async () => {
    const { id } = await add();
    const updates = {
      packageType: 'Business Fiber',
      bandwidth: 1,
      monthlyFeeUsd: cents(1),
    } as const;
    expect(await updateCustomer(ctx(), id, { updates })).toMatchObject({
      bandwidth: 100,
      monthlyFeeUsd: 85_000,
    });
  });

  it('is refused on an outdated version', async () => {
    const { id } = await add();
    await updateCustomer(ctx(), id, { version: 1, updates: { address: 'first' } });
    await expect(
      updateCustomer(ctx(), id, { version: 1, updates: { address: 'second' } }),
    ).rejects.toMatchObject({ kind: 'conflict', code: 'customer.stale' });
    // A record that is sent back as read contains its version.
    await expect(
      updateCustomer(ctx(), id, { updates: { address: 'third', version: 1 } }),
    ).rejects.toMatchObject({ kind: 'conflict', code: 'customer.stale' });
    expect((await getCustomer(ctx(), id)).address).toBe('first');
  });

  it('excludes a customer from the 15-day rule that suspended it', async () => {
    const { id } = await add();
    await transact(ctx(), (tx) => suspendByRule(tx, [id]));
    const kept = await updateCustomer(ctx(), id, {
      updates: { address: 'x', status: 'Suspended' },
    });
    expect(kept).toMatchObject({ status: 'Suspended', suspendedByRule: true });
    const freed = await updateCustomer(ctx(), id, { updates: { status: 'Active' } });
    expect(freed).toMatchObject({ status: 'Active', suspendedByRule: false });
  });

  it('of an unknown customer is not found', async () => {
    await expect(updateCustomer(ctx(), nowhere, { updates: {} })).rejects.toMatchObject({
      kind: 'notFound',
    });
    await expect(getCustomer(ctx(), nowhere)).rejects.toMatchObject({ kind: 'notFound' });
    await expect(lookupCustomer(ctx(), 'SC999')).rejects.toMatchObject({ kind: 'notFound' });
  });
});

describe('a promise to pay', () => {
  it('is kept with its reason and taken back', async () => {
    const { id } = await add();
    const until = isoDate('2026-11-30');
    const promised = await setPromise(ctx(), id, { until, reason: 'Pays on Friday', version: 1 });
    expect(promised).toMatchObject({
      doNotDisconnectUntil: until,
      doNotDisconnectReason: 'Pays on Friday',
      version: 2,
    });
    await expect(setPromise(ctx(), id, { until: null, version: 1 })).rejects.toMatchObject({
      code: 'customer.stale',
    });
    expect(await setPromise(ctx(), id, { until: null })).toMatchObject({
      doNotDisconnectUntil: null,
      doNotDisconnectReason: '',
    });
    expect((await auditLines(id)).map(({ action }) => action)).toEqual([
      'customer.create',
      'customer.promise',
      'customer.promise',
    ]);
  });

  it('for a past day, or without a reason, is refused', async () => {
    const { id } = await add();
    const yesterday = isoDate('2026-11-20');
    await expect(setPromise(ctx(), id, { until: yesterday, reason: 'x' })).rejects.toMatchObject({
      kind: 'invalid',
      fields: { until: expect.any(String) },
    });
    await expect(setPromise(ctx(), id, { until: isoDate('2026-11-21') })).rejects.toMatchObject({
      fields: { reason: expect.any(String) },
    });
  });
});

describe('deleting', () => {
  it('deactivates first, then removes', async () => {
    const { id } = await add();
    await transact(ctx(), (tx) => suspendByRule(tx, [id]));
    const first = await deleteCustomer(ctx(), id);
    expect(first.outcome).toBe('deactivated');
    expect(first.message).toContain('data integrity');
    expect(await getCustomer(ctx(), id)).toMatchObject({
      status: 'Inactive',
      suspendedByRule: false,
    });
    expect(await deleteCustomer(ctx(), id)).toEqual({
      outcome: 'deleted',
      message: 'SC001 Akol Deng was deleted.',
    });
    await expect(getCustomer(ctx(), id)).rejects.toMatchObject({ kind: 'notFound' });
    expect((await auditLines(id)).map(({ action }) => action)).toEqual([
      'customer.create',
      'customer.deactivate',
      'customer.delete',
    ]);
    expect((await add()).customerId).toBe('SC002');
  });

  it('is refused for an inactive customer with invoices, by the foreign key', async () => {
    const { id } = await add({ status: 'Inactive' });
    await createManualInvoice(contextOf(app), {
      customerId: id,
      description: 'Router',
      amountUsd: cents(5_000),
    });
    await expect(deleteCustomer(ctx(), id)).rejects.toMatchObject({
      kind: 'conflict',
      message:
        'Failed to delete customer. Customer may have active billing records or support tickets.',
    });
    expect((await auditLines(id)).map(({ action }) => action)).toEqual(['customer.create']);
  });
});

describe('the list', () => {
  it('is searched by name, id and location, word by word', async () => {
    await add({ name: 'Akol Deng', location: 'Wau' });
    await add({ name: 'Deng Majok', location: 'Juba Commercial' });
    await add({ name: 'ÉCOLE Primaire', location: 'Yei' });
    expect(await names({ q: 'DENG' })).toEqual(['Akol Deng', 'Deng Majok']);
    expect(await names({ q: '  deng   juba ' })).toEqual(['Deng Majok']);
    expect(await names({ q: 'sc003' })).toEqual(['ÉCOLE Primaire']);
    expect(await names({ q: 'e\u0301cole' })).toEqual(['ÉCOLE Primaire']);
    expect(await names({ q: 'e' })).toHaveLength(3);
    expect(await names({ q: '' })).toHaveLength(3);
    expect(await names({ q: 'nobody' })).toEqual([]);
  });

  it('matches wildcards of the search literally', async () => {
    const all = ['100% Fibre', 'a_b', 'a\\b', 'axb', "O'Hara", '"quoted"', '100 Fibre'];
    for (const name of all) await add({ name });
    expect(await names({ q: '%' })).toEqual(['100% Fibre']);
    expect(await names({ q: '_' })).toEqual(['a_b']);
    expect(await names({ q: 'a_b' })).toEqual(['a_b']);
    expect(await names({ q: '\\' })).toEqual(['a\\b']);
    expect(await names({ q: "o'h" })).toEqual(["O'Hara"]);
    expect(await names({ q: '"quo' })).toEqual(['"quoted"']);
    expect(await names({ q: '0% f' })).toEqual(['100% Fibre']);
  });

  it('is filtered and counted', async () => {
    await add({ name: 'A', location: 'Wau', packageType: 'Business Fiber' });
    await add({ name: 'B', location: 'Wau', status: 'Suspended' });
    await add({ name: 'C', location: 'Bor', status: 'Inactive' });
    expect(await names({ location: 'Wau' })).toEqual(['A', 'B']);
    expect(await names({ status: 'Suspended' })).toEqual(['B']);
    expect(await names({ packageType: 'Business Fiber', location: 'Wau' })).toEqual(['A']);
    expect(await names({ status: 'all', location: 'all', packageType: 'all' })).toHaveLength(3);
    const total = async (query: Record<string, string>) =>
      (await listCustomers(ctx(), z.decode(customerFilter, query))).total;
    expect(await total({})).toBeUndefined();
    expect(await total({ total: '1', pageSize: '1' })).toBe(3);
    expect(await total({ total: '1', pageSize: '1', page: '2', location: 'Wau' })).toBe(2);
    expect(await total({ total: '1', page: '9', pageSize: '2' })).toBe(3);
    expect(await total({ total: '1', q: 'nobody' })).toBe(0);
  });

  it('is sorted by every column, both ways, and paged without repeating or skipping', async () => {
    for (let index = 0; index < 23; index += 1) {
      await add({
        name: `Customer ${index % 5}`,
        location: index % 2 ? 'Wau' : 'Bor',
        packageType: 'Flexible Plan',
        monthlyFeeUsd: cents((index % 3) * 100),
        serviceStartDate: isoDate(`2026-01-0${1 + (index % 4)}`),
      });
    }
    for (const column of customerSorts) {
      for (const sort of [column, `-${column}`] as const) {
        const whole = await listCustomers(ctx(), { sort });
        const pages = [];
        for (let page = 1; page <= 5; page += 1) {
          pages.push(...(await listCustomers(ctx(), { sort, page, pageSize: 5 })).rows);
        }
        expect(pages.map(({ id }) => id)).toEqual(whole.rows.map(({ id }) => id));
        const values = whole.rows.map((row) => (column === 'createdAt' ? row.id : row[column]));
        const sorted = [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
        expect(values).toEqual(sort.startsWith('-') ? sorted.reverse() : sorted);
      }
    }
  });

  it('puts SC1000 after SC999', async () => {
    await sql`insert into counters (name, value) values ('customer', 998)`.execute(app.db);
    for (let count = 0; count < 3; count += 1) await add();
    const { rows } = await listCustomers(ctx(), { sort: 'customerId' });
    expect(rows.map(({ customerId }) => customerId)).toEqual(['SC999', 'SC1000', 'SC1001']);
  });

  it('cannot be sorted by other columns', () => {
    expect(customerFilter.safeParse({ sort: '-monthlyFeeUsd' }).success).toBe(true);
    expect(customerFilter.safeParse({ sort: 'password' }).success).toBe(false);
  });
});

describe('the cards', () => {
  it('count everyone, and the fees of Active customers', async () => {
    expect(await getCustomerStats(ctx())).toEqual({
      total: 0,
      active: 0,
      totalRevenueUsd: 0,
      totalRevenueSsp: 0,
      locations: 0,
    });
    await add({ location: 'Wau', packageType: 'Flexible Plan', monthlyFeeUsd: cents(29_85) });
    await add({ location: 'Wau', packageType: 'Basic Fiber' });
    await add({ location: 'Bor', packageType: 'Enterprise Fiber', status: 'Suspended' });
    await add({ location: 'Yei', packageType: 'Enterprise Fiber', status: 'Inactive' });
    expect(await getCustomerStats(ctx())).toEqual({
      total: 4,
      active: 2,
      totalRevenueUsd: 15_485,
      totalRevenueSsp: 6_194_000,
      locations: 3,
    });
  });
});

describe('naughty strings', () => {
  const strings = readFileSync(
    new URL('../../fixtures/files/naughty-strings.txt', import.meta.url),
    'utf8',
  )
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));

  const stored = strings.filter((text) => {
    const length = [...oneLine(text)].length;
    return visiblePart(oneLine(text)).length > 0 && length <= 200;
  });

  it('are refused when they are invisible or too long', () => {
    expect(strings.length).toBeGreaterThan(400);
    const accepted = strings.filter((name) => z.safeDecode(customerInput, { name }).success);
    expect(accepted).toEqual(stored);
  });

  it('are stored and returned unchanged once normalised, and found by searching for them', async () => {
    const rows = stored.map((text, index) => ({
      customerId: `N-${index}`,
      ...z.decode(customerInput, { name: text, address: text }),
    }));
    await transact(ctx(), (tx) => importCustomers(tx, rows));
    const page = await listCustomers(ctx(), { sort: 'createdAt' });
    const written = new Map(page.rows.map((row) => [row.customerId, row]));
    for (const [index, text] of stored.entries()) {
      const customer = written.get(`N-${index}`)!;
      expect(customer).toMatchObject({ name: oneLine(text), address: oneLine(text) });
      const found = await listCustomers(ctx(), z.decode(customerFilter, { q: text }));
      expect(found.rows.map(({ id }) => id)).toContain(customer.id);
    }
  });

  it('pass through an edit as through a new customer', async () => {
    const { id } = await add();
    for (const text of [
      '\u202eRTL',
      '<script>alert(1)</script>',
      "'; drop table customers; --",
      '田中さん 🇸🇸',
      '{}"\\,',
    ]) {
      const updates = z.decode(customerInput.partial(), { name: text, address: text });
      expect(await updateCustomer(ctx(), id, { updates })).toMatchObject({
        name: oneLine(text),
        address: oneLine(text),
      });
    }
  });
});
