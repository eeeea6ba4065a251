import { expectStatementsTie } from '@nimule/fixtures/testing/financial';
import { refusal } from '@nimule/fixtures/testing/ledger';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Ctx, transact } from '../context.ts';
import {
  type IsoDate,
  type IsoMonth,
  isoDate,
  isoMonth,
  laterDate,
  monthOf,
} from '../kernel/dates.ts';
import { cents } from '../kernel/money.ts';
import { createJournalEntry, reverseJournalEntry } from './journal/service.ts';
import { credit, debit, type PostingLine } from './rules.ts';
import { lockMonth, trialBalance, unlockMonth } from './service.ts';
import { ledgerChecks, runChecks } from './service-check.ts';
import { post } from './service-post.ts';

// Random postings, reversals and locks, compared after each with books kept in memory.

const months = ['2026-08', '2026-09', '2026-10', '2026-11'].map(isoMonth);
const codes = [
  '1110',
  '1120',
  '1210',
  '1310',
  '2410',
  '3110',
  '4110',
  '5110',
  '5620',
  '5910',
] as const;

interface ModelEntry {
  id: number;
  date: IsoDate;
  lines: PostingLine[];
  isReversal: boolean;
  reversed: boolean;
}

/** The expected books. Posted entries are kept from run to run, as in the database. */
interface Model {
  locked: Set<IsoMonth>;
  entries: ModelEntry[];
}

type Command = fc.AsyncCommand<Model, Ctx>;

/** Random sequences; the fault tests perform more. */
const RUNS = Number(process.env.NIMULE_PROPERTY_RUNS ?? 15);

let app: TestApp;
const model: Model = { locked: new Set(), entries: [] };
let nextSource = 1;

beforeAll(async () => {
  app = await createTestApp('2026-11-21T08:00:00Z');
});
afterAll(() => app.close());

function expectedBalance(upTo: IsoMonth): Map<string, number> {
  const net = new Map<string, number>();
  for (const entry of model.entries) {
    if (monthOf(entry.date) > upTo) continue;
    for (const line of entry.lines) {
      net.set(line.account, (net.get(line.account) ?? 0) + line.debit - line.credit);
    }
  }
  return net;
}

async function expectTrue(ctx: Ctx): Promise<void> {
  const { checks } = await runChecks(ctx, ledgerChecks);
  expect(checks.filter((check) => !check.isSound)).toEqual([]);
  await expectStatementsTie(ctx, months);
  for (const month of months) {
    const balance = await trialBalance(ctx, { month: Number(month.slice(5)), year: 2026 });
    const expected = [...expectedBalance(month)].filter(([, net]) => net !== 0);
    const actual = balance.accounts
      .map(({ code, debit, credit }) => [code, debit - credit] as const)
      .filter(([, net]) => net !== 0);
    expect(new Map(actual)).toEqual(new Map(expected));
    expect(balance.totalDebit).toBe(balance.totalCredit);
  }
}

/** Runs one command and compares the books afterwards. */
function command(name: string, run: (ctx: Ctx) => Promise<void>): Command {
  return {
    check: () => true,
    async run(_model, ctx) {
      await run(ctx);
      await expectTrue(ctx);
    },
    toString: () => name,
  };
}

const amount = fc.oneof(
  fc.integer({ min: 1, max: 100_000 }),
  fc.integer({ min: 2 ** 31, max: 2 ** 36 }),
);
/** Pairs of a debit and a credit of the same amount. */
const balancedLines = fc
  .array(fc.record({ from: fc.constantFrom(...codes), to: fc.constantFrom(...codes), amount }), {
    minLength: 1,
    maxLength: 4,
  })
  .map((moves) =>
    moves.flatMap((move) => [
      debit(move.to, cents(move.amount)),
      credit(move.from, cents(move.amount)),
    ]),
  );
const month = fc.constantFrom(...months);
const date = fc
  .tuple(month, fc.integer({ min: 1, max: 30 }))
  .map(([chosen, day]) => isoDate(`${chosen}-${String(day).padStart(2, '0')}`));

function remember(id: number, entryDate: IsoDate, lines: PostingLine[], isReversal = false): void {
  model.entries.push({ id, date: entryDate, lines, isReversal, reversed: false });
}

const entriesOf = (lines: readonly PostingLine[]) =>
  lines.map((line) => ({
    accountCode: line.account,
    debitAmount: line.debit,
    creditAmount: line.credit,
  }));

