import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

/**
 * Enforces docs/architecture.md: a file's name decides what it may import, a module uses only services of lower
 * layers, and the kernel contains nothing of the domain.
 */
const root = fileURLToPath(new URL('.', import.meta.url));

/**
 * Modules by layer, also of those to come (docs/architecture.md); a module imports rules and services of lower layers,
 * never of its own or a higher one.
 */
const modulesByLayer = [
  ['identity', 'accounting', 'company', 'rates', 'attachments', 'approvals'],
  ['network', 'hr', 'stock', 'till'],
  ['customers'],
  ['billing', 'expenses', 'procurement', 'vouchers', 'wifi'],
  ['sales', 'support'],
  ['messaging', 'assistant', 'imports', 'reports'],
  ['backups', 'jobs'],
];
const layers = Object.fromEntries(
  modulesByLayer.flatMap((modules, place) => modules.map((module) => [module, place + 1])),
);
const foundations = ['kernel', 'database', 'ports', 'documents'];
/** Above context.ts and below the modules: audit, idempotency, outbox. */
const records = 'records';
/** Files that put the modules together. */
const assembly = [
  'routes.ts',
  'operations.ts',
  'invoke.ts',
  'create-app.ts',
  'constraints.ts',
  'context.ts',
  'config.ts',
  'index.ts',
  'layouts.ts',
  'pdf-worker.ts',
];
/** Pure files of identity, named after their content. */
const pure = ['actor.ts', 'roles.ts', 'permissions.ts', 'chart.ts'];

type Kind =
  | 'schema'
  | 'rules'
  | 'postings'
  | 'routes'
  | 'queries'
  | 'service'
  | 'operations'
  | 'fragments'
  | 'layout'
  | 'pure'
  | 'other';

function kindOf(file: string): Kind {
  const name = file.split('/').at(-1)!;
  if (pure.includes(name)) return 'pure';
  const word =
    /^(schema|rules|postings|routes|fragments|queries|layout|service|operations)(-[a-z-]+)?\.ts$/.exec(
      name,
    )?.[1];
  return (word as Kind | undefined) ?? 'other';
}

/** What each kind may import at run time from its own and lower modules. */
const mayImport: Record<Kind, readonly Kind[]> = {
  schema: ['schema', 'pure'],
  pure: ['pure', 'schema'],
  rules: ['schema', 'rules', 'pure'],
  postings: ['schema', 'rules', 'postings', 'pure'],
  routes: ['schema', 'routes', 'pure'],
  // SQL that queries of other modules embed: columns, a scalar.
  fragments: ['schema', 'pure', 'fragments'],
  layout: ['schema', 'rules', 'pure', 'layout'],
  queries: ['schema', 'rules', 'pure', 'fragments', 'queries'],
  service: ['schema', 'rules', 'postings', 'queries', 'service', 'pure', 'other'],
  operations: ['schema', 'service', 'rules', 'pure'],
  other: ['schema', 'rules', 'service', 'pure', 'other'],
};
const browserKinds: readonly Kind[] = ['schema', 'rules', 'postings', 'routes', 'pure'];

interface Import {
  from: string;
  /** Path from core's root, or a package name. */
  target: string;
  typeOnly: boolean;
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'dist' || entry.name === 'node_modules') return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesUnder(path);
    return /\.tsx?$/.test(entry.name) &&
      !/\.test\.tsx?$/.test(entry.name) &&
      !entry.name.endsWith('.d.ts')
      ? [path]
      : [];
  });
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g;

function importsOf(path: string): Import[] {
  const source = readFileSync(path, 'utf8');
  const from = relative(root, path);
  return [...source.matchAll(IMPORT)].map((match) => {
    const specifier = match[2] ?? match[3]!;
    const target = specifier.startsWith('.')
      ? relative(root, resolve(dirname(path), specifier))
      : specifier;
    const names = /\{([^}]*)\}/.exec(match[0])?.[1];
    const named = names?.split(',').filter((name) => name.trim());
    const onlyTypes = named?.every((name) => name.trim().startsWith('type ')) === true;
    return {
      from,
      target,
      typeOnly: match[1] !== undefined || (onlyTypes && !/import\s+\w/.test(match[0])),
    };
  });
}

const files = filesUnder(root);
const imports = files.flatMap(importsOf);
const runTime = imports.filter(({ typeOnly }) => !typeOnly);
const moduleOf = (path: string) => path.split('/')[0]!;
const isModule = (path: string) => moduleOf(path) in layers;
const isPackage = (target: string) => !target.endsWith('.ts') && !target.endsWith('.mjs');
const show = ({ from, target }: Import) => `${from} -> ${target}`;

