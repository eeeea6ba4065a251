import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { modules } from '../core/modules.ts';
import {
  assembly,
  browserKinds,
  files,
  filesUnder,
  foundations,
  imports,
  importsOf,
  isModule,
  isPackage,
  kindOf,
  layers,
  mayImport,
  moduleOf,
  records,
  root,
  runTime,
  show,
} from './source-files.ts';

/**
 * Enforces docs/architecture.md: a file's name decides what it may import, a module uses only services of lower
 * layers, and the kernel contains nothing of the domain.
 */
test('the reader of imports sees what it should', () => {
  expect(imports.length).toBeGreaterThan(200);
  expect(imports.map(show)).toContain('billing/runs/service.ts -> billing/runs/queries.ts');
});

describe('layers', () => {
  test('every folder of core has a row in core/modules.ts', () => {
    const folders = readdirSync(root, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !['dist', 'node_modules'].includes(entry.name))
      .map(({ name }) => name);
    expect(folders.sort()).toEqual(Object.keys(modules).sort());
  });

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

  test('only the assembly and their own module import operations', () => {
    const strays = imports.filter(
      ({ from, target }) =>
        kindOf(target) === 'operations' &&
        isModule(target) &&
        moduleOf(from) !== moduleOf(target) &&
        !assembly.includes(from),
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
