import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sourceFile } from '@nimule/fixtures/testing/documents/source-imports';
import { contextOf, createMarkedApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { listCustomers } from '../../billing/accounts/service-list.ts';
import { importedEmployee } from '../../hr/employees/schema-import.ts';
import { parseList } from '../../messaging/recipients/rules-list.ts';
import { listSuppliers } from '../../procurement/suppliers/service-list.ts';
import { previewFile } from '../preview/service.ts';
import type { ImportInput } from '../schema.ts';
import { importFile } from '../service.ts';

let app: TestApp;
let folder: string;
const ctx = () => contextOf(app, staff('super_admin'));

beforeAll(async () => {
  app = await createMarkedApp('2026-11-21T08:00:00Z');
  folder = await mkdtemp(join(tmpdir(), 'nimule-telephones-'));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

async function load(path: string, type: ImportInput['type']) {
  const { size } = await stat(path);
  return importFile(ctx(), { filename: 'people.csv', path, size }, { type });
}
async function loadText(text: string, type: ImportInput['type']) {
  const path = join(folder, 'upload');
  await writeFile(path, text);
  return load(path, type);
}

it('a column of telephone numbers is read in every spelling, and what is none is told once', async () => {
  const path = sourceFile('telephones');
  const preview = await previewFile(
    ctx(),
    { path, filename: 'people.csv' },
    { type: 'customers', show: 'all' },
  );
  const told = preview.reasons.filter(({ field }) => field === 'phone');
  expect(told.map(({ message, rows }) => [message, rows])).toEqual([
    [
      'phone: Please enter a valid South Sudan phone number. Left out: +256772123411, ask, +254722123413.',
      3,
    ],
    [
      'phone: The number was read from cells with other signs, and the others left out: Mobile: ٠٩٧٧١٢٣٤٠٩ / 0922123409 as +211977123409, 0977-123-410 0922123410 as +211922123410.',
      2,
    ],
  ]);
  const result = await load(path, 'customers');
  expect(result).toMatchObject({ recordsCreated: 13, errors: [] });
  expect(result.warnings.filter((warning) => warning.includes('phone:'))).toHaveLength(2);
  const { rows } = await listCustomers(ctx(), { sort: 'customerId', pageSize: 50 });
  const phones = rows.map(({ customerId, phone }) => [customerId, phone]);
  const numbered = Array.from({ length: 9 }, (_, at) => [`P-0${at + 1}`, `+21197712340${at + 1}`]);
  expect(phones).toEqual([
    ...numbered,
    ['P-10', '+211922123410'],
    ['P-11', ''],
    ['P-12', ''],
    ['P-13', ''],
  ]);
  expect(await load(path, 'customers')).toMatchObject({ recordsUnchanged: 13 });
});

it('employees, suppliers and lists of numbers are read alike', async () => {
  expect(z.decode(importedEmployee, { phone: '211977123456' })).toEqual({ phone: '+211977123456' });
  await loadText(
    'name,phone\nJuba Networks,٢١١٩٧٧١٢٣٤٥٦\nKampala Cables,+256772123456\n',
    'suppliers',
  );
  const { rows: suppliers } = await listSuppliers(ctx(), { sort: 'name' });
  expect(suppliers.map(({ phone }) => phone)).toEqual(['+211977123456', '+256772123456']);
  expect(
    parseList(
      'Phone\n211977123456\n٠٩٧٧١٢٣٤٥٧, Achol\nBol +211 (0)977-123-458\n00211977123459.0\n0977123456',
    ),
  ).toMatchObject({
    numbers: [
      { phone: '+211977123456', name: '' },
      { phone: '+211977123457', name: 'Achol' },
      { phone: '+211977123458', name: 'Bol' },
      { phone: '+211977123459', name: '' },
    ],
    unusable: [],
    doubles: ['+211977123456'],
  });
});
