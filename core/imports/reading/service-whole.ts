import { setImmediate } from 'node:timers/promises';
import { AppError } from '../../kernel/errors.ts';
import { detachedCopy, headerKey } from '../../kernel/text.ts';
import type { WholeFile } from '../fields/rules.ts';
import type { createColumnDetector } from './rules-columns.ts';
import type { ColumnPlan, Mapping } from './rules-mapping.ts';
import type { RowDecoder } from './rules-rows.ts';
import type { KeptRows } from './service-kept-rows.ts';

/** Rows decoded before yielding to the event loop. */
const SLICE = 250;

/** A file that has been read, to be judged as a whole before anything is written. */
export function wholeFile<Row>(
  {
    rows,
    decoder,
    readings,
  }: {
    rows: KeptRows;
    decoder: RowDecoder<Row>;
    readings: ReturnType<ReturnType<typeof createColumnDetector>['readings']>;
  },
  plan: ColumnPlan,
  mapping: Mapping,
  header: readonly string[],
): WholeFile<Row> {
  const placeOf = (name: string) => decoder.fields.findIndex(({ field }) => field.name === name);
  return {
    titleOf(name) {
      const place = placeOf(name);
      return place < 0 ? undefined : header[decoder.fields[place]!.column];
    },
    constant: (name) =>
      plan.fields.find(({ field, constant }) => field.name === name && constant?.trim())?.constant,
    hasValues: (name) =>
      Object.keys(mapping.value).some((key) => headerKey(key.split('.')[0]!) === headerKey(name)),
    async texts(name, most) {
      const place = placeOf(name);
      const texts = new Set<string>();
      for (let index = 0; place >= 0 && index < rows.count() && texts.size < most; index += 1) {
        if (index % SLICE === 0) await setImmediate();
        const text = rows.row(index).texts[place]!.trim();
        if (text !== '') texts.add(detachedCopy(text));
      }
      return [...texts];
    },
    async *rows() {
      for (let index = 0; index < rows.count(); index += 1) {
        if (index % SLICE === 0) await setImmediate();
        const decoded = decoder.decode(rows.row(index), readings);
        yield 'value' in decoded
          ? { row: decoded.row, value: decoded.value, isRead: true }
          : { row: decoded.row, value: decoded.partial, isRead: false };
      }
    },
    ignore: decoder.ignore,
  };
}

/** A file that cannot be imported as it is read, which other settings mend. */
export function unusable(problem: string): AppError {
  return new AppError('invalid', 'import.mapping', problem, { fields: { map: problem } });
}
