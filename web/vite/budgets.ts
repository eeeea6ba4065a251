import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;

interface Budget {
  name: string;
  /** Page modules loaded in addition to the entry. */
  modules: readonly string[];
  maxJs?: number;
  maxTotal?: number;
  /** On a slow link each file costs a round trip, and its headers a kilobyte. */
  maxFiles?: number;
  /** Parts of the paths of modules that are loaded later, by whom they are needed. */
  without?: readonly string[];
}

const KB = 1024;

/** Maximum gzip sizes of first visits (brotli is smaller): what they are, and three hundredths more. */
const BUDGETS: readonly Budget[] = [
  { name: 'landing page', modules: ['pages/landing/landing-page.tsx'], maxJs: 95 * KB },
  {
    name: 'staff shell',
    modules: ['app/staff-area.tsx', 'app/dashboard.tsx', 'pages/overview/overview-page.tsx'],
    maxTotal: 195 * KB,
    maxFiles: 14,
    // Schemas come with forms, and what places menus and dialogs with them.
    without: ['/zod/', '/core/routes.ts', '/@floating-ui/', '/overlay2/', '/react-hook-form/'],
  },
  {
    name: 'sign-in',
    modules: ['pages/auth/auth-page.tsx'],
    maxTotal: 231 * KB,
    maxFiles: 22,
  },
  {
    name: 'customer list',
    modules: [
      'app/staff-area.tsx',
      'app/dashboard.tsx',
      'app/page-kit.tsx',
      'pages/customers/customers-page.tsx',
    ],
    maxTotal: 359 * KB,
    maxFiles: 59,
  },
];

export function isChunk(item: Bundle[string]): item is Chunk {
  return item.type === 'chunk';
}

/** These chunks and all that they import statically. */
export function withImports(bundle: Bundle, names: readonly string[]): Set<string> {
  const reached = new Set<string>();
  const walk = (name: string) => {
    const item = bundle[name];
    if (!item || !isChunk(item) || reached.has(name)) return;
    reached.add(name);
    for (const imported of item.imports) walk(imported);
  };
  for (const name of names) walk(name);
  return reached;
}

export function cssOf(chunk: Chunk): string[] {
  return [...(chunk.viteMetadata?.importedCss ?? [])];
}

function gzipped(bundle: Bundle, name: string): number {
  const item = bundle[name];
  if (!item) return 0;
  return gzipSync(isChunk(item) ? item.code : item.source, { level: 9 }).length;
}

/** Prints the download size of each kind of first visit and fails the build above its budget. */
export function budgets(): Plugin {
  return {
    name: 'nimule-budgets',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter(isChunk);
      const entry = chunks.find((chunk) => chunk.isEntry);
      if (!entry) return;
      const over: string[] = [];
      for (const budget of BUDGETS) {
        const pages = budget.modules.map((module) => {
          const chunk = chunks.find((candidate) => candidate.facadeModuleId?.endsWith(module));
          return chunk?.fileName ?? this.error(`no chunk of its own for ${module}`);
        });
        const js = withImports(bundle, [entry.fileName, ...pages]);
        const css = new Set([...js].flatMap((name) => cssOf(bundle[name] as Chunk)));
        const sizeJs = [...js].reduce((sum, name) => sum + gzipped(bundle, name), 0);
        const sizeCss = [...css].reduce((sum, name) => sum + gzipped(bundle, name), 0);
        const line = `${budget.name}: ${(sizeJs / KB).toFixed(1)} KB JavaScript + ${(sizeCss / KB).toFixed(1)} KB CSS (gzip) in ${js.size + css.size} files`;
        this.info(line);
        const early = [...js]
          .flatMap((name) => Object.keys((bundle[name] as Chunk).modules))
          .find((id) => budget.without?.some((part) => id.includes(part)));
        if (early) over.push(`${budget.name} loads ${early}`);
        if (js.size + css.size > (budget.maxFiles ?? Infinity)) over.push(line);
        if (sizeJs > (budget.maxJs ?? Infinity)) over.push(line);
        if (sizeJs + sizeCss > (budget.maxTotal ?? Infinity)) over.push(line);
      }
      if (over.length > 0) this.error(`over the budget:\n${over.join('\n')}`);
    },
  };
}
