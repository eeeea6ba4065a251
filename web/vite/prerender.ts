import { createServer, type Plugin, type ResolvedConfig } from 'vite';

const EMPTY = '<div id="root"></div>';

/**
 * Writes a page into its HTML, so that it reads before any script runs. `module` exports `html`, what
 * react-dom/server makes of the page.
 */
export function prerender(module: string): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'nimule-prerender',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    transformIndexHtml: {
      order: 'pre',
      async handler(page) {
        if (!page.includes(EMPTY)) throw new Error(`the page has no ${EMPTY}`);
        const server = await createServer({
          configFile: false,
          root: config.root,
          mode: 'production',
          logLevel: 'warn',
          appType: 'custom',
          server: { middlewareMode: true, hmr: false, ws: false, watch: null },
          optimizeDeps: { noDiscovery: true },
          ssr: {
            noExternal: [/^@nimule\//],
            resolve: { conditions: ['nimule-source', 'node'] },
          },
        });
        try {
          const { html } = (await server.ssrLoadModule(module)) as { html: string };
          return page.replace(EMPTY, () => EMPTY.replace('><', `>${html}<`));
        } finally {
          await server.close();
        }
      },
    },
  };
}
