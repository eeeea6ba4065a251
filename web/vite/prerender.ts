import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { createServer, type Plugin, type PluginOption, type ResolvedConfig } from 'vite';

const EMPTY = '<div id="root"></div>';

/** Names of classes, the same in a build and in the HTML that is rendered before it. */
export const modules = {
  generateScopedName(name: string, file: string): string {
    const [path = ''] = file.split('?', 1);
    const [module = ''] = basename(path).split('.', 1);
    const place = path.replaceAll('\\', '/').split('/web/').at(-1) ?? path;
    const hash = createHash('sha256').update(place).digest('base64url').slice(0, 5);
    return `${module}_${name}_${hash}`;
  },
};

/** What a module of the portal exports, run here. */
export async function exportsOf<Exports>(
  { root }: ResolvedConfig,
  module: string,
  plugins: PluginOption[] = [],
): Promise<Exports> {
  const server = await createServer({
    configFile: false,
    root,
    mode: 'production',
    logLevel: 'warn',
    appType: 'custom',
    plugins,
    css: { modules },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    ssr: {
      noExternal: [/^@nimule\//],
      resolve: { conditions: ['nimule-source', 'node'] },
    },
  });
  try {
    return (await server.ssrLoadModule(module)) as Exports;
  } finally {
    await server.close();
  }
}

/** What `module` exports as `html`: what react-dom/server makes of a page. */
export async function renderedBy(
  config: ResolvedConfig,
  module: string,
  plugins: PluginOption[] = [],
): Promise<string> {
  return (await exportsOf<{ html: string }>(config, module, plugins)).html;
}

/** Writes a page into its HTML, so that it reads before any script runs. */
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
        const html = await renderedBy(config, module);
        return page.replace(EMPTY, () => EMPTY.replace('><', `>${html}<`));
      },
    },
  };
}