const manual = fc.tuple(date, balancedLines).map(([day, lines]) =>
  command(`manual ${day}`, async (ctx) => {
    const posting = createJournalEntry(ctx, {
      date: day,
      description: 'Manual',
      entries: entriesOf(lines),
    });
    if (model.locked.has(monthOf(day))) {
      expect(await refusal(posting)).toMatchObject({ code: 'month.locked' });
    } else {
      remember((await posting).id, day, lines);
    }
  }),
);

const skewed = fc.tuple(date, balancedLines, fc.nat()).map(([day, lines, chosen]) =>
  command(`skewed ${day}`, async (ctx) => {
    const off = lines.map((line, index) =>
      index === chosen % lines.length
        ? {
            ...line,
            debit: line.debit && cents(line.debit + 1),
            credit: line.credit && cents(line.credit + 1),
          }
        : line,
    );
    const posting = createJournalEntry(ctx, {
      date: day,
      description: 'Skewed',
      entries: entriesOf(off),
    });
    expect(await refusal(posting)).toMatchObject({ code: 'entry.unbalanced' });
  }),
);

const documents = fc
  .array(fc.tuple(date, balancedLines), { minLength: 1, maxLength: 5 })
  .map((batch) =>
    command(`documents ${batch.map(([day]) => day).join(' ')}`, async (ctx) => {
      const postings = batch.map(([day, lines]) => ({
        date: day,
        description: 'Document',
        reference: '',
        source: 'document',
        sourceId: nextSource++,
        revision: 1,
        lines,
        cash: 'safe' as const,
      }));
      const posting = transact(ctx, (tx) => post(tx, postings));
      if (batch.some(([day]) => model.locked.has(monthOf(day)))) {
        expect(await refusal(posting)).toMatchObject({ code: 'month.locked' });
        return;
      }
      for (const [index, { id }] of (await posting).entries()) {
        // A document's entry is no manual one: it counts in the balances and is never reversed here.
        remember(id, batch[index]![0], batch[index]![1], true);
      }
      const open = postings.filter((candidate) => !model.locked.has(monthOf(candidate.date)));
      expect(await refusal(transact(ctx, (tx) => post(tx, open.slice(0, 1))))).toMatchObject({
        code: 'entry.posted',
      });
    }),
  );

const reverse = fc.nat().map((chosen) =>
  command(`reverse ${chosen}`, async (ctx) => {
    const entry = model.entries[chosen % Math.max(model.entries.length, 1)];
    if (!entry) return;
    const reversal = reverseJournalEntry(ctx, entry.id, { reason: 'Mistake' });
    const day = laterDate(ctx.today, entry.date);
    if (entry.isReversal) {
      expect(await refusal(reversal)).toMatchObject({
        kind: 'rule',
        code: expect.stringMatching(/isReversal|ofDocument/),
      });
    } else if (entry.reversed) {
      expect(await refusal(reversal)).toMatchObject({ code: 'entry.reversed' });
    } else if (model.locked.has(monthOf(day))) {
      expect(await refusal(reversal)).toMatchObject({ code: 'month.locked' });
    } else {
      const { id } = await reversal;
      entry.reversed = true;
      remember(
        id,
        day,
        entry.lines.map((line) => ({ ...line, debit: line.credit, credit: line.debit })),
        true,
      );
    }
  }),
);

const lock = month.map((chosen) =>
  command(`lock ${chosen}`, async (ctx) => {
    expect((await lockMonth(ctx, chosen)).isLocked).toBe(true);
    model.locked.add(chosen);
  }),
);

const unlock = month.map((chosen) =>
  command(`unlock ${chosen}`, async (ctx) => {
    expect((await unlockMonth(ctx, chosen)).isLocked).toBe(false);
    model.locked.delete(chosen);
  }),
);

it('stays sound and equal to the model after every command', async () => {
  const commands = fc.commands(
    [manual, manual, documents, skewed, reverse, reverse, lock, unlock, unlock],
    {
      maxCommands: 12,
      size: 'max',
    },
  );
  await fc.assert(
    fc.asyncProperty(commands, async (run) => {
      await fc.asyncModelRun(() => ({ model, real: contextOf(app) }), run);
    }),
    // Posted entries cannot be taken back for another try, so nothing is shrunk.
    { numRuns: RUNS, endOnFailure: true },
  );
  expect(model.entries.length).toBeGreaterThan(RUNS / 4);
});
