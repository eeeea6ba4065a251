import { type Role, roles } from '@nimule/core/identity/roles';
import { ownReportNames } from '@nimule/core/reports/built-in/schema';
import { reportTypes } from '@nimule/core/reports/comprehensive/schema';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { type Harness, staffCookie, startHarness } from './harness.ts';

let harness: Harness;
const cookies = new Map<Role, string>();
beforeAll(async () => {
  harness = await startHarness({ requestsPerMinute: Number.POSITIVE_INFINITY });
  for (const role of roles) cookies.set(role, await staffCookie(harness, role));
});
afterAll(() => harness.close());

const get = (url: string, role: Role = 'master_admin') =>
  harness.server.inject({ method: 'GET', url, headers: { cookie: cookies.get(role)! } });
const post = (url: string, payload: object, role: Role = 'master_admin') =>
  harness.server.inject({ method: 'POST', url, headers: { cookie: cookies.get(role)! }, payload });

/** The names of the tables of a .csv file. */
const tablesOf = (csv: string) =>
  [...csv.matchAll(/(?:^|\r\n\r\n)\uFEFF?([^\r\n]*)\r\n/g)].map(([, name]) => name);

test.each([
  'startDate=2026-02-29',
  'startDate=2026-13-01',
  'startDate=2026-11-02&endDate=2026-11-01',
  'startDate=2026-01-01&startDate=2026-02-01',
  'startDate=',
  'startDate=1999-12-31',
  'endDate=2027-11-22',
  'endDate=9999-12-31',
  'startDate=2000-01-01',
  'startDate=2016-02-29&endDate=2026-03-01',
  `startDate=${'9'.repeat(5000)}`,
  'startDate=%00',
])('a range of %.40s is refused by every report and file', async (query) => {
  for (const url of [
    ...reportTypes.map((type) => `/api/reports/${type}?`),
    ...reportTypes.map((type) => `/api/reports/export/csv?type=${type}&`),
    ...ownReportNames.map((name) => `/api/reports/own/${name}?`),
    ...ownReportNames.map((name) => `/api/reports/own/${name}/export?format=csv&`),
  ])
    expect([url, (await get(url + query)).statusCode]).toEqual([url, 400]);
});

test.each([
  'startDate=2024-02-29&endDate=2024-02-29',
  'startDate=2016-02-29&endDate=2026-02-28',
  'startDate=2027-01-01',
])('a range of %s is answered, as is each of its files', async (query) => {
  for (const type of reportTypes) {
    expect((await get(`/api/reports/${type}?${query}`)).statusCode).toBe(200);
    expect((await get(`/api/reports/export/csv?type=${type}&${query}`)).statusCode).toBe(200);
  }
  for (const name of ownReportNames) {
    // Ageing is as of today and refuses days.
    const days = name === 'ageing' ? '' : query;
    expect((await get(`/api/reports/own/${name}?${days}`)).statusCode).toBe(200);
    const file = await get(`/api/reports/own/${name}/export?format=xlsx&${days}`);
    expect([name, file.statusCode]).toEqual([name, 200]);
  }
});

describe('a role that may not see a section', () => {
  /** Of each report that is denied to some: who may see it. */
  const seen: Record<string, readonly Role[]> = {
    'result-by-account': roles.filter((role) => role !== 'technical_manager'),
    'cash-by-cashier': [
      ...(['master_admin', 'super_admin', 'developer'] as const),
      ...(['admin', 'manager', 'billing'] as const),
    ],
    'payroll-by-month': [
      ...(['master_admin', 'super_admin', 'developer'] as const),
      ...(['ceo', 'admin', 'manager'] as const),
    ],
  };

  it.each(roles)('has none of its rows in any file: %s', async (role) => {
    const isTechnical = role === 'technical_manager';
    const { body } = await get('/api/reports/export/csv?type=comprehensive', role);
    expect(tablesOf(body)).toEqual([
      'Figures',
      ...(isTechnical ? [] : ['Ledger lines']),
      ...['Customers', 'Invoices', 'Purchase orders'],
      ...(isTechnical ? [] : ['Employees', 'Payroll in the ledger']),
      'Support tickets',
    ]);
    const report = (await get('/api/reports/comprehensive', role)).json();
    expect(report.hidden).toEqual(isTechnical ? ['financialSummary', 'hrAnalysis'] : []);
    for (const name of ownReportNames) {
      const status = !seen[name] || seen[name].includes(role) ? 200 : 403;
      for (const url of [`/api/reports/own/${name}`, `/api/reports/own/${name}/export?format=csv`])
        expect([url, (await get(url, role)).statusCode]).toEqual([url, status]);
    }
  });

  it.each(roles)('schedules no report with it: %s', async (role) => {
    const maySchedule = seen['payroll-by-month']!.includes(role);
    for (const report of ['hr', ...Object.keys(seen)]) {
      const input = { report, format: 'csv', every: 'monthly', recipients: ['a@example.com'] };
      const { statusCode } = await post('/api/reports/schedules', input, role);
      const may = maySchedule && (seen[report]?.includes(role) ?? true);
      // To a stranger none that shows pay.
      const made = report === 'hr' || report === 'payroll-by-month' ? 400 : 200;
      expect([report, statusCode]).toEqual([report, may ? made : 403]);
    }
    for (const url of ['/api/reports/schedules', '/api/reports/recipients'])
      expect((await get(url, role)).statusCode).toBe(maySchedule ? 200 : 403);
  });
});

test.each([
  [[]],
  [['a@example.com\nBcc: eve@example.com']],
  [['"a,b"@example.com']],
  [['a@localhost']],
  [['a@example.com, b@example.com']],
  [[`${'a'.repeat(200)}@example.com`]],
  [Array.from({ length: 21 }, (_, index) => `a${index}@example.com`)],
  ['a@example.com'],
])('refuses %.60j as recipients', async (recipients) => {
  const input = { report: 'financial', format: 'pdf', every: 'daily', recipients };
  const answer = await post('/api/reports/schedules', input);
  expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, ['recipients']]);
});
