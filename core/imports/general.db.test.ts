import { countsOf, importText } from '@nimule/fixtures/testing/documents/imported';
import {
  contextOf,
  createMarkedApp,
  type MarkedApp,
  staff,
} from '@nimule/fixtures/testing/test-app';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { setOpeningDate } from '../accounting/opening/service.ts';
import { listAccounts, trialBalance } from '../accounting/service.ts';
import type { Role } from '../identity/roles.ts';
import { isoDate } from '../kernel/dates.ts';
import { cents } from '../kernel/money.ts';
import { updateRate } from '../rates/service.ts';
import type { ImportInput, ImportResult } from './schema.ts';

let app: MarkedApp;
const ctx = (role: Role = 'super_admin') => contextOf(app, staff(role));

beforeAll(async () => {
  app = await createMarkedApp('2026-11-21T08:00:00Z');
  await setOpeningDate(ctx(), { openingDate: isoDate('2026-11-01') });
  await app.mark();
});
afterEach(() => app.restore());
afterAll(async () => {
  await app.close();
});

function importAny(
  text: string,
  given: Partial<ImportInput> & { role?: Role } = {},
): Promise<ImportResult> {
  const { role, ...input } = given;
  return importText(ctx(role), text, { type: 'general', ...input });
}

async function balances(): Promise<Record<string, number>> {
  const { accounts } = await trialBalance(ctx(), { month: 10, year: 2026 });
  return Object.fromEntries(accounts.map(({ code, debit, credit }) => [code, debit - credit]));
}

const CHART = `Code,Name,Type,Parent
6110,Fuel,Expense,6100
6100,Vehicles,Expense,5000
1165,KCB Bank,Bank,
,Furniture,Fixed Assets,
`;

const TRIAL = `Trial balance,,
Account,Debit,Credit
1165 KCB Bank,"1,200.50",
Fuel,300.00,
Furniture,"2,000.00",
1210,99.50,
3110,,"3,600.00"
`;

describe('a general file', () => {
  it('is a chart of accounts or a trial balance by its columns, and changes nothing the second time', async () => {
    expect(countsOf(await importAny(CHART, { dryRun: true }))).toEqual([4, 0, 0, 0]);
    expect(countsOf(await importAny(CHART))).toEqual([4, 0, 0, 0]);
    expect(countsOf(await importAny(CHART))).toEqual([0, 0, 4, 0]);
    const accounts = await listAccounts(ctx());
    const furniture = accounts.find(({ name }) => name === 'Furniture');
    expect(furniture).toMatchObject({ code: '1910', parentCode: '1900', level: 2 });

    const dry = await importAny(TRIAL, { dryRun: true });
    expect(countsOf(dry)).toEqual([4, 0, 0, 1]);
    const opened = await importAny(TRIAL);
    expect({ ...opened, dryRun: true }).toEqual(dry);
    expect(opened.errors[0]).toContain('opening balances of customers');
    expect(await balances()).toEqual({
      '1165': 120_050,
      '1910': 200_000,
      '3110': -360_000,
      '3120': 9_950,
      '3210': 30_000,
    });
    expect(countsOf(await importAny(TRIAL))).toEqual([0, 0, 4, 1]);
    expect(
      countsOf(await importAny(TRIAL.replace('1,200.50', '1,000.50').replace('3,600', '3,400'))),
    ).toEqual([0, 3, 1, 1]);
  });

  it('posts nothing of a trial balance with a row that cannot be read', async () => {
    const result = await importAny('Account,Debit,Credit\n1110,ten,\n3110,,10\n');
    expect(countsOf(result)).toEqual([0, 0, 0, 2]);
    expect(await balances()).toEqual({});
  });

  it('reads amounts in SSP at the rate of that day', async () => {
    await updateRate(ctx(), { rate: cents(500_000), validFrom: isoDate('2026-10-01') });
    await importAny('Account,Debit SSP,Credit SSP\n1110,"500,000",\n3110,,"500,000"\n');
    expect(await balances()).toEqual({ '1110': 10_000, '3110': -10_000 });
  });

  it('with customers is imported as customers, if the user may', async () => {
    const text = 'Customer ID,Full Name,Phone\nC-1,Achol Deng,0912345678\n';
    expect((await importAny(text, { dryRun: true, role: 'support' })).recordsProcessed).toBe(1);
    await expect(importAny(CHART, { role: 'support' })).rejects.toMatchObject({
      kind: 'forbidden',
      message: expect.stringContaining('change the chart of accounts'),
    });
    await expect(importAny(TRIAL, { role: 'manager' })).rejects.toMatchObject({
      kind: 'forbidden',
    });
    await expect(importAny(CHART, { role: 'technician' })).rejects.toMatchObject({
      kind: 'forbidden',
    });
    await expect(importAny('Weight,Colour\n1,red\n')).rejects.toMatchObject({
      kind: 'rule',
      message: expect.stringContaining('Weight, Colour'),
    });
  });

  it('can have at most 5000 rows where all are needed at once', async () => {
    const rows = Array.from({ length: 5001 }, (_, index) => `${index}x,Account ${index},Expense`);
    await expect(importAny(`Code,Name,Type\n${rows.join('\n')}\n`)).rejects.toMatchObject({
      code: 'import.tooManyRows',
    });
  });
});
