import pg from 'pg';

/** How long the server may take to answer. */
const PATIENCE_MS = 5_000;

/** What the driver's client and connection have beyond their published types. */
interface ClientInside {
  processID: number;
  secretKey: number;
  host: string;
  port: number;
  ssl: boolean | object;
  sslNegotiation: string;
}
interface ConnectionInside {
  connect(portOrPath: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processId: number, secretKey: number): void;
}

/**
 * Asks PostgreSQL over a connection of its own to cancel what a client is running, by the key that only this client
 * knows: right behind a pooler too, where process numbers are the pooler's. Resolves when the server has passed it on,
 * or cannot be reached. Whoever the client is given to next could be hit: end it instead.
 */
export function cancelQuery(client: pg.PoolClient): Promise<void> {
  const { processID, secretKey, host, port, ssl, sslNegotiation } =
    client as unknown as ClientInside;
  const connection = new pg.Connection({ ssl, sslNegotiation } as pg.ConnectionConfig);
  const inside = connection as unknown as ConnectionInside;
  return new Promise((resolve) => {
    const impatience = setTimeout(() => connection.stream.destroy(), PATIENCE_MS);
    const send = () => inside.cancel(processID, secretKey);
    connection.once('sslconnect', send);
    connection.once('connect', () => {
      if (!ssl) send();
      else if (sslNegotiation !== 'direct') inside.requestSsl();
    });
    connection.on('error', () => connection.stream.destroy());
    connection.once('end', () => {
      clearTimeout(impatience);
      resolve();
    });
    if (host.startsWith('/')) inside.connect(`${host}/.s.PGSQL.${port}`);
    else inside.connect(port, host);
  });
}

/** Ends a client's connection without a word; what it was running fails. */
export function breakOff(client: pg.PoolClient): void {
  (client as unknown as { connection: pg.Connection }).connection.stream.destroy();
}

const clientsInUse = new WeakMap<pg.Pool, Set<pg.PoolClient>>();

/** Keeps count of the pool's clients that are in use, for `cancelAll`. */
export function watchClients(pool: pg.Pool): void {
  const inUse = new Set<pg.PoolClient>();
  clientsInUse.set(pool, inUse);
  pool.on('acquire', (client) => inUse.add(client));
  pool.on('release', (_error, client) => inUse.delete(client));
  pool.on('remove', (client) => inUse.delete(client));
}

/** Cancels whatever the pool's clients are running: for the end of the process. What has committed stays. */
export async function cancelAll(pool: pg.Pool): Promise<void> {
  await Promise.all([...(clientsInUse.get(pool) ?? [])].map(cancelQuery));
}
