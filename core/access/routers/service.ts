import { type Ctx, transact } from '../../context.ts';
import { formatInstant } from '../../kernel/dates.ts';
import { breaksRule, notFound } from '../../kernel/errors.ts';
import type { Page } from '../../kernel/paging.ts';
import { assertVersion } from '../../kernel/versions.ts';
import { lockConnectable } from '../../network/nodes/service-connect.ts';
import { audit } from '../../records/audit.ts';
import { assertEverybody } from '../decisions/rules-everybody.ts';
import { storedSettings } from '../decisions/service-settings.ts';
import { routerPurpose } from '../rules.ts';
import {
  type AccessRouter,
  type RouterFilter,
  type RouterInput,
  type RouterUpdate,
  accessRouter as schema,
} from '../schema-routers.ts';
import * as queries from './queries.ts';
import { routers } from './queries.ts';
import { assertAddress, makeSecret, mikrotikScript } from './rules.ts';

function toRouter({ secretEncrypted: _, ...row }: queries.ListedRouter): AccessRouter {
  return row;
}

/** Routers that ask who may use the network, by name. */
export async function listRouters(ctx: Ctx, filter: RouterFilter): Promise<Page<AccessRouter>> {
  const page = await queries.findRouters(ctx.db, filter);
  return { ...page, rows: page.rows.map(toRouter) };
}

/** A router. @throws AppError notFound. */
export async function getRouter(ctx: Ctx, id: number): Promise<AccessRouter> {
  const row = await queries.getRouter(ctx.db, id);
  return row ? toRouter(row) : notFound('Router', id);
}

const newSecret = (tx: Ctx) => makeSecret((below) => tx.random.integer(below));

/**
 * Adds a router and answers its secret, which is shown this once. FreeRADIUS knows it after `isp radius config` and a restart.
 * @throws AppError conflict for a name or address that is taken; invalid for a node that does not exist or is retired.
 */
export function createRouter(
  ctx: Ctx,
  input: RouterInput,
): Promise<AccessRouter & { secret: string }> {
  return transact(ctx, async (tx) => {
    assertAddress(input.address);
    const { nodeId = null } = input;
    if (nodeId !== null) await lockConnectable(tx, nodeId);
    const id = await queries.takeId(tx.db);
    const secret = newSecret(tx);
    await routers.insert(
      tx.db,
      {
        ...{ id, nodeId, name: input.name, kind: input.kind ?? 'mikrotik', address: input.address },
        ...{ nasIdentifier: input.nasIdentifier ?? '', coaAddress: input.coaAddress ?? '' },
        ...{ coaPort: input.coaPort ?? DEFAULT_COA_PORT, loginAddress: input.loginAddress ?? '' },
        secretEncrypted: tx.ports.secrets.encrypt(secret, routerPurpose(id)),
        createdAt: tx.now,
      },
      { updated_at: ['timestamptz', () => tx.now] },
    );
    const after = await getRouter(tx, id);
    await auditRouter(tx, 'router.create', { after });
    return { ...after, secret };
  });
}

/** RFC 5176; MikroTik's own default is 3799 too. */
const DEFAULT_COA_PORT = 3799;

/**
 * Changes the sent fields of a router.
 * @throws AppError notFound; conflict for an outdated version, and for a name or address that is taken; invalid for a node
 *   that does not exist or is retired.
 */
export function updateRouter(
  ctx: Ctx,
  id: number,
  { version, ...changes }: RouterUpdate,
): Promise<AccessRouter> {
  return transact(ctx, async (tx) => {
    const record = (await routers.lock(tx.db, id)) ?? notFound('Router', id);
    assertVersion('router', record.version, version);
    if (changes.address !== undefined) assertAddress(changes.address);
    const { nodeId } = changes;
    if (typeof nodeId === 'number' && nodeId !== record.nodeId) await lockConnectable(tx, nodeId);
    const before = await getRouter(tx, id);
    const sent = Object.entries(changes).filter(([, value]) => value !== undefined);
    await routers.update(tx.db, record, Object.fromEntries(sent), { updated_at: tx.now });
    const after = await getRouter(tx, id);
    await auditRouter(tx, 'router.update', { before, after });
    return after;
  });
}

/**
 * Deletes a router with its ended sessions, and answers it.
 * @throws AppError notFound; rule while a session is open, which nothing would end.
 */
