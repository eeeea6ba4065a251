import { setImmediate } from 'node:timers/promises';
import type { Ctx } from '../context.ts';
import type { AnyRow, Importer, Surveyed } from './importers/service.ts';
import { IMPORT_BATCH, type ReadFile } from './reading/service.ts';
import {
  addGroup,
  addRow,
  addTooMany,
  type Batch,
  createGroups,
  emptyBatch,
  type Groups,
  type RecordRules,
} from './rules-records.ts';

/** Rows decoded before yielding to the event loop, so that the server answers requests. */
const SLICE = 250;

/** Rows of the batch after so many rows. */
type BatchSize = (done: number) => number;

/**
 * The records of a file in batches of about `size` rows, in the order of their first rows. If a record may have several
 * rows, they are all in one batch, wherever they are in the file.
 */
export function batchesOf<Row>(
  rules: RecordRules<Row>,
  file: ReadFile<Row>,
  size: BatchSize = () => IMPORT_BATCH,
): AsyncGenerator<Batch<Row>> {
  const { gather } = rules;
  return gather
    ? gatheredBatches({ ...rules, gather }, file, size)
    : plainBatches(rules, file, size);
}

const NOTHING: ReadonlyMap<string, Surveyed> = new Map();

/** What an importer finds in the whole of a file before it is written or judged. */
export async function surveyFile(
  ctx: Ctx,
  importer: Importer<AnyRow>,
  file: ReadFile<AnyRow>,
): Promise<ReadonlyMap<string, Surveyed>> {
  if (!importer.survey) return NOTHING;
  const read = new Set(file.decoder.fields.map(({ field }) => field.name));
  return importer.survey(ctx, {
    has: (name) => read.has(name),
    batches: () => batchesOf(importer, file),
  });
}

async function* plainBatches<Row>(
  rules: RecordRules<Row>,
  { rows, decoder, readings }: ReadFile<Row>,
  size: BatchSize,
): AsyncGenerator<Batch<Row>> {
  const firstRows = new Map<string, number>();
  for (let from = 0, to = 0; from < rows.count(); from = to) {
    to = Math.min(from + size(from), rows.count());
    const batch = emptyBatch<Row>();
    for (let place = from; place < to; place += 1) {
      if (place % SLICE === 0) await setImmediate();
      addRow(batch, decoder.decode(rows.row(place), readings), rules, firstRows);
    }
    yield batch;
  }
}

async function groupsOf<Row>({ rows, decoder }: ReadFile<Row>): Promise<Groups> {
  const groups = createGroups(rows.count());
  for (let place = 0; place < rows.count(); place += 1) {
    if (place % SLICE === 0) await setImmediate();
    groups.see(decoder.keyOf(rows.row(place)));
  }
  return groups.end();
}

async function* gatheredBatches<Row>(
  rules: RecordRules<Row> & Required<Pick<RecordRules<Row>, 'gather'>>,
  file: ReadFile<Row>,
  size: BatchSize,
): AsyncGenerator<Batch<Row>> {
  const { rows } = file;
  const groups = await groupsOf(file);
  const isTotalled = await hasTotals(rules, file, groups);
  let units: (readonly number[])[] = [];
  let taken = 0;
  let done = 0;
  for (let place = 0; place < rows.count(); place += 1) {
    if (groups.isLater(place)) continue;
    const unit = groups.from(place) ?? [place];
    units.push(unit);
    taken += unit.length;
    if (taken < size(done)) continue;
    yield await readBatch(rules, file, units, isTotalled);
    units = [];
    done += taken;
    taken = 0;
  }
  if (taken > 0) yield await readBatch(rules, file, units, isTotalled);
}

/** Records that are looked at to tell whether a row of each is its total. */
const MAX_LOOKED_AT = 500;

/** As `gather.hasTotals`, by the first records with several rows. */
async function hasTotals<Row>(
  { gather }: RecordRules<Row> & Required<Pick<RecordRules<Row>, 'gather'>>,
  { rows, decoder, readings }: ReadFile<Row>,
  groups: Groups,
): Promise<boolean> {
  if (!gather.hasTotals) return false;
  const records: Partial<Row>[][] = [];
  for (let place = 0; place < rows.count() && records.length < MAX_LOOKED_AT; place += 1) {
    if (place % SLICE === 0) await setImmediate();
    const group = groups.from(place);
    if (!group || group.length > gather.most) continue;
    records.push(
      group.map((one) => {
        const decoded = decoder.decode(rows.row(one), readings);
        return 'value' in decoded ? decoded.value : decoded.partial;
      }),
    );
  }
  return gather.hasTotals(records);
}

/** Reads records, given the indexes of the rows of each. */
async function readBatch<Row>(
  rules: RecordRules<Row> & Required<Pick<RecordRules<Row>, 'gather'>>,
  { rows, decoder, readings }: ReadFile<Row>,
  units: readonly (readonly number[])[],
  isTotalled: boolean,
): Promise<Batch<Row>> {
  const batch = emptyBatch<Row>();
  const { most } = rules.gather;
  for (const [index, unit] of units.entries()) {
    if (index % SLICE === 0) await setImmediate();
    const first = rows.row(unit[0]!);
    if (unit.length > most) {
      const numbers = unit.map((place) => rows.rowNumber(place));
      addTooMany(batch, numbers, decoder.keyOf(first)!, rules);
    } else if (unit.length > 1) {
      const group = unit.map(rows.row);
      const decoded = group.map((row) => decoder.decode(row, readings));
      addGroup(batch, decoded, group.map(decoder.restOf), rules, {
        total: decoder.total,
        isTotalled,
      });
    } else addRow(batch, decoder.decode(first, readings), rules, undefined);
  }
  return batch;
}
