import type { App } from '@nimule/core/context';
import { type Answer, admit, invoke } from '@nimule/core/invoke';
import type { FileAnswer, Route } from '@nimule/core/kernel/contract';
import { AppError } from '@nimule/core/kernel/errors';
import { type Operation, operationNames, routes } from '@nimule/core/routes';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendFile } from './downloads.ts';
import { MAX_BODY_BYTES, MAX_PUBLIC_BODY_BYTES } from './errors.ts';
import { identify, originOf } from './session.ts';
import { isForm, withUpload } from './uploads.ts';

/** Of which the first 10,000 characters are kept. */
const MAX_CALLBACK_BYTES = 64 * 1024;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation of this route. */
    operation?: Operation;
    /** Called by other programs: requests from other sites are not refused. */
    isCallback?: true;
  }
}

/** Binds every row of the contract: the caller is identified before the body is read; `invoke` does the rest. */
export async function bindRoutes(server: FastifyInstance, app: App): Promise<void> {
  const isCallback = (operation: Operation) => (routes[operation] as Route).callback === true;
  bindAll(
    server,
    app,
    operationNames.filter((operation) => !isCallback(operation)),
  );
  await server.register(async (scope) => {
    takeAnyBody(scope);
    bindAll(scope, app, operationNames.filter(isCallback));
  });
}

/** A callback's body is a text as it came, whatever its type says. */
function takeAnyBody(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  );
}

function bindAll(server: FastifyInstance, app: App, operations: readonly Operation[]): void {
  for (const operation of operations) {
    const route: Route = routes[operation];
    server.route({
      method: route.method,
      url: route.path,
      config: { operation, ...(route.callback ? { isCallback: true } : {}) },
      // Anybody may call these routes, so bodies are limited before they are parsed.
      bodyLimit: route.callback
        ? MAX_CALLBACK_BYTES
        : isForVisitors(route)
          ? MAX_PUBLIC_BODY_BYTES
          : (route.maxBody ?? MAX_BODY_BYTES),
      onRequest: async (request, reply) => {
        // Callbacks come from other programs and have no user: a session cookie is ignored.
        if (route.callback) return;
        // Calls of public pages do not extend a session. They still read it: a sign-in ends the old session of the browser.
        const background = route.background === true || route.permission === 'public';
        await identify(app, request, background);
        await admit(app, request.actor, operation, originOf(app, request, reply));
      },
      handler: async (request, reply) => {
        const origin = originOf(app, request, reply);
        const { params, query } = request;
        if (route.upload) {
          const answer = await withUpload(request, ({ fields, upload }) =>
            invoke(app, request.actor, operation, { params, query, body: fields, upload }, origin),
          );
          return send(reply, route, answer);
        }
        if (!route.callback) refuseForm(request);
        const raw = { params, query, body: request.body };
        return send(
          reply,
          route,
          await invoke(app, request.actor, operation, raw, origin),
          isShown(query),
        );
      },
    });
  }
}

function isForVisitors({ permission, path }: Route): boolean {
  return permission === 'public' || path.startsWith('/api/auth/');
}

function refuseForm(request: FastifyRequest): void {
  if (!isForm(request)) return;
  throw new AppError(
    'unsupported',
    'request.mediaType',
    'This kind of request body is not supported. Send JSON.',
  );
}

/** `?inline=1` on a file: a document to view and print instead of saving it. */
function isShown(query: unknown): boolean {
  return (query as { inline?: unknown }).inline === '1';
}

/** The address of the page behind this one (RFC 8288). */
function nextPage(url: string): string {
  const [path = '', query = ''] = url.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.set('page', String(Number(parameters.get('page') ?? 1) + 1));
  return `${path}?${parameters}`;
}

function send(
  reply: FastifyReply,
  route: Route,
  { body, total, more, waits }: Answer,
  isInline = false,
): FastifyReply {
  if (route.file) return sendFile(reply, body as FileAnswer, isInline);
  if (total !== undefined) reply.header('x-total-count', total);
  if (waits) reply.code(202);
  if (more) reply.header('link', `<${nextPage(reply.request.url)}>; rel="next"`);
  return body === undefined ? reply.code(204).send() : reply.send(body);
}
