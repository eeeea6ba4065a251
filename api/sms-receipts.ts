import type { App } from '@nimule/core/context';
import {
  RECEIPTS_PATH,
  takeHttpReceipts,
} from '@nimule/core/messaging/sending/service-http-receipts';
import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The path has a secret and is not logged. */
    hasSecretPath?: true;
  }
}

/** A gateway reports up to 1,000 messages at once. */
const MAX_RECEIPTS_BYTES = 512 * 1024;

type Call = FastifyRequest<{ Params: { token: string } }>;

/**
 * The gateway's calls with delivery receipts: JSON, a form, or a query. The token in the path is the permission, and the
 * answer tells nothing; the contract does not contain it, because no user calls it.
 */
export async function registerReceipts(server: FastifyInstance, app: App): Promise<void> {
  await server.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    const url = `${RECEIPTS_PATH}/:token`;
    const options = { config: { hasSecretPath: true }, bodyLimit: MAX_RECEIPTS_BYTES } as const;
    scope.post(url, options, async (request: Call, reply) => {
      const input = request.body ?? request.query;
      return reply.send(await takeHttpReceipts(app, request.params.token, input));
    });
    scope.get(url, options, async (request: Call, reply) =>
      reply.send(await takeHttpReceipts(app, request.params.token, request.query)),
    );
  });
}
