import type { Plugin } from 'vite';

/** Files of core allowed in the browser: the kernel, and schemas, rules, postings and routes of each module. */
const BROWSER_FILES = new Set([
  'routes',
  'accounting/chart',
  'identity/roles',
  'identity/permissions',
  'identity/actor',
]);
const BROWSER_KINDS = /^(?:schema|rules|postings|routes)(?:-[\w-]+)?$/;

function isForBrowsers(path: string): boolean {
  const name = path.slice(0, path.lastIndexOf('.'));
  const places = name.split('/');
  if (BROWSER_FILES.has(name)) return true;
  return places.length > 1 && (places[0] === 'kernel' || BROWSER_KINDS.test(places.at(-1)!));
}

const CORE = '/core/';
const PACKAGES = '/node_modules/';
const SERVER_PACKAGES = new Set([
  ...['pg', 'kysely', 'nodemailer', 'pdfmake', 'pino', 'cron', 'luxon', 'xlsx', 'fastify'],
  ...['@fastify', '@electric-sql', '@node-rs'],
]);

function isServerPackage(id: string): boolean {
  const [, ...places] = id.split(PACKAGES);
  return places.some((place) => {
    const [name = ''] = place.split('/', 1);
    return SERVER_PACKAGES.has(name) || name.startsWith('pg-');
  });
}

/** The modules that must not be in a browser build. */
export function serverFiles(moduleIds: Iterable<string>): string[] {
  return [...moduleIds].filter((raw) => {
    const [id = ''] = raw.replaceAll('\\', '/').split('?', 1);
    if (id.startsWith('node:') || id.includes('__vite-browser-external')) return true;
    if (id.includes(PACKAGES)) return isServerPackage(id);
    const core = id.lastIndexOf(CORE);
    return core >= 0 && /\.(?:ts|js)$/.test(id) && !isForBrowsers(id.slice(core + CORE.length));
  });
}

/** Fails the build if it contains server code. */
export function refuseServerFiles(): Plugin {
  return {
    name: 'nimule-refuse-server-files',
    apply: 'build',
    generateBundle(_options, bundle) {
      const shipped = Object.values(bundle).flatMap((item) =>
        item.type === 'chunk' ? Object.keys(item.modules) : [],
      );
      const found = serverFiles(shipped);
      if (found.length > 0) this.error(`server files in the browser build:\n${found.join('\n')}`);
    },
  };
}
