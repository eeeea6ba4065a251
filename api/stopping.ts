import type { ServerResponse } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Takes nothing new, answers what is under way, and then ends every connection. `close` alone would
     * wait for browsers that keep a connection open for later, and not wait for the second address that
     * 'localhost' stands for.
     */
    stop(): Promise<void>;
  }
}

export function makeStoppable(server: FastifyInstance): void {
  const underWay = new Set<ServerResponse>();
  let stopping = false;
  let lastAnswered = () => {};
  server.addHook('onRequest', async (_request, { raw }) => {
    underWay.add(raw);
    raw.once('close', () => {
      underWay.delete(raw);
      if (underWay.size === 0) lastAnswered();
    });
  });
  server.addHook('onSend', async (_request, reply) => {
    if (stopping) reply.header('connection', 'close');
  });
  server.decorate('stop', async () => {
    stopping = true;
    const closed = server.close();
    while (server.server.listening) await turn();
    if (underWay.size > 0) {
      await new Promise<void>((resolve) => {
        lastAnswered = resolve;
      });
    }
    server.server.closeAllConnections();
    await closed;
  });
}
