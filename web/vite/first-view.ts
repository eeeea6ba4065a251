import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import postcss from 'postcss';
import type { Plugin, ResolvedConfig, Rolldown } from 'vite';
import { cssOf, isChunk, withImports } from './budgets.ts';
import { renderedBy } from './prerender.ts';

const ROOT = '<div id="root"></div>';
const PAGE = 'pages/auth/auth-page.tsx';

interface File {
  name: string;
  source: string;
}

/** A file with a hash of its content in the name, which browsers keep for ever. */
function hashed(stem: string, extension: string, source: string): File {
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
  return { name: `assets/${stem}-${hash}.${extension}`, source };
}

/** The script of the head, which blocks the first painting as the styles do: small, and without imports. */
function scriptOf(root: string): File {
  const { outputFiles } = buildSync({
    entryPoints: [join(root, 'app/first-view.ts')],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
  });
  return hashed('first-view', 'js', outputFiles[0]!.text);
}

/** The rules of the page's styles that its first view needs: a tenth of them. The page loads all of them later. */
function stylesFor(html: string, css: string): File {
  const classes = new Set(
    [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names]) => names!.split(' ')),
  );
  // Set by the script of the head.
  classes.add('bp6-dark');
  const isUsed = (selector: string) =>
    [...selector.matchAll(/\.([\w-]+)/g)].every(([, name]) => classes.has(name!));
  const sheet = postcss.parse(css);
  sheet.walkRules((rule) => {
    const used = rule.selectors.filter(isUsed);
    if (used.length === 0) rule.remove();
    else rule.selectors = used;
  });
  sheet.walkAtRules((rule) => {
    const isUnused = ['font-face', 'keyframes', '-webkit-keyframes'].includes(rule.name);
    if (isUnused || rule.nodes?.length === 0) rule.remove();
  });
  return hashed('first-view', 'css', sheet.toString());
}

/**
 * Writes auth.html, the portal's HTML with the sign-in card in it: it is read and typed into while the scripts, ten times
 * its size, are still loading. The page takes over what was typed (pages/auth/first-view.ts).
 */
export function firstView(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'nimule-first-view',
    apply: 'build',
    enforce: 'post',
    configResolved(resolved) {
      config = resolved;
    },
    async generateBundle(_options, bundle) {
      const index = bundle['index.html'];
      if (index?.type !== 'asset') return;
      const page = Object.values(bundle)
        .filter(isChunk)
        .find(({ facadeModuleId }) => facadeModuleId?.endsWith(PAGE));
      if (!page) return this.error(`no chunk of its own for ${PAGE}`);
      const reached = withImports(bundle, [page.fileName]);
      const css = [...reached].flatMap((name) => cssOf(bundle[name] as Rolldown.OutputChunk));
      const text = String(index.source);
      const isNew = (name: string) => !text.includes(name);
      const html = await renderedBy(config, '/pages/auth/prerendered.tsx');
      const script = scriptOf(config.root);
      const styles = stylesFor(
        html,
        [...new Set(css)]
          .filter(isNew)
          .map((name) => {
            const file = bundle[name];
            return file?.type === 'asset' ? String(file.source) : '';
          })
          .join('\n'),
      );
      const head = [
        `<script src="/${script.name}"></script>`,
        `<link rel="stylesheet" crossorigin href="/${styles.name}">`,
        ...[...reached]
          .filter(isNew)
          .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
      ].join('\n    ');
      if (!text.includes(ROOT) || !text.includes('</head>'))
        return this.error('index.html has no #root or no head');
      const document = text
        .replace('</head>', () => `  ${head}\n  </head>`)
        .replace(ROOT, () => `<div id="first-view">${html}</div>\n    ${ROOT}`);
      for (const { name, source } of [script, styles])
        this.emitFile({ type: 'asset', fileName: name, source });
      this.emitFile({ type: 'asset', fileName: 'auth.html', source: document });
    },
  };
}
