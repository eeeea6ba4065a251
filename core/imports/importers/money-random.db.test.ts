import { expectSoundBooks } from '@nimule/fixtures/testing/books';
import { csvOf, importText } from '@nimule/fixtures/testing/documents/imported';
import { patiently } from '@nimule/fixtures/testing/machine';
import { contextOf, createMarkedApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { trialBalance } from '../../accounting/service.ts';
import type { Ctx } from '../../context.ts';
import { isAppError } from '../../kernel/errors.ts';
import type { ImportInput, ImportResult } from '../schema.ts';

/** Whatever columns of money a list has: what is booked is what it says, or a line says that it is not. */

let app: TestApp;
const ctx = (): Ctx => contextOf(app, staff('super_admin'));
const RATE = 400;
const KES = 125;

beforeAll(async () => {
  app = await createMarkedApp('2026-11-27T08:00:00Z');
});
afterAll(() => app.close());

async function bank(): Promise<number> {
  const { accounts } = await trialBalance(ctx(), { month: 12, year: 2026 });
  const found = accounts.filter(({ code }) => ['1120', '1170'].includes(code));
  return found.reduce((sum, { debit, credit }) => sum + debit - credit, 0);
}

/** Cents that are whole in each currency, so that no rounding hides a wrong sign. */
const line = fc.record({
  units: fc.integer({ min: 1, max: 500 }),
  isIn: fc.boolean(),
  currency: fc.constantFrom('USD', 'SSP', 'KES'),
});

const table = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 6 }),
  sign: fc.constantFrom('minus', 'brackets', 'DR/CR', 'In/Out', 'Type', 'none', 'columns'),
  hasCurrency: fc.boolean(),
  hasRate: fc.boolean(),
  hasBalance: fc.boolean(),
});
type Table = typeof table extends fc.Arbitrary<infer T> ? T : never;

const perDollar = { USD: 1, SSP: RATE, KES } as const;
const words: Record<string, readonly [string, string]> = {
  'DR/CR': ['CR', 'DR'],
  'In/Out': ['in', 'Out'],
  Type: ['Income', 'expense'],
};

let files = 0;

/** The text of a table, with what it says in cents of dollars for each line. */
function fileOf({ lines, sign, hasCurrency, hasBalance }: Table): { text: string; said: number[] } {
  files += 1;
  const header = ['Date', 'Reference'];
  if (sign === 'columns') header.push('Money In', 'Money Out');
  else header.push('Amount');
  if (words[sign]) header.push(sign);
  if (hasCurrency) header.push('Currency');
  if (hasBalance) header.push('Balance');
  let balance = 1000;
  const said: number[] = [];
  const rows = lines.map(({ units, isIn, currency }, index) => {
    const own = hasCurrency ? currency : 'USD';
    const amount = units * perDollar[own];
    balance += isIn ? amount : -amount;
    said.push((isIn ? units : -units) * 100);
    const shown =
      isIn || !['minus', 'brackets'].includes(sign)
        ? `${amount}.00`
        : sign === 'minus'
          ? `-${amount}.00`
          : `(${amount}.00)`;
    return [
      '2026-11-05',
      `F${files}-${index}`,
      ...(sign === 'columns' ? (isIn ? [shown, ''] : ['', shown]) : [shown]),
      ...(words[sign] ? [words[sign]![isIn ? 0 : 1]!] : []),
      ...(hasCurrency ? [own] : []),
      // One balance makes no sense over several currencies: it is of dollars alone.
      ...(hasBalance ? [hasCurrency ? '' : `${balance}.00`] : []),
    ].join(',');
  });
  return { text: csvOf(header.join(','), rows), said };
}

it('the sum of what is booked is the sum that the file says, or it is refused in words', {
  timeout: patiently(120_000),
}, async () => {
  await fc.assert(
    fc.asyncProperty(table, async (one) => {
      const { text, said } = fileOf(one);
      const input: ImportInput = {
        type: 'cash',
        set: JSON.stringify({ account: '1120', counterAccount: '5930' }),
        ...(one.hasRate && { value: JSON.stringify({ 'currency.KES': String(KES) }) }),
      };
      const before = await bank();
      let result: ImportResult;
      try {
        result = await importText(ctx(), text, input);
      } catch (error) {
        // Only a list that tells no direction is refused as a whole.
        expect(isAppError(error) && error.message).toMatch(
          /^(Nothing in the file tells money in|The running balance of rows)/,
        );
        expect(one.sign === 'none' || said.every((amount) => amount > 0)).toBe(true);
        expect(await bank()).toBe(before);
        return;
      }
      const isRefused = ({ currency }: Table['lines'][number]) =>
        one.hasCurrency && currency === 'KES' && !one.hasRate;
      const expected = said.filter((_, index) => !isRefused(one.lines[index]!));
      expect(result.recordsCreated).toBe(expected.length);
      expect(result.errors.join()).toMatch(
        expected.length === said.length ? /^$/ : /KES is neither US dollars/,
      );
      const booked = (await bank()) - before;
      const sum = expected.reduce((all, amount) => all + amount, 0);
      const isDoubtTold = result.warnings.join().includes('the running balance does not tell it');
      if (!(one.sign === 'none' && isDoubtTold)) expect(booked).toBe(sum);
      const again = await importText(ctx(), text, input);
      expect(again.recordsUnchanged).toBe(expected.length);
      expect(await bank()).toBe(before + booked);
    }),
    { numRuns: 40 },
  );
  await expectSoundBooks(ctx());
});
