import type { Ctx } from '../../context.ts';
import { documentNumber, skipNumbers, takeNumbers } from '../../database/counters.ts';
import { changedFields } from '../../database/record.ts';
import { removeUnused } from '../../database/removal.ts';
import { actorName } from '../../identity/actor.ts';
import type { BookValues } from '../../kernel/books.ts';
import type { Created, KeptRecord } from '../../kernel/imported.ts';
import { acceptedRows, countRow, emptyResults, outcomeOf } from '../../kernel/outcomes.ts';
import { nameKey } from '../rules.ts';
import { suppliers } from './queries.ts';
import * as queries from './queries-import.ts';
import {
  SUPPLIER_COUNTER,
  SUPPLIER_PREFIX,
  SUPPLIER_WIDTH,
  type SupplierFields,
  type SupplierRecord,
} from './rules.ts';
import { numberInCode, planSuppliers, type SupplierFate } from './rules-import.ts';
import type { ImportedSupplier } from './schema-import.ts';

type Planned = Exclude<SupplierFate, { problem: string }> & { index: number };

const fieldNames = [
  'name',
  'contactPerson',
  'email',
  'phone',
  'address',
  'city',
  'country',
  'taxNumber',
  'paymentTerms',
  'status',
  'notes',
] as const satisfies readonly (keyof SupplierFields)[];

const differing = (before: SupplierRecord, fields: SupplierFields) => {
  const changed = new Set<string>(changedFields(before, fields));
  return fieldNames.filter((name) => changed.has(name));
};

/**
 * Writes suppliers of a file by code or name in a constant number of statements; see `planSuppliers` for its rules. The caller
 * writes the audit line of the whole import. With `dryRun` it counts the same and writes nothing.
 */
export async function importSuppliers(
  tx: Ctx,
  rows: readonly ImportedSupplier[],
  { dryRun }: { dryRun: boolean },
) {
  const fates = planSuppliers(rows, await queries.findAll(tx.db, dryRun));
  const result = emptyResults(rows.length);
  const accepted = acceptedRows(fates, result);
  const changed: SupplierRecord[] = [];
  for (const { before, fields, index } of accepted) {
    const names = before ? differing(before, fields) : [];
    countRow(result, index, outcomeOf(before, names.length > 0));
    if (dryRun || !before || names.length === 0) continue;
    changed.push({ ...before, ...fields });
    result.changes.push({
      index,
      entity: 'supplier',
      entityId: before.id,
      label: before.name,
      fields: names.map((field) => ({ field, before: before[field], after: fields[field] })),
    });
  }
  if (dryRun) return result;
  const added = accepted.filter(({ before }) => !before);
  result.made = (await insertAll(tx, added)).map(({ id, version }) => ({ id, version }));
  await suppliers.updateMany(tx.db, changed, fieldNames, {
    updated_at: ['timestamptz', () => tx.now],
  });
  return result;
}

/** Codes of the file are kept and skipped over by the counter (decision 7). */
async function insertAll(tx: Ctx, added: readonly Planned[]): Promise<SupplierRecord[]> {
  if (added.length === 0) return [];
  const highest = Math.max(0, ...added.map(({ supplierCode }) => numberInCode(supplierCode) ?? 0));
  if (highest > 0) await skipNumbers(tx.db, SUPPLIER_COUNTER, highest);
  const without = added.filter(({ supplierCode }) => supplierCode === '').length;
  let next = without > 0 ? await takeNumbers(tx.db, SUPPLIER_COUNTER, without) : 0;
  const rows = added.map(({ fields, supplierCode }) => {
    const code = supplierCode || documentNumber(SUPPLIER_PREFIX, next++, SUPPLIER_WIDTH);
    return { ...fields, supplierCode: code, createdAt: tx.now };
  });
  return suppliers.insertMany(tx.db, rows, {
    created_by: ['text', () => actorName(tx.actor)],
    updated_at: ['timestamptz', () => tx.now],
  });
}

/** The present values of what each row would change; undefined for a new supplier. */
export async function presentSuppliers(
  ctx: Ctx,
  rows: readonly ImportedSupplier[],
): Promise<(Record<string, unknown> | undefined)[]> {
  return planSuppliers(rows, await queries.findAll(ctx.db, true)).map((fate) => {
    if ('problem' in fate || !fate.before) return undefined;
    const { before } = fate;
    return Object.fromEntries(differing(before, fate.fields).map((name) => [name, before[name]]));
  });
}

/** Which of the imported rows have a supplier. */
export async function suppliersInBooks(
  tx: Ctx,
  rows: readonly ImportedSupplier[],
): Promise<BookValues[]> {
  const known = new Set((await queries.findAll(tx.db, true)).map(({ name }) => nameKey(name)));
  return rows.map(({ name }) => ({ values: { suppliers: known.has(nameKey(name)) ? 1 : 0 } }));
}

/** Removes suppliers that an import created, unless they were changed since or other records name them. */
export async function removeImportedSuppliers(
  tx: Ctx,
  created: readonly Created[],
): Promise<{ removed: number; kept: KeptRecord[] }> {
  return removeUnused(tx.db, suppliers, created, {
    entity: 'supplier',
    labelOf: ({ name }) => name,
    changed: 'The supplier was changed since.',
    named: 'The supplier is named by orders or other documents.',
  });
}
