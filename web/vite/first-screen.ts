import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { exportsIn, fileOf, namesIn } from './blueprint-classes.ts';

// Which modules the first screens load, read from the sources: a build puts them into a few files. On a slow link each
// file costs a round trip, and its headers a kilobyte.

/** The end of an import or export of another file, or an import for effects alone. */
const SOURCE = /(?:\bfrom|\nimport) ['"]([^'"\n]+)['"]/g;
const BEGINS = ['\nimport', '\nexport'];
const ALL = '*';
const packages = resolve(
  dirname(createRequire(import.meta.url).resolve('@blueprintjs/core/package.json')),
  '..',
);
const root = resolve(import.meta.dirname, '../..');

interface Import {
  /** What is imported; ALL for everything, and for effects alone. */
  names: readonly string[];
  from: string;
  isExport: boolean;
}

function importsIn(file: string): Import[] {
  const text = `\n${readFileSync(file, 'utf8')}`;
  return [...text.matchAll(SOURCE)].flatMap(({ 0: end, 1: from, index }) => {
    if (end.startsWith('\n')) return [{ names: [ALL], from: from!, isExport: false }];
    const begin = Math.max(...BEGINS.map((word) => text.lastIndexOf(word, index)));
    const statement = begin < 0 ? '' : text.slice(begin + 1, index);
    const isExport = statement.startsWith('export');
    const what = statement.slice('import'.length).trim();
    // 'from' in a text or a comment, and types, which leave nothing.
    if (what === '' || /['";]/.test(what) || what.startsWith('type ')) return [];
    const opens = what.indexOf('{');
    const names = opens < 0 ? [ALL] : namesIn(what.slice(opens + 1, what.indexOf('}')));
    if (opens > 0) names.push('default');
    return names.length > 0 ? [{ names, from: from!, isExport }] : [];
  });
}

let exported: Map<string, string> | undefined;
/** The file of a component or an icon of Blueprint. */
function blueprintFile(name: string): string | undefined {
  exported ??= new Map([
    ...exportsIn(join(packages, 'icons/lib/esm/generated/index.js')),
    ...exportsIn(join(packages, 'core/lib/esm/index.js')),
  ]);
  return exported.get(name);
}

/** The file that an import means; undefined for packages other than Blueprint. */
function resolved(from: string, importer: string): string | undefined {
  if (from.startsWith('@nimule/')) return join(root, `${from.slice('@nimule/'.length)}.ts`);
  if (!from.startsWith('.')) return undefined;
  const path = resolve(dirname(importer), from);
  return existsSync(path) && /\.\w+$/.test(from) ? path : fileOf(path);
}

/** A module of core that only passes a name on: the one that has it. */
function origin(file: string, name: string): string {
  const passed = importsIn(file).find(({ isExport, names }) => isExport && names.includes(name));
  const target = passed && resolved(passed.from, file);
  return target ? origin(target, name) : file;
}

/** What all components and icons of Blueprint stand on. */
const SHARED = /\/@blueprintjs\/(?:core\/lib\/esm\/common\/[\w./-]+|icons\/lib\/esm\/\w+\.js)$/;

/** Other packages of all screens. */
const PACKAGES =
  /\/node_modules\/(?:react|react-dom|scheduler|react-router|react-router-dom|swr|dequal|use-sync-external-store|classnames|tslib|change-case|no-case|pascal-case|snake-case|dot-case|lower-case|@babel)\//;

/** Modules that are loaded with these, without what they load later. */
function modulesOf(entries: readonly string[]): ReadonlySet<string> {
  const found = new Set(entries.map((entry) => join(root, 'web', entry)));
  for (const file of found) {
    // In a build it is data (operation-table.ts).
    if (!/\.[jt]sx?$/.test(file) || file.endsWith('/web/client/operations.ts')) continue;
    for (const { names, from } of importsIn(file)) {
      const target = resolved(from, file);
      const isIndex = target?.includes('/@blueprintjs/') && target.endsWith('/index.js');
      if (from.startsWith('@blueprintjs/') || isIndex) {
        for (const component of names.map(blueprintFile)) if (component) found.add(component);
        continue;
      }
      if (target === undefined || !existsSync(target)) continue;
      if (!target.startsWith(join(root, 'core')) || names.includes(ALL)) found.add(target);
      else for (const name of names) found.add(origin(target, name.split(' as ')[0]!));
    }
  }
  return found;
}

const MAIN = ['app/main.tsx'];
const LANDING = ['pages/landing/landing-page.tsx'];
const SIGN_IN = ['pages/auth/auth-page.tsx'];
const STAFF = [
  'app/staff-area.tsx',
  'app/modules/module-screen.tsx',
  'app/dashboard.tsx',
  'pages/overview/overview-page.tsx',
];

/** What the first screen loads a little later: toasts and the menu of the page, and the figures at the bottom. */
const LATER = ['ui/overlay/toasts.tsx', 'ui/overlay/page-menu.tsx'];
const FIGURES = ['pages/overview/company-figures.tsx'];
/** What nearly all other pages are built from. */
const KIT = [
  ...['app/page-kit.tsx', 'ui/url-tabs.tsx', 'ui/table/columns.tsx', 'ui/table/small-table.tsx'],
  ...['parts/record-list.tsx', 'parts/record-form.tsx', 'parts/record-drawer.tsx'],
  ...['parts/record-links.tsx', 'parts/operation-dialog.tsx', 'parts/documents.tsx'],
  ...['ui/form/fields.tsx', 'ui/form/pick-field.tsx', 'ui/overlay/confirm-dialog.tsx'],
];

/**
 * Groups of modules for the bundler: `base` with what every visit loads, `common` with what the sign-in page and the shell
 * share, `shell` with the rest of the first screen of staff. Of the others `later` and `figures` with what follows on that
 * screen, `forms` with what the sign-in page and other pages share, `kit` with what most pages are built from: by themselves
 * they would be sixty files of a few hundred bytes. What is loaded by name keeps its own file.
 */
export function firstScreenGroups() {
  const [main, landing, signIn, staff] = [MAIN, LANDING, SIGN_IN, STAFF].map(modulesOf) as [
    ReadonlySet<string>,
    ReadonlySet<string>,
    ReadonlySet<string>,
    ReadonlySet<string>,
  ];
  const [later, figures, kit] = [LATER, FIGURES, KIT].map(modulesOf) as [
    ReadonlySet<string>,
    ReadonlySet<string>,
    ReadonlySet<string>,
  ];
  const own = new Set(
    [...MAIN, ...LANDING, ...SIGN_IN, ...STAFF, ...LATER, ...FIGURES, 'app/page-kit.tsx'].map(
      (entry) => join(root, 'web', entry),
    ),
  );
  const isIn = (set: ReadonlySet<string>, id: string) => set.has(id) && !own.has(id);
  const of = (name: string, test: (id: string) => boolean) => ({
    name,
    test: (raw: string) => {
      const [id = ''] = raw.replaceAll('\\', '/').split('?', 1);
      return test(id);
    },
  });
  return [
    of('base', (id) => isIn(main, id) || (isIn(landing, id) && isIn(staff, id)) || isOfAll(id)),
    of('common', (id) => (isIn(signIn, id) && isIn(staff, id)) || isShared(id)),
    of('shell', (id) => isIn(staff, id)),
    of('later', (id) => isIn(later, id)),
    of('figures', (id) => isIn(figures, id)),
    of('forms', (id) => isIn(signIn, id) && isIn(kit, id)),
    of('kit', (id) => isIn(kit, id)),
  ];
}

const isOfAll = (id: string) =>
  id.endsWith('vite/preload-helper.js') ||
  /\/node_modules\/(?:react|react-dom|scheduler|react-router|react-router-dom)\//.test(id);
const isShared = (id: string) => PACKAGES.test(id) || SHARED.test(id);
