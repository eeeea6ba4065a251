import type { Config } from '@nimule/core/config';
import type { FastifyInstance } from 'fastify';
import { createBase } from './base.ts';
import { wantsPage } from './pages.ts';

const TRY_AGAIN_SECONDS = 5;

/**
 * The server while the database is being opened, waited for or migrated: health checks see a running process, and
 * browsers reload by themselves.
 */
export async function buildStarting(config: Config): Promise<FastifyInstance> {
  const server = await createBase(config, undefined);
  server.get('/healthz', async () => ({ status: 'ok' }));
  server.get('/readyz', async (_request, reply) => reply.code(503).send({ status: 'starting' }));
  server.setNotFoundHandler((request, reply) => {
    const message = `${config.company.name} is starting. Try again in a moment.`;
    reply.code(503).header('retry-after', TRY_AGAIN_SECONDS);
    if (wantsPage(request)) {
      reply
        .header('refresh', TRY_AGAIN_SECONDS)
        .type('text/plain; charset=utf-8')
        .send(`${message}\n`);
    } else {
      reply.send({ code: 'server.starting', message });
    }
  });
  await server.ready();
  return server;
}
