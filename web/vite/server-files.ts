import type { Plugin } from 'vite';

/**
 * What of the core may reach a browser: the kernel, and of each module its schemas, rules, postings and
 * routes (architecture, "A file's name decides its rights").
 */
const BROWSER_CORE =
  /\/core\/(?:routes|kernel\/[\w-]+|accounting\/chart|identity\/(?:roles|permissions|actor)|[\w-]+\/(?:schema|rules|postings|routes)(?:-[\w-]+)?)\.(?:ts|js)$/;
const CORE = /\/core\/(?!.*node_modules)[\w/.-]+\.(?:ts|js)$/;
const SERVER_PACKAGES =
  /\/node_modules\/(?:pg|pg-[\w-]+|kysely|nodemailer|pdfmake|pino|cron|luxon|hucre|fastify|@fastify|@electric-sql|@node-rs|@e965)\//;

/** The ids among `moduleIds` that belong on the server. */
export function serverFiles(moduleIds: Iterable<string>): string[] {
  return [...moduleIds].filter((raw) => {
    const id = raw.replaceAll('\\', '/').replace(/\?.*$/, '');
    if (id.startsWith('node:') || id.includes('__vite-browser-external')) return true;
    if (SERVER_PACKAGES.test(id)) return true;
    return !id.includes('/node_modules/') && CORE.test(id) && !BROWSER_CORE.test(id);
  });
}

/** Fails the build when server code would be shipped to browsers. */
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
