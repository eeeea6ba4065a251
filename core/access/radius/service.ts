import { createHash } from 'node:crypto';
import { type Ctx, transact } from '../../context.ts';
import { AppError } from '../../kernel/errors.ts';
import { askStatus } from '../../ports/radius/status.ts';
import { audit } from '../../records/audit.ts';
import { codeKey } from '../codes/service.ts';
import { findAllRouters } from '../routers/queries.ts';
import { routerPurpose } from '../rules.ts';
import { type ConfigFile, type RadiusFacts, radiusConfig } from './rules-config.ts';

const STATUS_PURPOSE = 'radius status';
type RadiusSecrets = Pick<RadiusFacts, 'routers' | 'statusSecret' | 'codeKey'>;

/** Rises when FreeRADIUS must be given other files for the same routers. */
const CONFIG_VERSION = 2;

/** What FreeRADIUS is asked with from the same machine: of the installation's key, so that nothing of it is stored. */
function statusSecretOf(ctx: Ctx): string {
  return ctx.ports.secrets.hash('status', STATUS_PURPOSE).toString('hex').slice(0, 32);
}

/**
 * Some digits that identify the routers and their secrets, and reveal nothing of them: FreeRADIUS answers them to
 * Status-Server, and they are compared with those of the database.
 */
function fingerprintOf({ routers, ...keys }: RadiusSecrets): string {
  const facts = JSON.stringify([CONFIG_VERSION, routers, keys.statusSecret, keys.codeKey]);
  return createHash('sha256').update(facts).digest('hex').slice(0, 16);
}

async function secretsOf(ctx: Ctx): Promise<RadiusSecrets> {
  const routers = (await findAllRouters(ctx.db)).map(({ id, address, secretEncrypted }) => ({
    ...{ id, address },
    secret: ctx.ports.secrets.decrypt(secretEncrypted, routerPurpose(id)),
  }));
  return { routers, statusSecret: statusSecretOf(ctx), codeKey: codeKey(ctx) };
}

/**
 * The files with which FreeRADIUS is started, with the secrets of all routers; the audit log says who wrote them.
 * @throws AppError unavailable where the key of secrets is another one.
 */
export function writeRadiusConfig(
  ctx: Ctx,
  facts: Omit<RadiusFacts, keyof RadiusSecrets>,
): Promise<{ files: ConfigFile[]; routers: number }> {
  return transact(ctx, async (tx) => {
    const secrets = await secretsOf(tx);
    const { length } = secrets.routers;
    const summary = `Configuration of FreeRADIUS for ${length} ${length === 1 ? 'router' : 'routers'}`;
    const line = { action: 'access.writeConfig', entity: 'accessSettings', entityId: 'access' };
    await audit(tx, { ...line, summary, facts: {} });
    return {
      files: radiusConfig({ ...facts, ...secrets }, fingerprintOf(secrets)),
      routers: length,
    };
  });
}

export interface RadiusState {
  /** It has the routers and secrets of the database. */
  isCurrent: boolean;
  /** It reaches the database. */
  reachesDatabase: boolean;
}

/**
 * Asks FreeRADIUS at an address of this machine whether it works.
 * @throws AppError unavailable where it does not answer, or not with the secret of this installation.
 */
export async function checkRadius(
  ctx: Ctx,
  { address, port }: { address: string; port: number },
): Promise<RadiusState> {
  const secrets = await secretsOf(ctx);
  // The router of that address, if there is one, has its secret.
  const own = secrets.routers.find((router) => router.address === address);
  const secret = own?.secret ?? secrets.statusSecret;
  const messages = await askStatus({ address, port, secret });
  if (!messages) {
    const message = `FreeRADIUS does not answer at ${address}, port ${port}: it is not running, or has another configuration. Write it by isp radius config and restart it.`;
    throw new AppError('unavailable', 'radius.silent', message);
  }
  return {
    isCurrent: messages.includes(`config ${fingerprintOf(secrets)}`),
    reachesDatabase: messages.some((text) => text.startsWith('database ok')),
  };
}
