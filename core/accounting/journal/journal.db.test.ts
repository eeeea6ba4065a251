import { lastAudit } from '@nimule/fixtures/testing/audit';
import { entryInput, refusal, sale } from '@nimule/fixtures/testing/ledger';
import { contextOf, createTestApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Ctx, transact } from '../../context.ts';
import { isoDate, isoMonth } from '../../kernel/dates.ts';
import { lockMonth, unlockMonth } from '../service.ts';
import { post } from '../service-post.ts';
import {
  createJournalEntry,
  getJournalEntry,
  lookupJournalEntry,
  reverseJournalEntry,
} from './service.ts';

let app: TestApp;
let ctx: Ctx;

beforeAll(async () => {
  app = await createTestApp('2026-11-21T08:00:00Z');
});
afterAll(() => app.close());
beforeEach(() => {
  app.time.set('2026-11-21T08:00:00Z');
  ctx = contextOf(app, staff('billing'));
});

describe('createJournalEntry', () => {
  it('posts, numbers, and writes an audit line', async () => {
    const entry = await createJournalEntry(ctx, {
      ...entryInput('2026-11-20', [
        ['1110', 70_000, 0],
        ['1120', 30_050, 0],
        ['4510', 0, 100_050],
      ]),
      description: 'Cabling for a hotel',
      reference: 'H-7',
      totalDebit: 1,
      totalCredit: 'nonsense',
    });
    expect(entry).toMatchObject({
      entryId: expect.stringMatching(/^JE-2026-\d{6}$/),
      entryDate: '2026-11-20',
      description: 'Cabling for a hotel',
      reference: 'H-7',
      totalDebit: 100_050,
      totalCredit: 100_050,
      isBalanced: true,
      status: 'posted',
      source: 'manual',
      sourceId: entry.id,
      reversalOf: null,
      reversedBy: null,
      createdBy: 'Test billing',
    });
    expect(entry.lines).toEqual([
      expect.objectContaining({
        lineNo: 1,
        accountCode: '1110',
        accountName: 'Cash on Hand',
        debitAmount: 70_000,
        creditAmount: 0,
      }),
      expect.objectContaining({
        lineNo: 2,
        accountCode: '1120',
        accountName: 'Bank - Main',
        debitAmount: 30_050,
        creditAmount: 0,
      }),
      expect.objectContaining({
        lineNo: 3,
        accountCode: '4510',
        accountName: 'Other Services',
        debitAmount: 0,
        creditAmount: 100_050,
      }),
    ]);
    expect(await getJournalEntry(ctx, entry.id)).toEqual(entry);
    expect(await lookupJournalEntry(ctx, entry.entryId.toLowerCase())).toEqual(entry);
    await expect(lookupJournalEntry(ctx, 'JE-1999-000001')).rejects.toMatchObject({
      kind: 'notFound',
    });
    expect(await lastAudit(app)).toMatchObject({
      action: 'journal.post',
      entity: 'entry',
      entity_id: String(entry.id),
      actor_name: 'Test billing',
      summary: `${entry.entryId} Cabling for a hotel, $1,000.50`,
      after: { entryId: entry.entryId, lines: [{ accountCode: '1110' }, {}, {}] },
    });
  });

  it('numbers each year by itself, by the date of the entry', async () => {
    const lines = [
      ['1110', 5, 0],
      ['4510', 0, 5],
    ] as const;
    const first = await createJournalEntry(ctx, entryInput('2024-03-01', lines));
    const second = await createJournalEntry(ctx, entryInput('2024-02-01', lines));
    const other = await createJournalEntry(ctx, entryInput('2025-01-01', lines));
    expect([first, second, other].map((entry) => entry.entryId)).toEqual([
      'JE-2024-000001',
      'JE-2024-000002',
      'JE-2025-000001',
    ]);
  });

  it.each([
    ['one line', [['1110', 5, 0]], 'entry.tooFewLines'],
    [
      'no account',
      [
        ['1110', 5, 0],
        ['', 0, 5],
      ],
      'entry.missingAccount',
    ],
    [
      'an unknown account',
      [
        ['1110', 5, 0],
        ['7777', 0, 5],
      ],
      'account.unknown',
    ],
    [
      'a group',
      [
        ['1100', 5, 0],
        ['4510', 0, 5],
      ],
      'account.notPostable',
    ],
    [
      'an empty line',
      [
        ['1110', 5, 0],
        ['1120', 0, 0],
        ['4510', 0, 5],
      ],
      'entry.emptyLine',
    ],
    [
      'both sides',
      [
        ['1110', 5, 5],
        ['4510', 5, 5],
      ],
      'entry.bothSides',
    ],
    [
      'a cent too much',
      [
        ['1110', 6, 0],
        ['4510', 0, 5],
      ],
      'entry.unbalanced',
    ],
  ] as const)('refuses %s and writes nothing', async (_what, lines, code) => {
    const before = await app.pool.query('select count(*)::int as n from journal_lines');
    expect(await refusal(createJournalEntry(ctx, entryInput('2026-11-20', lines)))).toMatchObject({
      kind: 'rule',
      code,
    });
    const after = await app.pool.query('select count(*)::int as n from journal_lines');
    expect(after.rows).toEqual(before.rows);
  });

  it('refuses dates out of reach and locked months', async () => {
    const lines = [
      ['1110', 5, 0],
      ['4510', 0, 5],
    ] as const;
    for (const date of ['1999-12-31', '2027-11-22']) {
      expect(await refusal(createJournalEntry(ctx, entryInput(date, lines)))).toMatchObject({
        kind: 'rule',
        code: 'entry.date',
        fields: { date: expect.any(String) },
      });
    }
    await lockMonth(ctx, isoMonth('2026-07'));
    const locked = await refusal(createJournalEntry(ctx, entryInput('2026-07-31', lines)));
    expect(locked).toMatchObject({ kind: 'rule', code: 'month.locked' });
    await unlockMonth(ctx, isoMonth('2026-07'));
    await createJournalEntry(ctx, entryInput('2026-07-31', lines));
  });
});

