import type { FastifyRequest } from 'fastify';

/** Whether the address is opened in a browser. */
export function wantsPage(request: FastifyRequest): boolean {
  const { accept = '' } = request.headers;
  return (
    (request.method === 'GET' || request.method === 'HEAD') &&
    !/^\/api(?:\/|\?|$)/.test(request.url) &&
    accept.includes('text/html')
  );
}
