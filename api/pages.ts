import { SESSION_COOKIE } from '@nimule/core/identity/schema';
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

/** What telephones and computers ask for, of hosts of their makers, to find out whether a page comes before the internet. */
const probes: ReadonlySet<string> = new Set([
  '/generate_204',
  '/gen_204',
  '/hotspot-detect.html',
  '/library/test/success.html',
  '/connecttest.txt',
  '/ncsi.txt',
  '/success.txt',
  '/canonical.html',
]);

/** Whether a router has sent such a question here, of somebody who reaches our page alone. */
export function isProbe(request: FastifyRequest): boolean {
  const [path = ''] = request.url.split('?', 1);
  return isRead(request) && probes.has(path);
}

/** Where the build has the pages of staff, each with links to the files of its screen (web/vite/first-loads.ts). */
export const STAFF_PAGES = 'staff';

/** The name of an address among them, whether or not there is such a page: a tab or view of the dashboard, or a path. */
function staffPageOf(path: string, query: string): string {
  if (path !== '/dashboard') return `${STAFF_PAGES}${path}.html`;
  const params = new URLSearchParams(query);
  return `${STAFF_PAGES}/dashboard-${params.get('tab') ?? params.get('view') ?? 'overview'}.html`;
}

/**
 * The HTML file of the build for an address that a browser opens. A browser that sends a session cookie gets the page of the screen.
 * The cookie is not checked here: the page holds no data, and each call that it makes is authorised.
 */
export function pageFileOf(
  { url, headers }: Pick<FastifyRequest, 'url' | 'headers'>,
  staffPages: ReadonlySet<string>,
): string {
  const [given = '', query = ''] = url.split('?', 2);
  const path = given.length > 1 ? given.replace(/\/$/, '') : given;
  if (Object.hasOwn(ownPages, path)) return ownPages[path]!;
  if (!headers.cookie?.includes(SESSION_COOKIE)) return 'index.html';
  const page = staffPageOf(path, query);
  return staffPages.has(page) ? page : 'index.html';
}

/** Whether the address is opened in a browser. */
export function wantsPage(request: FastifyRequest): boolean {
  const { accept = '' } = request.headers;
  return isRead(request) && !/^\/api(?:\/|\?|$)/.test(request.url) && accept.includes('text/html');
}
