import { asOwner } from '@nimule/fixtures/testing/databases/damage';
import { refusal } from '@nimule/fixtures/testing/ledger';
import { contextOf, createTestApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Ctx } from '../../context.ts';
import { type IsoMonth, isoDate, isoMonth } from '../../kernel/dates.ts';
import { cents } from '../../kernel/money.ts';
import { listJournalEntries, reverseJournalEntry } from '../journal/service.ts';
import type { JournalTemplateInput } from '../ledger/schema.ts';
import { updateAccount } from '../ledger/service-accounts.ts';
import { setOpeningDate } from '../opening/service.ts';
import { lockMonth, unlockMonth } from '../service.ts';
import { ledgerChecks, runChecks } from '../service-check.ts';
import {
  createJournalTemplate,
  listJournalTemplates,
  postRecurring,
  updateJournalTemplate,
} from './service.ts';

let app: TestApp;
let ctx: Ctx;
let system: Ctx;

async function begin(): Promise<void> {
  await app?.close();
  app = await createTestApp('2026-11-21T08:00:00Z');
  at('2026-11-21');
}
afterAll(() => app.close());

function at(day: string): void {
  app.time.set(`${day}T08:00:00Z`);
  ctx = contextOf(app, staff('admin'));
  system = contextOf(app);
}

const rent = (change: Partial<JournalTemplateInput> = {}): JournalTemplateInput => ({
  description: 'Tower rent',
  entries: [
    { accountCode: '5910', debitAmount: cents(80_050) },
    { accountCode: '1170', creditAmount: cents(80_050), sspAmount: cents(32_020_000) },
  ],
  day: 31,
  firstMonth: isoMonth('2026-09'),
  ...change,
});

async function posted(): Promise<string[]> {
  const dates: string[] = [];
  for (const month of [1, 2, 8, 9, 10, 11, 12]) {
    const year = month <= 2 ? 2027 : 2026;
    const { rows } = await listJournalEntries(ctx, { month, year, sort: 'entryId' });
    dates.push(...rows.map((entry) => `${entry.entryDate} ${entry.source}`));
  }
  return dates.sort();
}

describe('recurring entries', () => {
  beforeEach(begin);

  it('are posted once for each month that is due, on its day or its last one', async () => {
    const template = await createJournalTemplate(ctx, rent());
    expect(template).toMatchObject({ nextMonth: '2026-09', isActive: true, lastMonth: null });
    expect(await postRecurring(system)).toBe('2 entries posted');
    const expected = ['2026-09-30 recurring', '2026-10-31 recurring'];
    expect(await posted()).toEqual(expected);
    expect(await postRecurring(system)).toBe('');
    expect(await posted()).toEqual(expected);
    at('2027-02-28');
    expect((await listJournalTemplates(ctx))[0]).toMatchObject({ nextMonth: '2026-11' });
    await Promise.all([postRecurring(system), postRecurring(system), postRecurring(system)]);
    expect(await posted()).toEqual([
      ...expected,
      '2026-11-30 recurring',
      '2026-12-31 recurring',
      '2027-01-31 recurring',
      '2027-02-28 recurring',
    ]);
    expect((await runChecks(ctx, ledgerChecks)).checks.filter((check) => !check.isSound)).toEqual(
      [],
    );
  });

  it('are never posted twice, even if the record of a month is lost', async () => {
    await createJournalTemplate(ctx, rent());
    await postRecurring(system);
    await asOwner(app, `delete from journal_template_months`);
    expect(await refusal(postRecurring(system))).toMatchObject({ code: 'entry.posted' });
  });

  it('leave a locked month for later and say so', async () => {
    await createJournalTemplate(ctx, rent());
    await lockMonth(ctx, isoMonth('2026-09'));
    const answer = '1 entry posted; not posted: Tower rent, September 2026: the month is locked';
    expect(await postRecurring(system)).toBe(answer);
    expect(await posted()).toEqual(['2026-10-31 recurring']);
    await unlockMonth(ctx, isoMonth('2026-09'));
    expect(await postRecurring(system)).toBe('1 entry posted');
    expect(await posted()).toEqual(['2026-09-30 recurring', '2026-10-31 recurring']);
  });

  it('name an account that was deactivated, and go on with the others', async () => {
    const entries = [
      { accountCode: '5950', debitAmount: cents(100) },
      { accountCode: '1110', creditAmount: cents(100) },
    ];
    entries[0]!.accountCode = '5940';
    await createJournalTemplate(
      ctx,
      rent({ description: 'Fees', entries, day: 1, firstMonth: isoMonth('2026-11') }),
    );
    await createJournalTemplate(ctx, rent({ firstMonth: isoMonth('2026-10') }));
    await updateAccount(ctx, '5940', { isActive: false });
    expect(await postRecurring(system)).toMatch(
      /^1 entry posted; not posted: Fees, November 2026: Only active .* 5940 .* is not one$/,
    );
  });

  it('can be stopped while one of their accounts is deactivated, but not go on', async () => {
    const entries = [
      { accountCode: '5940', debitAmount: cents(100) },
      { accountCode: '1110', creditAmount: cents(100) },
    ];
    const { id } = await createJournalTemplate(ctx, rent({ entries }));
    await updateAccount(ctx, '5940', { isActive: false });
    const stop = rent({ entries, isActive: false });
    expect(await updateJournalTemplate(ctx, id, stop)).toMatchObject({ isActive: false });
    expect(
      await refusal(updateJournalTemplate(ctx, id, rent({ entries, isActive: true }))),
    ).toMatchObject({ code: 'account.notPostable' });
  });

  it('do not hold the opening date without revenue and expenses, like entries by hand', async () => {
    const entries = [
      { accountCode: '2410', debitAmount: cents(100) },
      { accountCode: '1110', creditAmount: cents(100) },
    ];
    await createJournalTemplate(ctx, rent({ entries }));
    await postRecurring(system);
    const openingDate = isoDate('2026-11-01');
    expect(await setOpeningDate(ctx, { openingDate })).toMatchObject({ openingDate });
  });

  it('are reversed by hand, each month on its own, and not posted again', async () => {
    await createJournalTemplate(ctx, rent());
    await postRecurring(system);
    for (const month of [9, 10]) {
      const { rows } = await listJournalEntries(ctx, { month, year: 2026 });
      await reverseJournalEntry(ctx, rows[0]!.id, { reason: 'Not due' });
    }
    expect(await postRecurring(system)).toBe('');
    expect((await runChecks(ctx, ledgerChecks)).isSound).toBe(true);
  });
});

