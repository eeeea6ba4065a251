import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createManualInvoice } from '@nimule/core/billing/invoices/service';
import { isoDate } from '@nimule/core/kernel/dates';
import { cents } from '@nimule/core/kernel/money';
import { addCustomers } from '@nimule/fixtures/testing/customers';
import { contextOf } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openShell, type Shell } from './harness.ts';

let shell: Shell;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nimule-shell-reports-'));
  shell = await openShell();
  await addCustomers(shell.app, 1);
});
afterAll(async () => {
  await shell.close();
  await rm(folder, { recursive: true });
});

it('lists reports and shows one', async () => {
  const names = (await shell.json('reports list')) as { name: string }[];
  expect(names.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['comprehensive', 'hr', 'ageing', 'cash-by-cashier']),
  );
  expect(await shell.json('reports show customer --from 2026-11-01 --to 2026-11-30')).toMatchObject(
    {
      type: 'customer',
      dateRange: { startDate: '2026-11-01', endDate: '2026-11-30' },
      customerMetrics: { totalCustomers: expect.any(Number) },
      billingAnalysis: { totalInvoices: 0 },
      hidden: [],
    },
  );
  const { stdout, stderr } = await shell.isp('reports show procurement');
  expect(stderr).toMatch(/^2026-01-01 to 2026-/);
  expect(stdout).toMatch(/procurement analysis\s+total spend\s+0\.00/);
});

it('shows amounts with cents in tables, and as numbers in CSV', async () => {
  const [customer] = (await shell.json('customers list')) as { id: number }[];
  await createManualInvoice(contextOf(shell.app), {
    ...{ customerId: customer!.id, description: 'Cabling', amountUsd: cents(1234_50) },
    billDate: isoDate('2026-10-05'),
  });
  const show = 'reports show financial --from 2026-10-01 --to 2026-10-31';
  const table = await shell.isp(show);
  expect(table.stdout).toMatch(/billed amount\s+1,234\.50/);
  expect(table.stdout).toMatch(/billed amount SSP\s+493,800\.00/);
  expect(table.stdout).toMatch(/total invoices\s+1\s/);
  const csv = await shell.isp(`${show} --format csv`);
  expect(csv.stdout).toContain('billing analysis,billed amount,1234.5\r\n');
});

it('refuses days in the wrong order and unknown reports', async () => {
  const wrong = await shell.isp('reports show hr --from 2026-11-02 --to 2026-11-01');
  expect(wrong.stderr).toContain('The last day cannot be before the first.');
  expect(wrong.code).not.toBe(0);
  expect((await shell.isp('reports own nothing')).code).not.toBe(0);
  for (const command of ['show', 'export']) {
    const own = await shell.isp(`reports ${command} ageing`);
    expect(own.stderr).toContain('isp reports own ageing');
    expect(own.code).not.toBe(0);
  }
});

it('writes reports to files, in the format of their names', async () => {
  const written = async (command: string, name: string) => {
    const path = join(folder, name);
    const { code } = await shell.isp(`${command} --output ${path}`);
    expect(code).toBe(0);
    return (await readFile(path)).subarray(0, 4).toString('latin1');
  };
  expect(await written('reports export comprehensive', 'all.pdf')).toBe('%PDF');
  expect(await written('reports export financial', 'money.xlsx')).toBe('PK\u0003\u0004');
  expect(await written('reports own ageing', 'debts.csv')).toBe('\u00EF\u00BB\u00BFC');
});

