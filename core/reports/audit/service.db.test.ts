import { makeAccount } from '@nimule/fixtures/testing/accounts';
import { contextOf, createMarkedApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { makeWorker } from '@nimule/fixtures/testing/tickets';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { updateInvoice } from '../../billing/invoices/service-corrections.ts';
import { recordPayment } from '../../billing/payments/service.ts';
import { runBilling } from '../../billing/runs/service.ts';
import type { Ctx } from '../../context.ts';
import { createCustomer } from '../../customers/service.ts';
import type { AuditFilter } from '../../identity/schema.ts';
import { suspendUser } from '../../identity/users/service.ts';
import { isoDate, isoMonth } from '../../kernel/dates.ts';
import { cents } from '../../kernel/money.ts';
import { listAuditLog } from './service.ts';

let app: TestApp;
let ctx: Ctx;
let customer: { id: number; customerId: string };

beforeAll(async () => {
  app = await createMarkedApp();
  ctx = contextOf(app);
  customer = await createCustomer(ctx, { name: 'Achol Majok', packageType: 'Basic Fiber' });
  await runBilling(ctx, { month: isoMonth('2026-11') });
});
afterAll(() => app.close());

const actions = async (filter: AuditFilter) =>
  (await listAuditLog(ctx, filter)).rows.map((row) => row.action);

describe('listAuditLog', () => {
  it('answers the newest first, by record, by word, in pages', async () => {
    const { id, username } = await makeAccount(app, 'support');
    await suspendUser(ctx, id, { isActive: false });
    await suspendUser(ctx, id, { isActive: true });
    const record = { entity: 'user', entityId: String(id) };
    const all = ['user.reactivate', 'user.suspend', 'user.create'];
    expect(await actions(record)).toEqual(all);
    expect(await actions({ ...record, sort: 'at' })).toEqual(all.toReversed());
    expect(await actions({ ...record, q: 'SUSP' })).toEqual(['user.suspend']);
    expect(await actions({ ...record, page: 2, pageSize: 1 })).toEqual(['user.suspend']);
    expect((await listAuditLog(ctx, { ...record, total: true, pageSize: 1 })).total).toBe(3);
    expect((await listAuditLog(ctx, { q: username! })).rows).toHaveLength(3);
    expect(await actions({ entityId: username!.toUpperCase() })).toEqual(all);
  });

  it('answers what a user did, not what others did to the account, between days', async () => {
    const admin = await makeWorker(app, 'super_admin', 'Grace Lado');
    const other = await makeAccount(app, 'support');
    const { username } = admin;
    app.time.set('2026-11-20T21:59:59Z');
    await suspendUser(contextOf(app, admin), other.id, { isActive: false });
    app.time.set('2026-11-20T22:00:00Z');
    await suspendUser(contextOf(app, admin), other.id, { isActive: true });
    const both = ['user.reactivate', 'user.suspend'];
    expect(await actions({ user: username.toUpperCase() })).toEqual(both);
    expect(await actions({ user: other.username! })).toEqual([]);
    expect(await actions({ user: username, until: isoDate('2026-11-20') })).toEqual([
      'user.suspend',
    ]);
    expect(await actions({ user: username, since: isoDate('2026-11-21') })).toEqual([
      'user.reactivate',
    ]);
    await expect(actions({ user: 'nobody.here' })).rejects.toMatchObject({
      kind: 'notFound',
      message: expect.stringContaining('nobody.here'),
    });
    await expect(
      actions({ since: isoDate('2026-11-21'), until: isoDate('2026-11-20') }),
    ).rejects.toMatchObject({ kind: 'invalid' });
  });

  it('finds a record by the name that staff know, and by its internal id', async () => {
    expect(await actions({ entityId: customer.customerId })).toEqual(['customer.create']);
    expect(await actions({ entityId: 'sc001', entity: 'customer' })).toEqual(['customer.create']);
    expect(await actions({ entityId: String(customer.id), entity: 'customer' })).toEqual([
      'customer.create',
    ]);
    expect(await actions({ entityId: 'SC001', entity: 'invoice' })).toEqual([]);
    expect(await actions({ entityId: 'SC999' })).toEqual([]);
    const receipt = await recordPayment(ctx, { customerId: customer.id, amount: cents(1_00) });
    expect(await actions({ entityId: receipt.receiptId })).toEqual(['payment.record']);
  });

  it('finds an invoice of a monthly run by the line of its run, and its own changes', async () => {
    const named = { entityId: 'INV-2026-000001', entity: 'invoice' };
    expect(await actions(named)).toEqual(['billing.run']);
    const { rows } = await app.pool.query('select id, version from invoices');
    await updateInvoice(ctx, rows[0].id, { notes: 'Called', version: rows[0].version });
    expect(await actions(named)).toEqual(['invoice.update', 'billing.run']);
    expect(await actions({ entityId: named.entityId })).toEqual(['invoice.update', 'billing.run']);
    // Another run, which made nothing, is not its own.
    await runBilling(ctx, { month: isoMonth('2026-11') });
    expect(await actions(named)).toEqual(['invoice.update', 'billing.run']);
  });
});