describe('a template', () => {
  beforeAll(begin);

  it('is changed, stopped, and goes on without the months of its stop', async () => {
    const made = await createJournalTemplate(ctx, rent({ firstMonth: isoMonth('2026-10') }));
    await postRecurring(system);
    const stop = rent({ firstMonth: isoMonth('2026-10'), isActive: false, version: made.version });
    const stopped = await updateJournalTemplate(ctx, made.id, stop);
    expect(stopped).toMatchObject({ isActive: false, nextMonth: null });
    at('2027-02-10');
    expect(await postRecurring(system)).toBe('');
    const on = { ...stop, isActive: true, version: stopped.version, day: 5 };
    expect(await updateJournalTemplate(ctx, made.id, on)).toMatchObject({
      firstMonth: '2027-02',
      nextMonth: '2027-02',
    });
    expect(await postRecurring(system)).toBe('1 entry posted');
    expect(await posted()).toEqual(['2026-10-31 recurring', '2027-02-05 recurring']);
    expect(await refusal(updateJournalTemplate(ctx, made.id, stop))).toMatchObject({
      kind: 'conflict',
    });
  });

  it('keeps its lines to the cent', async () => {
    const { id } = await createJournalTemplate(ctx, rent());
    const kept = (await listJournalTemplates(ctx)).find((template) => template.id === id);
    expect(kept).toMatchObject({
      entries: [
        { accountCode: '5910', debitAmount: 80_050, creditAmount: 0, sspAmount: null },
        { accountCode: '1170', debitAmount: 0, creditAmount: 80_050, sspAmount: 32_020_000 },
      ],
    });
  });

  const twice = { accountCode: '1110', debitAmount: cents(1) };
  it.each([
    [{ entries: [] }, 'entry.tooFewLines'],
    [{ entries: [twice, twice] }, 'entry.unbalanced'],
    [{ entries: [twice, { accountCode: '1100', creditAmount: cents(1) }] }, 'account.notPostable'],
    [{ entries: [twice, { accountCode: '1170', creditAmount: cents(1) }] }, 'entry.pounds'],
    [{ entries: [twice, { accountCode: '1410', creditAmount: cents(1) }] }, 'entry.keptByModule'],
    [{ firstMonth: isoMonth('2020-01') }, 'template.months'],
    [{ lastMonth: '2026-08' as IsoMonth }, 'template.months'],
  ])('is refused: %o', async (change, code) => {
    expect(await refusal(createJournalTemplate(ctx, rent(change)))).toMatchObject({
      kind: 'rule',
      code,
    });
  });

  it('is refused where there are 500 already', async () => {
    await sql`insert into journal_templates (description, lines, day, first_month, is_active, created_at, created_by)
      select 'T' || n, '[]', 1, date '2026-11-01', false, now(), 'test'
      from generate_series(1, 500) n`.execute(ctx.db);
    expect(await refusal(createJournalTemplate(ctx, rent()))).toMatchObject({
      message: 'There can be at most 500 recurring entries.',
    });
  });
});