it('schedules reports by e-mail', async () => {
  const add = 'reports schedules add financial grace@example.com,peter@example.com';
  const { stdout } = await shell.isp(`${add} --every weekly --file xlsx`);
  expect(stdout).toMatch(/Financial report/);
  const list = () =>
    shell.json('reports schedules list') as Promise<{ id: number; [name: string]: unknown }[]>;
  const [made] = await list();
  expect(made).toMatchObject({
    report: 'financial',
    every: 'weekly',
    format: 'xlsx',
    recipients: ['grace@example.com', 'peter@example.com'],
    isActive: true,
    lastDelivery: null,
  });
  const { id } = made!;
  expect((await shell.isp(`reports schedules send ${id}`)).stderr).toMatch(
    /^2 e-mails of \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d wait to be sent\.\n$/,
  );
  const again = await shell.isp(`reports schedules send ${id}`);
  expect(again.stderr).toContain('Its last e-mails still wait to be sent.');
  expect(again.code).not.toBe(0);
  expect((await shell.isp('reports schedules list')).stdout).toContain(
    '0 sent, 2 waiting, 0 failed',
  );
  await shell.isp(`reports schedules stop ${id}`);
  expect(await list()).toMatchObject([{ isActive: false, nextOn: null }]);
  await shell.isp(`reports schedules resume ${id}`);
  expect(await list()).toMatchObject([{ isActive: true, version: 3 }]);
  expect((await shell.isp(`reports schedules remove ${id}`)).stderr).toBe('Removed.\n');
  expect(await list()).toEqual([]);
  const gone = await shell.isp(`reports schedules stop ${id}`);
  expect(gone.stderr).toContain(`Scheduled report ${id} was not found.`);
  const wrong = await shell.isp('reports schedules add financial grace');
  expect(wrong.stderr).toContain("'grace' is not an e-mail address such as name@example.com.");
  expect(wrong.code).not.toBe(0);
});

it('shows the insights, and writes them as a PDF that is not replaced unasked', async () => {
  const { stdout } = await shell.isp('reports insights');
  expect(stdout).toMatch(
    /^[A-Z][a-z]+ \d{4}, as of \d{1,2} [A-Z][a-z]{2} \d{4}\.\n\nCollection rate\n- /,
  );
  const body = (await shell.json('reports insights')) as {
    insight: string;
    driver: string;
    sections: { title: string; lines: { text: string }[] }[];
  };
  expect(body.driver).toBe('local');
  expect(stdout).toBe(`${body.insight}\n`);
  const path = join(folder, 'insights.pdf');
  const pdf = `reports insights --pdf ${path}`;
  expect((await shell.isp(pdf)).code).toBe(0);
  const made = await readFile(path);
  expect(made.subarray(0, 5).toString()).toBe('%PDF-');
  expect((await shell.isp(pdf)).code).not.toBe(0);
  expect(await readFile(path)).toEqual(made);
  expect((await shell.isp(`${pdf} --force`)).code).toBe(0);
});

it('shows the figures of the reports tab, with samples named as such', async () => {
  const { stdout, stderr } = await shell.isp('reports analytics');
  expect(stdout).toMatch(/total customers\s+1\n/);
  expect(stdout).toMatch(/annual revenue USD\s+1,234\.50\n/);
  expect(stdout).toMatch(/revenue growth\s+-100%\n/);
  expect(stdout).toMatch(/churn rate\s+0%\n/);
  expect(stdout).toMatch(/satisfaction\s+[\d.]+ \(sample\)/);
  expect(stderr).toMatch(/^\d{4}-\d\d-01 to \d{4}-\d\d-\d\d\./);
  expect(await shell.json('reports analytics --period annual')).toMatchObject({
    period: 'annual',
    dateRange: { startDate: expect.stringMatching(/-01-01$/) },
    previousRange: { startDate: expect.stringMatching(/-01-01$/) },
    totalCustomers: 1,
  });
  const wrong = await shell.isp('reports analytics --period daily');
  expect(wrong.code).not.toBe(0);
  expect(wrong.stderr).toContain('weekly');
});

it('tells what needs a person', async () => {
  const items = (await shell.json('reports attention')) as { kind: string; title: string }[];
  expect(items.map(({ kind }) => kind)).toContain('billing');
  const { stdout } = await shell.isp('reports attention');
  for (const { title } of items) expect(stdout).toContain(title.slice(0, 20));
});
