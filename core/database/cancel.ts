import pg from 'pg';

/** How long to wait for the server's reply. */
const CANCEL_REPLY_TIMEOUT_MS = 5_000;

/** Members of the driver's client and connection that its published types lack. */
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
 * Cancels a client's running query with PostgreSQL's cancel request on a separate connection. The request carries the
 * client's secret key, so it also works behind a pooler, where process ids are the pooler's. Resolves when the server
 * has forwarded it or cannot be reached. It may hit a later query of the same client: close the client afterwards.
 */
export function cancelQuery(client: pg.PoolClient): Promise<void> {
  const { processID, secretKey, host, port, ssl, sslNegotiation } =
    client as unknown as ClientInside;
  const connection = new pg.Connection({ ssl, sslNegotiation } as pg.ConnectionConfig);
  const inside = connection as unknown as ConnectionInside;
  return new Promise((resolve) => {
    const impatience = setTimeout(() => connection.stream.destroy(), CANCEL_REPLY_TIMEOUT_MS);
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

/** Closes a client's connection without the protocol's goodbye; its running query fails. */
export function destroyConnection(client: pg.PoolClient): void {
  (client as unknown as { connection: pg.Connection }).connection.stream.destroy();
}

const clientsInUse = new WeakMap<pg.Pool, Set<pg.PoolClient>>();

/** Tracks the pool's clients that are in use, for `cancelAll`. */
export function watchClients(pool: pg.Pool): void {
  const inUse = new Set<pg.PoolClient>();
  clientsInUse.set(pool, inUse);
  pool.on('acquire', (client) => inUse.add(client));
  pool.on('release', (_error, client) => inUse.delete(client));
  pool.on('remove', (client) => inUse.delete(client));
}

/** Cancels all queries of the pool's clients, at the end of the process. Committed data stay. */
export async function cancelAll(pool: pg.Pool): Promise<void> {
  await Promise.all([...(clientsInUse.get(pool) ?? [])].map(cancelQuery));
}
