import { invoke } from '@nimule/core/invoke';
import type { Operation } from '@nimule/core/routes';
import { asOwner } from '@nimule/fixtures/testing/databases/damage';
import type { CallInput } from './call-input.ts';
import type { Harness } from './harness.ts';

type Given = Partial<CallInput>;

const shell = { kind: 'shell', osUser: 'test' } as const;

/** Inputs of access accounts, routers and sessions: names and addresses that nobody has yet. */
export function accessInputs({
  app,
}: Pick<Harness, 'app'>): Partial<Record<Operation, () => Given | Promise<Given>>> {
  let made = 0;
  const next = () => {
    made += 1;
    return made;
  };
  const address = () => {
    const number = next();
    return `10.99.${Math.floor(number / 250)}.${(number % 250) + 1}`;
  };
  const account = () => ({ username: `user${next()}`, fixedIp: '', pool: 'wau' });
  const router = () => ({ address: address(), coaAddress: address(), coaPort: '3799' });
  const inAnHour = () => ({
    until: new Date(app.clock().getTime() + 3_600_000).toISOString(),
    reason: 'The bank is closed',
  });
  return {
    createAccessAccount: () => ({
      body: { ...account(), kind: 'pppoe', password: 'Torit-Kapoeta-72' },
    }),
    updateAccessAccount: () => ({ body: account() }),
    renewAccessPassword: () => ({ body: { password: `Torit-Kapoeta-${next()}` } }),
    updateAccessProfile: () => ({
      params: { packageType: 'Basic Fiber' },
      body: { uploadPercent: '50', fairUseGb: '100', reducedMbps: '2' },
    }),
    letEverybodyOn: () => ({ body: inAnHour() }),
    letEverybodyOnAt: () => ({ body: inAnHour() }),
    createRouter: () => ({ body: router() }),
    updateRouter: () => ({ body: router() }),
    showRouterScript: () => ({ body: { server: '10.0.0.1' } }),
    async endSession() {
      const customer = (
        await invoke(app, shell, 'createCustomer', { body: { name: `Akol ${next()}` } })
      ).body as { id: number };
      const { username } = account();
      const body = { customerId: customer.id, kind: 'hotspot', username };
      await invoke(app, shell, 'createAccessAccount', { body });
      const { id } = (
        await invoke(app, shell, 'createRouter', {
          body: { name: `Router ${next()}`, ...router() },
        })
      ).body as { id: number };
      // As FreeRADIUS does, which may run it.
      await asOwner(
        app,
        `select radius_accounting('router_${id}', 'Start', '${username}', 'session', '', 'device', '10.0.0.5', '', '', '', '', '', '', '', '', '')`,
      );
      const { rows } = await app.pool.query(
        'select id::text from radius_sessions where router_id = $1',
        [id],
      );
      return { params: { id: rows[0].id } };
    },
  };
}