test('the import parser finds every form of import', () => {
  expect(imports.length).toBeGreaterThan(200);
  expect(imports.map(show)).toContain('billing/runs/service.ts -> billing/runs/queries.ts');
});

describe('layers', () => {
  test('the kernel imports zod and itself alone', () => {
    const strays = imports.filter(
      ({ from, target }) =>
        moduleOf(from) === 'kernel' && target !== 'zod' && moduleOf(target) !== 'kernel',
    );
    expect(strays.map(show)).toEqual([]);
  });

  test('foundations import no module', () => {
    const known = new Set(['context.ts', 'config.ts']);
    const strays = runTime.filter(
      ({ from, target }) =>
        [...foundations, records].includes(moduleOf(from)) &&
        !isPackage(target) &&
        isModule(target) &&
        kindOf(target) !== 'pure' &&
        !known.has(target),
    );
    expect(strays.map(show)).toEqual([]);
  });

  test('no foundation imports the records', () => {
    const strays = imports.filter(
      ({ from, target }) => foundations.includes(moduleOf(from)) && moduleOf(target) === records,
    );
    expect(strays.map(show)).toEqual([]);
  });

  test('a module imports no other module of its own layer and none above', () => {
    const strays = runTime.filter(
      ({ from, target }) =>
        isModule(from) &&
        isModule(target) &&
        moduleOf(from) !== moduleOf(target) &&
        layers[moduleOf(target)]! >= layers[moduleOf(from)]!,
    );
    // Roles and permissions may be used by every module of the layer.
    expect(strays.filter(({ target }) => !target.startsWith('identity/')).map(show)).toEqual([]);
  });

  test('the hosts use the database only through the core', () => {
    const hosts = ['api', 'cli', 'web'].flatMap((host) => filesUnder(join(root, '..', host)));
    expect(hosts.length).toBeGreaterThan(50);
    const strays = hosts
      .filter((path) => !/\/(test|e2e)\//.test(path))
      .flatMap(importsOf)
      .filter(
        ({ target }) => target === 'pg' || target === 'kysely' || target.startsWith('kysely/'),
      );
    expect(strays.map(show)).toEqual([]);
  });

  test('only the assembly imports operations', () => {
    const strays = imports.filter(
      ({ from, target }) =>
        kindOf(target) === 'operations' && isModule(target) && !assembly.includes(from),
    );
    expect(strays.map(show)).toEqual([]);
  });
});

describe('names', () => {
  test('a file imports what its name allows', () => {
    const strays = runTime.filter(
      ({ from, target }) =>
        isModule(from) && isModule(target) && !mayImport[kindOf(from)].includes(kindOf(target)),
    );
    expect(strays.map(show)).toEqual([]);
  });

  test("a module does not import another module's queries", () => {
    const strays = imports.filter(
      ({ from, target }) =>
        isModule(from) &&
        isModule(target) &&
        moduleOf(from) !== moduleOf(target) &&
        kindOf(target) === 'queries',
    );
    expect(strays.map(show)).toEqual([]);
  });

  // Pure computation, no access to the machine.
  const browserPackages = ['zod', 'libphonenumber-js/max'];

  test('code that runs in the browser imports only pure packages', () => {
    const strays = runTime.filter(({ from, target }) => {
      if (!isModule(from) || !browserKinds.includes(kindOf(from))) return false;
      if (isPackage(target)) return !browserPackages.includes(target);
      return (
        moduleOf(target) !== 'kernel' &&
        !(isModule(target) && browserKinds.includes(kindOf(target)))
      );
    });
    expect(strays.map(show)).toEqual([]);
  });

  test('rules read no clock and no database', () => {
    const offenders = files.filter((path) => {
      if (!browserKinds.includes(kindOf(path)) || !isModule(relative(root, path))) return false;
      return /\bDate\.now\(|new Date\(\)|Math\.random\(/.test(readFileSync(path, 'utf8'));
    });
    expect(offenders.map((path) => relative(root, path))).toEqual([]);
  });
});

test('no files import one another in a circle', () => {
  const web = filesUnder(join(root, '..', 'web'));
  const pages = web.filter((path) => /\/pages\/.*-page\.tsx$/.test(path));
  const targets = new Map<string, string[]>();
  for (const path of [...files, ...web]) {
    const ofFile = importsOf(path).filter(({ typeOnly }) => !typeOnly);
    targets.set(
      relative(root, path),
      ofFile.map(({ target }) => target),
    );
  }
  // It imports the pages with a glob pattern.
  targets.get('../web/app/pages.ts')?.push(...pages.map((path) => relative(root, path)));

  const circles: string[] = [];
  const done = new Set<string>();
  const follow = (file: string, way: readonly string[]) => {
    if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(' -> '));
    if (done.has(file) || way.includes(file)) return;
    for (const target of targets.get(file) ?? []) follow(target, [...way, file]);
    done.add(file);
  };
  for (const file of targets.keys()) follow(file, []);
  expect(targets.get('../web/app/pages.ts')?.length).toBeGreaterThan(5);
  expect(circles).toEqual([]);
});

/** The module that writes each table, and which others may read it in their SQL; reports may read any. */
const tables: Record<string, { writer: string | readonly string[]; readers?: readonly string[] }> =
  {
    account_months: { writer: 'accounting' },
    accounting_months: { writer: 'accounting' },
    accounts: { writer: 'accounting' },
    journal_entries: { writer: 'accounting', readers: ['billing'] },
    journal_lines: { writer: 'accounting', readers: ['billing'] },
    users: { writer: 'identity' },
    sessions: { writer: 'identity' },
    login_attempts: { writer: 'identity' },
    sign_in_addresses: { writer: 'identity' },
    settings: { writer: ['company', 'jobs'] },
    currency_rates: { writer: 'rates' },
    customers: { writer: 'customers', readers: ['billing'] },
    customer_status_changes: { writer: 'customers', readers: ['billing'] },
    invoices: { writer: 'billing' },
    invoice_lines: { writer: 'billing' },
    invoice_emails: { writer: 'billing' },
    payments: { writer: 'billing' },
    payment_allocations: { writer: 'billing' },
    reversed_allocations: { writer: 'billing' },
    billing_runs: { writer: 'billing' },
    bandwidth_purchases: { writer: 'billing' },
    import_runs: { writer: 'imports' },
    job_runs: { writer: 'jobs' },
    audit_log: { writer: 'records' },
    idempotency_keys: { writer: ['records', 'identity'] },
    outbox: { writer: 'records' },
    outbox_consumers: { writer: 'records' },
    outbox_deliveries: { writer: 'records' },
    counters: { writer: 'database', readers: ['accounting'] },
    schema_migrations: { writer: 'database', readers: ['jobs'] },
  };

describe('tables', () => {
  const mayHoldSql = (file: string) =>
    !isModule(file) || ['queries', 'fragments'].includes(kindOf(file));
  const sources = files.map((path) => ({
    file: relative(root, path),
    source: readFileSync(path, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, ''),
  }));

  test('every table has a writer', () => {
    const schema = readFileSync(join(root, 'database/schema.sql'), 'utf8');
    const names = [...schema.matchAll(/^CREATE TABLE public\.(\w+)/gm)].map((match) => match[1]);
    expect(names).toEqual(Object.keys(tables).sort());
  });

  test("only a module's own queries write its tables", () => {
    const offenders: string[] = [];
    for (const { file, source } of sources) {
      for (const [table, { writer }] of Object.entries(tables)) {
        const writes = new RegExp(
          `\\b(?:insert into|update|delete from)\\s+"?${table}"?\\b|(?:insertInto|updateTable|deleteFrom)\\('${table}[ ']|(?:insertRows(?:<[^>]*>)?\\(\\s*\\w+(?:\\.\\w+)*,|insertionOf(?:<[^>]*>)?\\()\\s*'${table}'`,
        );
        if (writes.test(source) && !([writer].flat().includes(moduleOf(file)) && mayHoldSql(file)))
          offenders.push(`${file} writes ${table}`);
      }
    }
    expect(offenders).toEqual([]);
  });

  test('a table is read by the modules that are named here, in their queries', () => {
    const offenders: string[] = [];
    for (const { file, source } of sources) {
      for (const [table, { writer, readers = [] }] of Object.entries(tables)) {
        const reads = new RegExp(
          `\\b(?:from|join|using)\\s+"?${table}"?\\b|(?:selectFrom|[jJ]oin|byKey)\\(\\s*\\[?'${table}[ ']`,
        );
        const may = [writer, readers, 'reports', 'database'].flat().includes(moduleOf(file));
        if (reads.test(source) && !(may && mayHoldSql(file)))
          offenders.push(`${file} reads ${table}`);
      }
    }
    expect(offenders).toEqual([]);
  });
});