export function deleteRouter(ctx: Ctx, id: number): Promise<AccessRouter> {
  return transact(ctx, async (tx) => {
    const before = await getRouter(tx, id);
    if (before.sessions > 0)
      breaksRule(
        'router.online',
        `${before.name} has ${before.sessions} open sessions. Delete it when they have ended; those of a router that is off end after 15 minutes.`,
      );
    await routers.remove(tx.db, id);
    await auditRouter(tx, 'router.delete', { before });
    return before;
  });
}

/** Gives a router another secret and answers it this once. @throws AppError notFound. */
export function renewSecret(ctx: Ctx, id: number): Promise<AccessRouter & { secret: string }> {
  return transact(ctx, async (tx) => {
    const record = (await routers.lock(tx.db, id)) ?? notFound('Router', id);
    const secret = newSecret(tx);
    const secretEncrypted = tx.ports.secrets.encrypt(secret, routerPurpose(id));
    await routers.update(tx.db, record, { secretEncrypted }, { updated_at: tx.now });
    const after = await getRouter(tx, id);
    await auditRouter(tx, 'router.renewSecret', { after });
    return { ...after, secret };
  });
}

/**
 * Refuses nobody for a suspension at one router until an instant, at most seven days; null ends it.
 * @throws AppError notFound; rule; invalid without a reason.
 */
export function letEverybodyOnAt(
  ctx: Ctx,
  id: number,
  { until, reason = '' }: { until: Date | null; reason?: string | undefined },
): Promise<AccessRouter> {
  return transact(ctx, async (tx) => {
    assertEverybody(until, reason, tx.now);
    const record = (await routers.lock(tx.db, id)) ?? notFound('Router', id);
    await routers.update(tx.db, record, { everybodyUntil: until }, { updated_at: tx.now });
    const after = await getRouter(tx, id);
    const note = until
      ? `: everybody is let on until ${formatInstant(until)}: ${reason}`
      : ': suspensions apply again';
    await auditRouter(tx, 'router.everybody', {
      before: toRouter({ ...after, ...record }),
      after,
      note,
    });
    return after;
  });
}

/** The addresses of the hotspots' own sign-in pages, each once. */
export function loginAddresses(ctx: Ctx): Promise<string[]> {
  return queries.findLoginAddresses(ctx.db);
}

/** The host of an address such as https://isp.example/path; '' where there is none. */
function hostOf(url: string | undefined): string {
  return url && URL.canParse(url) ? new URL(url).hostname : '';
}

/**
 * The lines for the terminal of a router, with its secret; the audit log says who saw it. `server` is the address of
 * FreeRADIUS as the router reaches it.
 * @throws AppError notFound; unavailable where the key of secrets is another one.
 */
export function routerScript(ctx: Ctx, id: number, server: string): Promise<{ script: string }> {
  return transact(ctx, async (tx) => {
    const record = (await routers.get(tx.db, id)) ?? notFound('Router', id);
    const secret = tx.ports.secrets.decrypt(record.secretEncrypted, routerPurpose(id));
    const settings = await storedSettings.read(tx.db);
    const { publicUrl } = tx.config;
    const host = hostOf(publicUrl);
    const page = `${publicUrl ?? ''}/wifi-payment`;
    await auditRouter(tx, 'router.showScript', { after: await getRouter(tx, id) });
    const openHosts = host === '' ? [] : [host];
    return { script: mikrotikScript({ ...record, server, secret, settings, openHosts, page }) };
  });
}

/** Fields that change by themselves are not in the log. */
const logged = ({ sessions: _s, lastAt: _l, ...router }: AccessRouter) => router;

function auditRouter(
  tx: Ctx,
  action: string,
  { before, after, note = '' }: { before?: AccessRouter; after?: AccessRouter; note?: string },
): Promise<void> {
  const record = (after ?? before)!;
  const header = {
    action,
    entity: 'router',
    entityId: record.id,
    summary: `${record.name}${note}`,
  };
  const isCall = action === 'router.renewSecret' || action === 'router.showScript';
  if (isCall) return audit(tx, { ...header, facts: {} });
  return audit(tx, {
    ...header,
    schema,
    ...(before ? { before: logged(before) } : {}),
    ...(after ? { after: logged(after) } : {}),
  });
}
