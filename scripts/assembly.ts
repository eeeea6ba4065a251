/**
 * Writes the files of core that list all modules, from core/modules.ts and what is in the folders of the modules: `npx tsx
 * -C nimule-source scripts/assembly.ts`. They are several, because the browser reads the routes alone, threads that lay out
 * PDF documents the layouts, and the lowest layer the constraints.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ModuleRow, modules } from '../core/modules.ts';

const core = fileURLToPath(new URL('../core/', import.meta.url));

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

/** The files with their contents, by their names in core. */
export function assembled(): Record<string, string> {
  const routes = exported(contractFiles('routes'), 'Routes');
  const operations = exported(contractFiles('operations'), 'Operations');
  const constraints = exported(filesOf('schema-constraints'), 'Constraints');
  const layouts = exported(filesOf('layout'), 'Definition');
  return {
    'routes.ts': `${NOTE}
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
    'operations.ts': `${NOTE}
${importsOf(operations, [
  "import type { Ctx } from './context.ts';",
  "import type { HandlersOf } from './kernel/contract.ts';",
  "import type { AppRoutes } from './routes.ts';",
])}

export const handlers = {
${spread(operations)}
} satisfies HandlersOf<AppRoutes, Ctx>;
`,
    'constraints.ts': `${NOTE}
${importsOf(constraints, ["import type { ConstraintErrors } from './kernel/errors.ts';"])}

/** The texts of each module for the constraints of its tables. */
export const moduleConstraints: readonly ConstraintErrors[] = [
${constraints.map(({ name }) => `  ${name},`).join('\n')}
];

export const constraints: ConstraintErrors = Object.assign({}, ...moduleConstraints);
`,
    'layouts.ts': `${NOTE}
${importsOf(layouts, ["import type { Layout } from './documents/pdf/documents.ts';"])}

/** The layouts of all PDF documents, by the name that modules pass to \`renderPdf\`: \`invoice\` is \`invoiceDefinition\`. */
export const layouts: Record<string, Layout<never>> = {
${layouts.map(({ name }) => `  ${name.replace(/Definition$/, '')}: ${name},`).join('\n')}
};
`,
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [file, text] of Object.entries(assembled())) writeFileSync(join(core, file), text);
}
