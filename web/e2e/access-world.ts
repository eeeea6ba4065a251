import { createAccount } from '@nimule/core/access/accounts/service';
import { decideStale } from '@nimule/core/access/decisions/service';
import { createRouter } from '@nimule/core/access/routers/service';
import { createCustomer, updateCustomer } from '@nimule/core/customers/service';
import { cents } from '@nimule/core/kernel/money';
import { contextOf, type TestApp } from '@nimule/fixtures/testing/test-app';

const DEVICE = 'AA:BB:CC:DD:EE:FF';

/** A report of a router, as FreeRADIUS makes it. */
async function report(app: TestApp, router: string, [status, name, session]: string[]) {
  await app.pool.query(
    `select radius_accounting($1, $2, $3, $4, '', $5, '10.20.0.7', '', '', '4000', '2000000', '0', '900000000', '0', '0', 'Lost-Carrier')`,
    [router, status, name, session, DEVICE],
  );
}

/**
 * Two customers: one has an account and was suspended while it is online at the only router, where one session has ended and
 * a sign-in was refused. Answers the number of the other, who has none.
 */
export async function seedAccess(app: TestApp): Promise<string> {
  const ctx = contextOf(app);
  const input = { packageType: 'Standard Fiber', serviceStartDate: undefined } as const;
  const hotel = await createCustomer(ctx, {
    ...input,
    name: 'Nile Hotel',
    monthlyFeeUsd: cents(0),
  });
  const other = await createCustomer(ctx, {
    ...input,
    name: 'Rumbek Bakery',
    monthlyFeeUsd: cents(0),
  });
  const { id } = await createRouter(ctx, { name: 'Wau', address: '10.1.1.1' });
  const username = 'nile.hotel';
  await createAccount(ctx, { customerId: hotel.id, kind: 'pppoe', username });
  const router = `router_${id}`;
  for (const [status, session] of [
    ['Start', 's1'],
    ['Stop', 's1'],
    ['Start', 's2'],
  ] as const)
    await report(app, router, [status, username, session]);
  await app.pool.query("select radius_refused($1, 'nobody', $2, 'unknown')", [router, DEVICE]);
  await updateCustomer(ctx, hotel.id, { updates: { status: 'Suspended' } });
  await decideStale(ctx);
  return other.customerId;
}
