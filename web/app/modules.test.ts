import { roleHolds } from '@nimule/core/identity/permissions';
import { type Role, roles } from '@nimule/core/identity/roles';
import { type BuiltImportType, builtTypes } from '@nimule/core/imports/schema-types';
import { drawerParameters } from '@nimule/core/reports/kinds/schema';
import { describe, expect, test } from 'vitest';
import { linksFrom, modulesFor, sidebarFor } from './modules/visible-modules.ts';
import { isPublic, isView, type ModuleName, moduleNames, modules } from './modules.ts';
import { addressOf, moduleAt } from './paths.ts';

const mayOf = (role: Role) => (permission: Parameters<typeof roleHolds>[1]) =>
  roleHolds(role, permission);
const sources = import.meta.glob<string>('../{app,client,pages,parts,ui}/**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const operations = [
  'Dashboard Overview',
  'Customer Management',
  'Billing & Accounts',
  'Internet Vouchers',
  'Network Management',
  'Support Tickets',
  'SMS Services',
  'AI Customer Support',
  'Reports & Analytics',
];
const business = [
  'Financial Management',
  'Expense Management',
  'Human Resources',
  'Procurement',
  'Sales Management',
];
const administration = ['User Management', 'Backup & Security'];
const specified = new Set([...operations, ...business, ...administration]);

/** What a role sees of the modules that the specification names, by sections. */
const sidebarOf = (role: Role) =>
  sidebarFor(mayOf(role)).map(({ items }) =>
    items.map((name) => modules[name].label).filter((label) => specified.has(label)),
  );

describe('the sidebar', () => {
  test.each(roles)('shows %s the modules of seeds/000 6', (role) => {
    const privileged = ['master_admin', 'super_admin', 'developer'].includes(role);
    const expected =
      role === 'technical_manager'
        ? ['Expense Management', 'Procurement', 'Sales Management']
        : [...business, ...(privileged ? administration : [])];
    expect(sidebarOf(role)[1]).toEqual(expected);
  });

  test('shows every role all core operations, in the order of seeds/000 2', () => {
    for (const role of roles) {
      expect(sidebarOf(role)[0]).toEqual(operations);
    }
  });
});

describe('the table of modules', () => {
  test('links every staff module from the sidebar or from another module', () => {
    const may = mayOf('master_admin');
    const reached = new Set<ModuleName>([
      ...sidebarFor(may).flatMap(({ items }) => items),
      ...moduleNames.flatMap((name) => linksFrom(may, name)),
      // The shell links the views of the dashboard.
      ...moduleNames.filter(isView),
    ]);
    expect(modulesFor(may)).toEqual(moduleNames.filter((name) => !isPublic(name)));
    expect(modulesFor(may).filter((name) => !reached.has(name))).toEqual([]);
    expect(linksFrom(may, 'customers')).toEqual(['dataImport']);
    expect(linksFrom(may, 'billing')).toEqual(['dataImport']);
    expect(linksFrom(may, 'network')).toEqual(['regionalCoverage']);
    expect(linksFrom(may, 'reports')).toEqual(['fullReports']);
    // seeds/002 6: every role sees the page; a role that may not import customers finds no link there.
    expect(linksFrom(mayOf('ceo'), 'customers')).toEqual([]);
    expect(modulesFor(mayOf('ceo'))).toContain('dataImport');
  });

  test.each(roles)('links %s to an import where the server lets the role import', (role) => {
    const may = mayOf(role);
    for (const name of moduleNames) {
      if (!modules.dataImport.linkedFrom?.includes(name)) continue;
      const { permission } = builtTypes[name as BuiltImportType];
      expect(linksFrom(may, name).includes('dataImport')).toBe(roleHolds(role, permission));
    }
  });

  test('has a unique URL for each module', () => {
    for (const name of moduleNames) {
      const { pathname, search } = new URL(addressOf(name), 'https://portal.example');
      expect(moduleAt(pathname, search)).toBe(name);
    }
    expect(moduleAt('/no-such-page', '')).toBeUndefined();
  });

  test('has a unique query parameter for each kind of record', () => {
    const parameters = [...drawerParameters, 'add', 'tab'];
    expect(drawerParameters).toContain('invoice');
    expect(new Set(parameters).size).toBe(parameters.length);
  });

  test('is the only place that contains paths', () => {
    const addresses = moduleNames.map((name) => addressOf(name)).concat('/dashboard', '/auth');
    const strays = Object.entries(sources)
      .filter(([file]) => !/\.test\.tsx?$|^\.\/(modules|paths)\.ts$/.test(file))
      .filter(([, source]) =>
        addresses.some(
          (address) =>
            source.includes(`"${address}`) ||
            source.includes(`'${address}`) ||
            source.includes(`\`${address}`),
        ),
      )
      .map(([file]) => file);
    expect(Object.keys(sources).length).toBeGreaterThan(100);
    expect(strays).toEqual([]);
  });

  test('has for each module an existing page with one export, or a page of its own', () => {
    for (const name of moduleNames) {
      const { page, ownPage } = modules[name];
      const kinds = [page, ownPage].filter((kind) => kind !== undefined);
      expect([name, kinds.length]).toEqual([name, 1]);
      if (page === undefined) continue;
      expect(sources[`../pages/${page}.tsx`]?.match(/^export /gm), page).toHaveLength(1);
    }
  });
});
