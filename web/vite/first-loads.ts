import type { Plugin, Rolldown } from 'vite';
import { isOnDashboard, isPublic, moduleNames, modules } from '../app/modules.ts';
import { preloaded } from '../app/preloaded.ts';
import { cssOf, isChunk, withImports } from './budgets.ts';

/** What every screen of staff is made of, besides the page itself. */
const SHELL = ['app/staff-area.tsx', 'app/modules/module-screen.tsx'];
const DASHBOARD = 'app/dashboard.tsx';
/** What all pages but the first screen need (app/pages.ts). */
const KIT = 'app/page-kit.tsx';

/**
 * Writes an HTML file for each module of staff, `staff/dashboard-customers.html` or `staff/hr.html`: the portal's HTML with
 * links to all files of that screen. Browsers ask for them at once, instead of after the first script has been loaded and
 * run; on a slow link this saves a round trip, and a slow telephone decodes them while others still come. The same is true
 * of the answers that the screen begins with.
 * The server sends it to who is signed in (api/pages.ts).
 */
export function firstLoads(): Plugin {
  return {
    name: 'nimule-first-loads',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const index = bundle['index.html'];
      if (index?.type !== 'asset') return;
      const text = String(index.source);
      const chunks = Object.values(bundle).filter(isChunk);
      const chunkOf = (module: string) =>
        chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/web/${module}`))?.fileName ??
        this.error(`no chunk of its own for ${module}`);
      for (const name of moduleNames) {
        const { page, path = `/dashboard-${name}` } = modules[name];
        if (isPublic(name) || page === undefined) continue;
        const needed = withImports(
          bundle,
          [
            ...SHELL,
            ...(isOnDashboard(name) ? [DASHBOARD] : []),
            `pages/${page}.tsx`,
            ...(name === 'overview' ? [] : [KIT]),
          ].map(chunkOf),
        );
        const styles = new Set(
          [...needed].flatMap((file) => cssOf(bundle[file] as Rolldown.OutputChunk)),
        );
        const isNew = (file: string) => !text.includes(file);
        const links = [
          ...[...styles]
            .filter(isNew)
            // Not yet applied: the scripts do that in their order.
            .map((file) => `<link rel="preload" as="style" crossorigin href="/${file}">`),
          ...[...needed]
            .filter(isNew)
            .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
          // Last: they are wanted when the scripts have run.
          ...Object.values(preloaded[name] ?? {}).map(
            (address) => `<link rel="preload" as="fetch" crossorigin href="${address}">`,
          ),
        ];
        this.emitFile({
          type: 'asset',
          fileName: `staff${path}.html`,
          source: text.replace('</head>', () => `  ${links.join('\n    ')}\n  </head>`),
        });
      }
    },
  };
}
