import { listen } from '@nimule/api/listener';
import { buildServer } from '@nimule/api/server';
import type { PoolSettings } from '@nimule/core/database/connect';
import { openApp } from '@nimule/fixtures/testing/measured-app';
import { bareServer } from './bare-server.ts';

/** Serves one side of the comparison in its own process, on a free port that it prints. */
const { kind, settings } = JSON.parse(process.argv[2]!) as {
  kind: 'nimule' | 'bare';
  settings: PoolSettings;
};
const app = openApp({ ...settings, max: 20 });
const server =
  kind === 'nimule'
    ? await buildServer({ app, requestsPerMinute: Number.POSITIVE_INFINITY })
    : bareServer(app.pool);
await server.ready();
const { url } = await listen({ host: '127.0.0.1', port: 0 }, server.routing);
process.stdout.write(`${new URL(url).port}\n`);
process.on('SIGTERM', () => process.exit(0));
