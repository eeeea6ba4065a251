import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { contextOf, createMarkedApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Ctx } from '../../context.ts';
import { exportEmployees } from '../../hr/employees/service-export.ts';
import { listEmployees } from '../../hr/employees/service-list.ts';
import type { ImportInput } from '../schema.ts';
import { importFile } from '../service.ts';
import { undoRun } from '../undo/service.ts';

let app: TestApp;
let folder: string;
const ctx = (role: 'manager' | 'billing' = 'manager'): Ctx => contextOf(app, staff(role));

beforeAll(async () => {
  app = await createMarkedApp('2026-11-21T08:00:00Z');
  folder = await mkdtemp(join(tmpdir(), 'nimule-employees-'));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

async function load(content: string, input: Partial<ImportInput> = {}, by = ctx()) {
  const path = join(folder, 'upload');
  await writeFile(path, content);
  return importFile(by, { filename: 'staff.csv', path, size: 1 }, { type: 'general', ...input });
}

const FILE = `Employee No,Full Name,Work Email,Mobile,Dept,Designation,Basic Salary,Contract Type,Date of Joining,Joined,Bank,Bank A/C No
EMP-010,Mary Keji Lado,mary@example.net,0977 123 456,Network Operations,Field Engineer,"1,450.50",Full Time,,01/03/2024,Example Bank,0001234567
,Peter Wani,peter@example.net,0912000111,administration,Accountant,700,permanent,,2023-05-15,,
,Grace Deng,grace@example.net,0912000112,Space,Pilot,700,permanent,,2023-05-15,,
`;

it('is told by its headers, keeps its numbers, and changes nothing the second time', async () => {
  const counts = { recordsCreated: 2, recordsUpdated: 0, recordsFailed: 1 };
  expect(await load(FILE, { dryRun: true })).toMatchObject(counts);
  expect(await load(FILE)).toMatchObject(counts);
  const { rows } = await listEmployees(ctx(), {});
  expect(rows).toMatchObject([
    {
      ...{ employeeNumber: 'EMP-010', firstName: 'Mary Keji', lastName: 'Lado' },
      ...{ department: 'Network Operations', position: 'Field Engineer', baseSalary: 145_050 },
      ...{ employmentType: 'full-time', hireDate: '2024-03-01', bankAccount: '0001234567' },
    },
    { employeeNumber: 'EMP-011', lastName: 'Wani', department: 'Administration' },
  ]);
  expect(await load(FILE)).toMatchObject({ recordsCreated: 0, recordsUpdated: 0 });
});

it('reads what the export wrote, and changes nothing', async () => {
  const file = await exportEmployees(ctx(), { format: 'csv' });
  const content = await text(Readable.from(file.body as AsyncIterable<Uint8Array>));
  expect(await load(content)).toMatchObject({
    ...{ recordsCreated: 0, recordsUpdated: 0, recordsFailed: 0 },
  });
});

it('is refused without hr.write, and undone', async () => {
  await expect(load(FILE, { type: 'employees' }, ctx('billing'))).rejects.toMatchObject({
    kind: 'forbidden',
  });
  const runs = await sql<{
    id: number;
  }>`select min(id) as id from import_runs where created = 2`.execute(app.db);
  await undoRun(ctx(), runs.rows[0]!.id, { wait: true });
  expect((await listEmployees(ctx(), {})).rows).toEqual([]);
});
