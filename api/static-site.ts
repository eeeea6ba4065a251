import { createReadStream, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { AppError } from '@nimule/core/kernel/errors';
import { routes } from '@nimule/core/routes';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { badAddress } from './errors.ts';
import { isPage, isProbe, pageFileOf, STAFF_PAGES, wantsPage } from './pages.ts';

/** Vite puts files with a content hash in their name here. */
const HASHED_FOLDER = '/assets/';
const FOREVER = 'public, max-age=31536000, immutable';

/** `rewriteUrl` maps an address that cannot be decoded to this path, so that it gets a proper answer. */
export const UNREADABLE = '/-/unreadable';

/**
 * Serves the built portal: hashed assets are cached permanently, other files are revalidated, and the addresses of pages get
 * their own page or the portal's. Any other address that is opened in a browser gets the portal with the status 404. Other
 * requests, and all of them without a build, get an error message. Whoever is in the garden of a router is sent to the page that
 * takes money, on `publicUrl`.
 */
export async function serveSite(
  server: FastifyInstance,
  webRoot: string | undefined,
  publicUrl: string | undefined,
): Promise<void> {
  const built = webRoot !== undefined && existsSync(join(webRoot, 'index.html'));
  if (built) {
    await server.register(fastifyStatic, {
      root: webRoot,
      preCompressed: true,
      cacheControl: false,
      dotfiles: 'ignore',
      index: ['index.html'],
      wildcard: true,
      setHeaders(reply, path) {
        reply.header('cache-control', path.includes(HASHED_FOLDER) ? FOREVER : 'no-cache');
      },
    });
  }
  const staffPages = built ? staffPagesIn(webRoot) : new Set<string>();
  server.setNotFoundHandler((request, reply) => {
    if (request.url === UNREADABLE) throw badAddress();
    const allowed = methodsOf(request.url);
    if (allowed.length > 0) {
      refuseMethod(request, reply, allowed);
      return;
    }
    if (publicUrl !== undefined && isProbe(request)) {
      reply.redirect(new URL('/wifi-payment', publicUrl).href, 302);
      return;
    }
    const isKnown = isPage(request);
    if (!isKnown && !wantsPage(request)) {
      throw new AppError('notFound', 'address.notFound', 'There is nothing at this address.');
    }
    if (built && isKnown) reply.sendFile(pageFileOf(request, staffPages));
    else if (built) sendMissing(reply, webRoot);
    else {
      reply
        .code(503)
        .type('text/plain; charset=utf-8')
        .send('The portal is not built yet. Run: npm run build\n');
    }
  });
}

/** Which screens have a page of their own in a build. */
function staffPagesIn(webRoot: string): ReadonlySet<string> {
  const folder = join(webRoot, STAFF_PAGES);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return new Set(
    names.filter((name) => name.endsWith('.html')).map((name) => `${STAFF_PAGES}/${name}`),
  );
}

/** The portal, which says that there is no such page. Never as 'not modified': the status is the answer. */
function sendMissing(reply: FastifyReply, webRoot: string): void {
  reply
    .code(404)
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(createReadStream(join(webRoot, 'index.html')));
}

const served = Object.values(routes).map(({ method, path }) => ({
  method,
  segments: path.split('/'),
}));

/** The methods of the contract for an address. */
function methodsOf(url: string): string[] {
  const [path = ''] = url.split('?', 1);
  const parts = path.split('/');
  const fitting = served.filter(
    ({ segments }) =>
      segments.length === parts.length &&
      segments.every((segment, at) =>
        segment.startsWith(':') ? parts[at] !== '' : segment === parts[at],
      ),
  );
  return [...new Set(fitting.map(({ method }) => method))];
}

function refuseMethod(request: FastifyRequest, reply: FastifyReply, allowed: string[]): void {
  reply
    .code(405)
    .header('allow', allowed.join(', '))
    .send({
      code: 'address.method',
      message: `${request.method} is not served here, only ${allowed.join(' and ')}.`,
    });
}
