import type { FastifyRequest } from 'fastify';

/** Pages with a bundle of their own, by address; all others are the portal's. */
const ownPages: Readonly<Record<string, string>> = { '/wifi-payment': 'wifi-payment.html' };

/** The file of the build that an address opened in a browser gets. */
export function pageFileOf(url: string): string {
  const [path = ''] = url.split('?', 1);
  return Object.hasOwn(ownPages, path) ? ownPages[path]! : 'index.html';
}

/** Whether the address is opened in a browser. */
export function wantsPage(request: FastifyRequest): boolean {
  const { accept = '' } = request.headers;
  return (
    (request.method === 'GET' || request.method === 'HEAD') &&
    !/^\/api(?:\/|\?|$)/.test(request.url) &&
    accept.includes('text/html')
  );
}
