/**
 * Writes the files that list all modules, from core/modules.ts, web/app/modules.ts and what is in the folders: `npx tsx -C
 * nimule-source scripts/assembly.ts`. Those of core are several, because the browser reads the routes alone, threads that lay out
 * PDF documents the layouts, and the lowest layers the constraints and tags.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ModuleRow, modules } from '../core/modules.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const core = join(root, 'core');

interface Found {
  name: string;
  file: string;
}

const EXPORT = /^export (?:const|function) (\w+)/gm;

/** What files export whose names end in a word: `identityRoutes`. */
function exported(files: readonly string[], ending: string): Found[] {
  return files.flatMap((file) => {
    const names = [...readFileSync(join(core, file), 'utf8').matchAll(EXPORT)];
    return names.flatMap(([, name]) => (name!.endsWith(ending) ? [{ name: name!, file }] : []));
  });
}

const rows = Object.entries<ModuleRow>(modules);

/** routes.ts or operations.ts of each module, with their parts. */
export function contractFiles(kind: 'routes' | 'operations'): string[] {
  return rows
    .flatMap(([name, { parts = [] }]) =>
      [kind, ...parts.map((part) => `${kind}-${part}`)].map((file) => `${name}/${file}.ts`),
    )
    .filter((file) => existsSync(join(core, file)));
}

const isNamed = (name: string, kind: string) =>
  name === `${kind}.ts` ||
  (name.startsWith(`${kind}-`) && name.endsWith('.ts') && !name.endsWith('.test.ts'));

/** The files of a kind in all folders of the modules. */
function filesOf(kind: string): string[] {
  return rows.flatMap(([name]) =>
    readdirSync(join(core, name), { recursive: true, encoding: 'utf8' })
      .filter((file) => isNamed(basename(file), kind))
      .sort()
      .map((file) => `${name}/${file}`),
  );
}

const importsOf = (found: readonly Found[], others: readonly string[] = []) =>
  [...new Set(found.map(({ file }) => file))]
    .map((file) => {
      const names = found.filter((one) => one.file === file).map(({ name }) => name);
      return `import { ${names.join(', ')} } from './${file}';`;
    })
    .concat(others)
    .sort((a, b) => (pathOf(a) < pathOf(b) ? -1 : 1))
    .join('\n');

/** Of an import, sorted as the linter does: routes.ts before routes-bills.ts. */
const pathOf = (line: string) => line.slice(line.indexOf("'")).replace(".ts';", '');

const spread = (found: readonly Found[]) => found.map(({ name }) => `  ...${name},`).join('\n');

const NOTE = '// Written by scripts/assembly.ts.';

const ARCHITECTURE = 'docs/architecture.md';
const TABLE_OF_LAYERS = /(\| layer \| modules \|\n\| --- \| --- \|\n)(?:\| \d+ \|.*\n)*/;

const inTable = (found: typeof rows) =>
  found.map(([name, { note }]) => `\`${name}\`${note ? ` (${note})` : ''}`).join(', ');

/** The documentation, with its table of layers. */
function withLayers(text: string): string {
  const numbers = [...new Set(rows.map(([, { layer }]) => layer))].sort((a, b) => a - b);
  const lines = numbers.map((number) => {
    const below = rows.filter(([, { layer, aboveContext }]) => layer === number && !aboveContext);
    const above = rows.filter(([, { layer, aboveContext }]) => layer === number && aboveContext);
    const more = above.length > 0 ? `; above \`context.ts\`: ${inTable(above)}` : '';
    return `| ${number} | ${inTable(below)}${more} |\n`;
  });
  return text.replace(TABLE_OF_LAYERS, (_, head) => `${head}${lines.join('')}`);
}

/** The icons that the table of the portal's modules names. */
function moduleIcons(): string {
  const table = readFileSync(join(root, 'web/app/modules.ts'), 'utf8');
  const names = [
    ...new Set([...table.matchAll(/^ +icon: '([a-z-]+)'/gm)].map(([, name]) => name!)),
  ];
  const component = (name: string) =>
    `${name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())}Icon`;
  return `${NOTE}
import {
${names
  .map((name) => `  ${component(name)},\n`)
  .sort()
  .join('')}} from '@blueprintjs/icons';

/** Module icons by name. Separate from modules.ts, which public pages load without icons. */
export const moduleIcons = {
${names
  .sort()
  .map((name) => `  ${name.includes('-') ? `'${name}'` : name}: <${component(name)} />,\n`)
  .join('')}} as const;

export type ModuleIcon = keyof typeof moduleIcons;
`;
}

/** The files with their contents, by their paths. */
export function assembled(): Record<string, string> {
  const routes = exported(contractFiles('routes'), 'Routes');
  const operations = exported(contractFiles('operations'), 'Operations');
  const constraints = exported(filesOf('schema-constraints'), 'Constraints');
  const layouts = exported(filesOf('layout'), 'Definition');
  const tags = rows.flatMap(([, row]) => row.tags ?? []);
  return {
    'core/routes.ts': `${NOTE}
${importsOf(routes)}

/** The whole contract. It is named, because a type written out in full would be too long for a declaration file. */
export type AppRoutes = ${routes.map(({ name }) => `typeof ${name}`).join(' &\n  ')};

/** The whole contract, used by HTTP, the shell and the browser's types. */
export const routes: AppRoutes = {
${spread(routes)}
};

export type Operation = keyof AppRoutes;
export const operationNames = Object.keys(routes) as Operation[];
`,
    'core/operations.ts': `${NOTE}
${importsOf(operations, [
  "import type { Ctx } from './context.ts';",
  "import type { HandlersOf } from './kernel/contract.ts';",
  "import type { AppRoutes } from './routes.ts';",
])}

export const handlers = {
${spread(operations)}
} satisfies HandlersOf<AppRoutes, Ctx>;
`,
    'core/constraints.ts': `${NOTE}
${importsOf(constraints, ["import type { ConstraintErrors } from './kernel/errors.ts';"])}

/** The texts of each module for the constraints of its tables. */
export const moduleConstraints: readonly ConstraintErrors[] = [
${constraints.map(({ name }) => `  ${name},`).join('\n')}
];

export const constraints: ConstraintErrors = Object.assign({}, ...moduleConstraints);
`,
    'core/layouts.ts': `${NOTE}
${importsOf(layouts, ["import type { Layout } from './documents/pdf/documents.ts';"])}

/** The layouts of all PDF documents, by the name that modules pass to \`renderPdf\`: \`invoice\` is \`invoiceDefinition\`. */
export const layouts: Record<string, Layout<never>> = {
${layouts.map(({ name }) => `  ${name.replace(/Definition$/, '')}: ${name},`).join('\n')}
};
`,
    'core/kernel/tags.ts': `${NOTE}

/** Tags for data that screens show (core/modules.ts): the browser reads again what is on screen and shares one with a change. */
export type Tag =
${tags.map((tag) => `  | '${tag}'`).join('\n')};
`,
    'web/app/modules/module-icons.tsx': moduleIcons(),
    [ARCHITECTURE]: withLayers(readFileSync(join(root, ARCHITECTURE), 'utf8')),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [file, text] of Object.entries(assembled())) writeFileSync(join(root, file), text);
}
