import type { FastifyRequest } from 'fastify';

/** Pages with HTML of their own, by address; all others have the portal's. */
const ownPages: Readonly<Record<string, string>> = {
  '/wifi-payment': 'wifi-payment.html',
  // The portal's, with the sign-in form in it.
  '/auth': 'auth.html',
};

/** Addresses of the portal's pages; what they show depends on their queries. Other addresses have no page. */
const portalPages: ReadonlySet<string> = new Set([
  '/',
  '/auth',
  '/dashboard',
  '/voucher-management',
  '/accounting',
  '/expense-management',
  '/hr',
  '/procurement',
  '/equipment',
  '/user-management',
  '/backup-management',
  '/data-import',
  '/regional-coverage',
  '/reports',
  '/wifi-payment',
]);

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD';

/** Whether the address is one of the portal's pages, which are answered whatever the caller accepts. */
export function isPage(request: FastifyRequest): boolean {
  const [path = ''] = request.url.split('?', 1);
  return isRead(request) && portalPages.has(path.length > 1 ? path.replace(/\/$/, '') : path);
}

/** The file of the build that an address opened in a browser gets. */
export function pageFileOf(url: string): string {
  const [path = ''] = url.split('?', 1);
  return Object.hasOwn(ownPages, path) ? ownPages[path]! : 'index.html';
}

/** Whether the address is opened in a browser. */
export function wantsPage(request: FastifyRequest): boolean {
  const { accept = '' } = request.headers;
  return isRead(request) && !/^\/api(?:\/|\?|$)/.test(request.url) && accept.includes('text/html');
}