describe('reverseJournalEntry', () => {
  const make = (date = '2026-11-10') =>
    createJournalEntry(
      ctx,
      entryInput(
        date,
        [
          ['1110', 900, 0],
          ['4510', 0, 900],
        ],
        { reference: 'R-1' },
      ),
    );

  it('posts the mirror once, today', async () => {
    const entry = await make();
    const reversal = await reverseJournalEntry(ctx, entry.id, { reason: 'Wrong customer' });
    expect(reversal).toMatchObject({
      entryDate: '2026-11-21',
      description: `Reversal of ${entry.entryId}: Wrong customer`,
      reference: 'R-1',
      status: 'reversal',
      reversalOf: entry.entryId,
      source: 'manual',
    });
    expect(
      reversal.lines.map((line) => [line.accountCode, line.debitAmount, line.creditAmount]),
    ).toEqual([
      ['1110', 0, 900],
      ['4510', 900, 0],
    ]);
    expect(await getJournalEntry(ctx, entry.id)).toMatchObject({
      status: 'reversed',
      reversedBy: reversal.entryId,
    });
    expect(await lastAudit(app)).toMatchObject({
      action: 'journal.reverse',
      entity_id: String(reversal.id),
    });
    expect(await refusal(reverseJournalEntry(ctx, entry.id, { reason: 'Again' }))).toMatchObject({
      kind: 'conflict',
      code: 'entry.reversed',
      message: `${entry.entryId} has already been reversed by ${reversal.entryId}.`,
    });
    expect(await refusal(reverseJournalEntry(ctx, reversal.id, { reason: 'Back' }))).toMatchObject({
      kind: 'rule',
      code: 'entry.isReversal',
    });
  });

  it('is done once by two people at the same moment', async () => {
    const entry = await make();
    const results = await Promise.allSettled([
      reverseJournalEntry(ctx, entry.id, { reason: 'A' }),
      reverseJournalEntry(ctx, entry.id, { reason: 'B' }),
    ]);
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
    const lost = results.find((result) => result.status === 'rejected');
    expect(lost?.reason).toMatchObject({ kind: 'conflict' });
  });

  it('takes a date, not before the entry, in an open month', async () => {
    const entry = await make('2026-10-10');
    const reverse = (date: string) =>
      reverseJournalEntry(ctx, entry.id, { reason: 'x', date: isoDate(date) });
    expect(await refusal(reverse('2026-10-09'))).toMatchObject({ code: 'entry.reversalDate' });
    await lockMonth(ctx, isoMonth('2026-10'));
    expect(await refusal(reverse('2026-10-31'))).toMatchObject({ code: 'month.locked' });
    expect(await reverse('2026-11-01')).toMatchObject({ entryDate: '2026-11-01' });
    await unlockMonth(ctx, isoMonth('2026-10'));
    const ahead = await make('2026-12-05');
    expect(await reverseJournalEntry(ctx, ahead.id, { reason: 'x' })).toMatchObject({
      entryDate: '2026-12-05',
    });
  });

  it('leaves the entries of documents to their documents', async () => {
    const [posted] = await transact(ctx, (tx) =>
      post(tx, [
        sale('2026-11-10', 5, { source: 'invoice', sourceId: 17, reference: 'INV-2026-000017' }),
      ]),
    );
    const refused = await refusal(reverseJournalEntry(ctx, posted!.id, { reason: 'x' }));
    expect(refused).toMatchObject({ kind: 'rule', code: 'entry.ofDocument' });
    expect(refused.message).toContain('invoice INV-2026-000017');
    expect(await refusal(reverseJournalEntry(ctx, 999_999, { reason: 'x' }))).toMatchObject({
      kind: 'notFound',
    });
  });
});
