import { leastCpuMs } from '@nimule/fixtures/testing/machine';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { customerFilter } from './billing/accounts/schema.ts';
import { customerInput } from './customers/schema.ts';
import { importers } from './imports/importers/service.ts';
import { evidenceOf, readCell, withValue } from './imports/reading/rules-cells.ts';
import type { Route } from './kernel/contract.ts';
import { dateText, instant, isIsoDate, isIsoMonth, monthText } from './kernel/dates.ts';
import {
  money,
  moneyPositive,
  parseAmount,
  parseCents,
  plainPositive,
  poundsPositive,
} from './kernel/money.ts';
import {
  headerKey,
  normaliseText,
  oneLine,
  optionalLines,
  recordId,
  searchKey,
  wholeNumber,
  yesNo,
} from './kernel/text.ts';
import { routes } from './routes.ts';

/** CPU time of texts that take a few milliseconds; a slow pattern takes many seconds. */
const LIMIT_MS = 1_000;

function hostileTexts(length: number): Record<string, string> {
  const fill = (unit: string) => unit.repeat(Math.ceil(length / unit.length));
  return {
    spaces: fill(' '),
    tabs: fill('\t'),
    'line feeds': fill('\r\n'),
    'spaces between letters': `5${fill(' ')}x`,
    'spaces before a word': `${fill('\u00a0')}USDx`,
    digits: fill('7'),
    'zeros and a letter': `0.${fill('0')}x`,
    commas: fill(','),
    'groups of digits': `1${fill(',000')}x`,
    'digits and dots': fill('1.'),
    'digits and slashes': fill('1/'),
    letters: fill('a'),
    'capital letters of another script': fill('İ'),
    'letters and dots': fill('a.'),
    'addresses without end': `${fill('a.')}@${fill('a-')}`,
    quotes: fill("'"),
    signs: fill('-'),
    units: fill('Mbp'),
    'currency words': fill('USD '),
    marks: `e${'\u0345'.repeat(length / 2)}${'\u0334'.repeat(length / 2)}`,
    'marks in turns': fill('\u0301\u0316'),
    'marks after letters': fill('e\u0301'),
    'half characters': fill('\ud800'),
    controls: fill('\u0000\u0007'),
  };
}

/** The largest text that a request may contain. */
const megabytes = hostileTexts(1_000_000);
/** Enough to detect quadratic time; shorter, because it is tried in many fields. */
const shorter = hostileTexts(150_000);

function slowOnes(texts: Record<string, string>, work: (text: string) => unknown): string[] {
  return Object.entries(texts).flatMap(([name, text]) => {
    const took = leastCpuMs(LIMIT_MS, () => work(text), 2);
    return took > LIMIT_MS ? [`${name}: ${Math.round(took)} ms`] : [];
  });
}

/** Each field of each call once: a field that several calls share is one schema. */
function fieldsOfAllCalls(): [string, z.ZodType][] {
  const fields = new Map<z.ZodType, string>();
  const collect = (name: string, schema: z.ZodType) => {
    if (fields.has(schema)) return;
    if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
      collect(name, schema.unwrap() as z.ZodType);
    } else if (schema instanceof z.ZodObject) {
      for (const [key, field] of Object.entries(schema.shape)) collect(`${name}.${key}`, field);
    } else if (schema instanceof z.ZodArray) collect(`${name}[]`, schema.element as z.ZodType);
    else fields.set(schema, name);
  };
  for (const [operation, route] of Object.entries<Route>(routes)) {
    for (const part of ['params', 'query', 'body'] as const) {
      if (route[part]) collect(operation, route[part]);
    }
  }
  return [...fields].map(([schema, name]) => [name, schema]);
}

const { phone, email, name } = customerInput.shape;
const { q } = customerFilter.shape;
const kinds: Record<string, z.ZodType> = {
  ...{ money, moneyPositive, poundsPositive, plainPositive, dateText, monthText, instant },
  ...{ wholeNumber: wholeNumber('The version'), recordId, yesNo, phone, email, name, q },
  lines: optionalLines('The notes', 2000),
};
const readers: Record<string, (text: string) => unknown> = {
  ...{
    normaliseText,
    oneLine,
    searchKey,
    headerKey,
    parseCents,
    parseAmount,
    isIsoDate,
    isIsoMonth,
  },
};

describe('a hostile text is handled quickly', () => {
  test.each(Object.entries(kinds))('in a field of the kind %s', (_, schema) => {
    expect(slowOnes(megabytes, (text) => z.safeDecode(schema, text as never))).toEqual([]);
  });

  test.each(Object.entries(readers))('in %s', (_, read) => {
    expect(slowOnes(megabytes, (text) => read(text))).toEqual([]);
  });

  test('in any field of any call', () => {
    const slow = fieldsOfAllCalls().flatMap(([field, schema]) =>
      slowOnes(shorter, (text) => z.safeDecode(schema, text as never)).map(
        (one) => `${field}: ${one}`,
      ),
    );
    expect(slow).toEqual([]);
  });

  test('in any cell of an import', () => {
    const fields = Object.values(importers).flatMap(({ table }) => table.fields);
    for (const field of fields) {
      const read = (text: string) => {
        evidenceOf(field, text);
        for (const reading of ['usual', 'other'] as const) {
          const cell = readCell(field, text, reading);
          if ('problem' in cell) expect(cell.problem.length).toBeLessThan(500);
        }
        withValue(field, 'Enter an amount.', text);
      };
      expect([field.name, ...slowOnes(shorter, read)]).toEqual([field.name]);
    }
  });
});

test('more marks than any script uses are removed', () => {
  const piled = normaliseText(`e${'\u0316'.repeat(50)}!`);
  expect(piled).toBe(`e${'\u0316'.repeat(30)}!`);
  // NFC decomposes it into two marks.
  const apart = normaliseText(`x${'\u0344'.repeat(30)}`);
  expect([...apart]).toHaveLength(31);
  expect(normaliseText(apart)).toBe(apart);
});
