import { setImmediate } from 'node:timers/promises';
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

/**
 * The records of a file in batches of about IMPORT_BATCH rows, in the order of their first rows. If a record may have
 * several rows, they are all in one batch, wherever they are in the file.
 */
export function batchesOf<Row>(
  rules: RecordRules<Row>,
  file: ReadFile<Row>,
): AsyncGenerator<Batch<Row>> {
  const { gather } = rules;
  return gather ? gatheredBatches({ ...rules, gather }, file) : plainBatches(rules, file);
}

async function* plainBatches<Row>(
  rules: RecordRules<Row>,
  { rows, decoder, readings }: ReadFile<Row>,
): AsyncGenerator<Batch<Row>> {
  const firstRows = new Map<string, number>();
  for (let chunk = 0; chunk * IMPORT_BATCH < rows.count(); chunk += 1) {
    const batch = emptyBatch<Row>();
    for (const [index, row] of rows.chunk(chunk).entries()) {
      if (index % SLICE === 0) await setImmediate();
      addRow(batch, decoder.decode(row, readings), rules, firstRows);
    }
    yield batch;
  }
}

async function groupsOf<Row>({ rows, decoder }: ReadFile<Row>): Promise<Groups> {
  const groups = createGroups(rows.count());
  for (let chunk = 0; chunk * IMPORT_BATCH < rows.count(); chunk += 1) {
    for (const [index, row] of rows.chunk(chunk).entries()) {
      if (index % SLICE === 0) await setImmediate();
      groups.see(decoder.keyOf(row));
    }
  }
  return groups.end();
}

async function* gatheredBatches<Row>(
  rules: RecordRules<Row> & Required<Pick<RecordRules<Row>, 'gather'>>,
  file: ReadFile<Row>,
): AsyncGenerator<Batch<Row>> {
  const { rows } = file;
  const groups = await groupsOf(file);
  let units: (readonly number[])[] = [];
  let taken = 0;
  for (let place = 0; place < rows.count(); place += 1) {
    if (groups.isLater(place)) continue;
    const unit = groups.from(place) ?? [place];
    units.push(unit);
    taken += unit.length;
    if (taken < IMPORT_BATCH) continue;
    yield await readBatch(rules, file, units);
    units = [];
    taken = 0;
  }
  if (taken > 0) yield await readBatch(rules, file, units);
}

/** Reads records, given the indexes of the rows of each. */
async function readBatch<Row>(
  rules: RecordRules<Row> & Required<Pick<RecordRules<Row>, 'gather'>>,
  { rows, decoder, readings }: ReadFile<Row>,
  units: readonly (readonly number[])[],
): Promise<Batch<Row>> {
  const batch = emptyBatch<Row>();
  const { most } = rules.gather;
  const places = units
    .flatMap((unit) => (unit.length > most ? unit.slice(0, 1) : unit))
    .sort((a, b) => a - b);
  const picked = rows.pick(places);
  const rowAt = new Map(places.map((place, index) => [place, picked[index]!]));
  for (const [index, unit] of units.entries()) {
    if (index % SLICE === 0) await setImmediate();
    const first = rowAt.get(unit[0]!)!;
    if (unit.length > most) {
      const numbers = unit.map((place) => rows.rowNumber(place));
      addTooMany(batch, numbers, decoder.keyOf(first)!, rules);
    } else if (unit.length > 1) {
      const group = unit.map((place) => rowAt.get(place)!);
      const decoded = group.map((row) => decoder.decode(row, readings));
      addGroup(batch, decoded, group.map(decoder.restOf), rules, decoder.total);
    } else addRow(batch, decoder.decode(first, readings), rules, undefined);
  }
  return batch;
}
