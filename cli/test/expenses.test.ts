import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openShell, type Shell } from './harness.ts';

let shell: Shell;
let folder: string;
beforeAll(async () => {
  shell = await openShell();
  folder = mkdtempSync(join(tmpdir(), 'nimule-expenses-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await shell.close();
});

it('records, pays, lists and exports expenses', async () => {
  const create =
    'expenses create --vendor Landlord --description Rent --expense-type operating_expense --category rent --amount 100';
  const owed = await shell.json(`${create} --account accounts_payable --date 2026-11-02`);
  expect(owed).toMatchObject({ transactionId: 'TXN-2026-000001', paid: 'unpaid', amountUsd: 100 });
  expect((await shell.isp(`${create} --account till`)).code).toBe(2);
  await shell.isp(`${create} --account cash`);
  const pay = 'expenses pay txn-2026-000001 --account cash';
  expect(await shell.json(`${pay} --amount 8000 --currency SSP`)).toMatchObject({ openUsd: 80 });
  const numbers = async (query: string) =>
    ((await shell.json(`expenses list ${query}`)) as { transactionId: string }[]).map(
      ({ transactionId }) => transactionId,
    );
  expect(await numbers('--paid open')).toEqual(['TXN-2026-000001']);
  expect(await numbers('--q landlord --sort date')).toEqual(['TXN-2026-000001', 'TXN-2026-000002']);
  expect(await shell.json(pay)).toMatchObject({ paid: 'paid', openUsd: 0 });
  expect((await shell.isp('expenses pay TXN-2026-000009 --account cash')).code).toBe(5);
  const { stdout } = await shell.isp('expenses export --month 2026-11 --sort date');
  expect(stdout).toContain(
    'TXN-2026-000001,2026-11-02,Landlord,Rent,operating_expense,rent,100.00',
  );
});

it('imports a pasted file once, after a preview', async () => {
  const file = join(folder, 'paste.txt');
  writeFileSync(
    file,
    'Date\tSite\tMbps\tAmount\n01/10/2026\tJuba\t100\t$2,500\n02/10/2026\t\t10\t(5)\n',
  );
  const line = ['expenses', 'import', file, '--vendor', 'Juba Networks'];
  const preview = await shell.isp([...line, '--dry-run']);
  expect(preview.stdout).toContain('2,500.00');
  expect(preview.stdout).toContain('which are dropped');
  expect(preview.stderr).toContain('Line 1 is left out: Its first column is not a date');
  expect(preview.stderr).toContain('1 of 2 would be recorded. Nothing was written.');
  expect((await shell.isp(line)).stderr).toContain(
    '1 expense recorded on account, 1 left out, 0 refused.',
  );
  expect((await shell.isp(line)).stderr).toContain('0 expenses recorded, 2 left out, 0 refused.');
  writeFileSync(file, '03/10/2026\tJuba\t1\t12,50\n04/10/2026\tJuba\t1\t1E+05\n');
  const paid = await shell.isp([...line, '--account', 'checking', '--currency', 'SSP']);
  expect(paid.stderr).toContain('1 expense recorded as paid from checking, 1 left out');
  expect(paid.stdout).toContain('"12,50" was read as SSP 12.50.');
  writeFileSync(file, '31/02/2026\tJuba\t100\t10\n');
  expect((await shell.isp(line)).code).toBe(7);
  writeFileSync(file, 'nothing');
  expect((await shell.isp(line)).code).toBe(2);
  expect((await shell.isp(['expenses', 'import', folder, '--vendor', 'x'])).code).toBe(2);
});

it('reads a pasted file in the encodings of spreadsheets, and refuses one that is no text', async () => {
  const file = join(folder, 'encoded.txt');
  const line = ['expenses', 'import', file, '--vendor', 'x', '--dry-run'];
  const text = '03/10/2026\tSociété du Nil\t1\t20\n';
  for (const bytes of [
    Buffer.from(text, 'latin1'),
    Buffer.from(`\uFEFF${text}`, 'utf16le'),
    Buffer.from(`\uFEFF${text}`),
  ]) {
    writeFileSync(file, bytes);
    expect((await shell.isp(line)).stdout).toContain('Société du Nil');
  }
  writeFileSync(file, Buffer.from('PK\x03\x04\0\0\0\0', 'latin1'));
  const { code, stderr } = await shell.isp(line);
  expect([code, stderr]).toEqual([2, expect.stringContaining('is not a text')]);
});
