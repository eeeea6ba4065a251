import { expect, it } from 'vitest';
import { isoDate, isoMonth } from '../../kernel/dates.ts';
import { recordId } from '../../kernel/text.ts';
import {
  isPrivateSource,
  privateMonthId,
  privateMonthMatches,
  privateMonthNumber,
  privateMonthOf,
  privateMonthOfNumber,
  privateMonthTexts,
} from './rules.ts';

it.each(['2000-01', '2026-11', '2200-12'])('the entry of %s has an id and a number', (text) => {
  const month = isoMonth(text);
  const id = privateMonthId(month);
  expect(recordId.safeDecode(id).success).toBe(true);
  expect(privateMonthOf(id)).toBe(text);
  expect(privateMonthOfNumber(privateMonthNumber(month))).toBe(text);
});

it('no id or number of an entry stands for a month', () => {
  for (const id of [1, 999_999, 900_000_000_000_000, 900_000_000_202_613, 999_999_999_999_999])
    expect(privateMonthOf(id)).toBeUndefined();
  for (const number of [
    'JE-2026-000001',
    'PAYROLL-',
    'PAYROLL-2026-13',
    'PAYROLL-2026-111',
    '2026-11',
  ])
    expect(privateMonthOfNumber(number)).toBeUndefined();
});

it('is dated the last day of the month, and today in the current one', () => {
  const today = isoDate('2026-11-21');
  const dates = ['2026-02', '2026-11', '2026-12'].map(
    (month) => privateMonthTexts(isoMonth(month), today).date,
  );
  expect(dates).toEqual(['2026-02-28', '2026-11-21', '2026-12-31']);
});

it('is searched by its own number and description', () => {
  const month = isoMonth('2026-11');
  for (const q of [undefined, '', 'payroll', 'NOVEMBER 2026', '2026-11'])
    expect(privateMonthMatches(month, q)).toBe(true);
  for (const q of ['Deng', 'PR-2026', '%', '2026-12'])
    expect(privateMonthMatches(month, q)).toBe(false);
});

it('knows the sources of payroll', () => {
  expect(['payroll.approval', 'payroll.payment'].every(isPrivateSource)).toBe(true);
  expect(isPrivateSource('payment')).toBe(false);
});
