import { firstEmployees } from '@nimule/fixtures/testing/employees';
import { contextOf } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openShell, type Shell } from './harness.ts';

let shell: Shell;
beforeAll(async () => {
  shell = await openShell();
  await firstEmployees(contextOf(shell.app), 3);
});
afterAll(() => shell.close());

it('runs, approves and pays the payroll of a month', async () => {
  expect(await shell.json('hr employees --status active')).toHaveLength(3);
  const run = 'hr payroll run --month 2026-10';
  const preview = await shell.isp(`${run} --dry-run`);
  expect(preview.stdout).toContain('1,000.00');
  expect(preview.stderr).toContain('Nothing was written.');
  expect(await shell.json(run)).toMatchObject({ batchNumber: 'PB-2026-0001', processed: 3 });
  const again = await shell.isp(run);
  expect(again.code).toBe(7);
  expect(again.stderr).toContain('PR-2026-0001 is a payroll of days in the month already.');
  expect((await shell.isp('hr payroll pay --month 2026-10 --account bank')).code).toBe(7);
  expect((await shell.isp('hr payroll approve PB-2026-0009')).code).toBe(5);
  const approved = await shell.isp('hr payroll approve pb-2026-0001');
  expect(approved).toMatchObject({ code: 0, stderr: '3 approved.\n' });
  const paid = await shell.json('hr payroll pay --month 2026-10 --account bank --currency SSP');
  expect(paid).toMatchObject({ paymentNumber: 'PYP-2026-0001', payrolls: 3, amountUsd: 2310 });
  const statuses = (await shell.json('hr payroll list --month 2026-10')) as { status: string }[];
  expect(statuses.map(({ status }) => status)).toEqual(['paid', 'paid', 'paid']);
  expect((await shell.isp('books check')).code).toBe(0);
});

it('lists leave and attendance', async () => {
  expect(await shell.json('hr leave --status pending')).toEqual([]);
  const { stdout, stderr } = await shell.isp('hr attendance --date 2026-11-20');
  expect(stdout).toContain('EMP-001');
  expect(stderr).toBe('2026-11-20: 0 present, 0 late, 0 absent, 0 on leave, 3 not marked.\n');
  const refused = await shell.isp(['hr', 'employees', '--department', 'Kitchen']);
  expect(refused.stderr).toContain('There is no department Kitchen. There are:');
});
