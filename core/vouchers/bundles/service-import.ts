import type { Ctx } from '../../context.ts';
import { changedFields } from '../../database/record.ts';
import { removeUnused } from '../../database/removal.ts';
import { actorName } from '../../identity/actor.ts';
import type { BookValues } from '../../kernel/books.ts';
import type { Created, KeptRecord } from '../../kernel/imported.ts';
import { toDecimal } from '../../kernel/money.ts';
import { acceptedRows, countRow, emptyResults, outcomeOf } from '../../kernel/outcomes.ts';
import { searchKey } from '../../kernel/text.ts';
import { type BundleRecord, bundles } from './queries.ts';
import * as queries from './queries-import.ts';
import { type BundleFields, bundleFields, planBundles } from './rules-import.ts';
import type { ImportedBundle } from './schema-import.ts';

const differing = (before: BundleRecord, fields: BundleFields) => {
  const changed = new Set<string>(changedFields(before, fields));
  return bundleFields.filter((name) => changed.has(name));
};

/**
 * Writes bundles of vouchers of a file by name in a constant number of statements; see `planBundles` for its rules. Sold
 * vouchers keep price and rate. The caller writes the audit line of the whole import. With `dryRun` it counts the same and
 * writes nothing.
 */
export async function importBundles(
  tx: Ctx,
  rows: readonly ImportedBundle[],
  { dryRun }: { dryRun: boolean },
) {
  const result = emptyResults(rows.length);
  const fates = planBundles(rows, await queries.findAll(tx.db, dryRun));
  const planned = acceptedRows(fates, result);
  const changed: BundleRecord[] = [];
  for (const { before, fields, index, notes } of planned) {
    const names = before ? differing(before, fields) : [];
    countRow(result, index, outcomeOf(before, names.length > 0));
    for (const message of notes) result.notes.push({ index, message });
    if (dryRun || !before || names.length === 0) continue;
    changed.push({ ...before, ...fields });
    result.changes.push({
      index,
      entity: 'voucherBundle',
      entityId: before.id,
      label: before.name,
      fields: names.map((field) => ({
        field,
        before: textOf(before, field),
        after: textOf(fields, field),
      })),
    });
  }
  if (dryRun) return result;
  const made = { createdAt: tx.now, createdBy: actorName(tx.actor), updatedAt: tx.now };
  const added = await bundles.insertMany(
    tx.db,
    planned.flatMap(({ before, fields }) => (before ? [] : [{ ...fields, ...made }])),
  );
  result.made = added.map(({ id, version }) => ({ id, version }));
  await bundles.updateMany(tx.db, changed, bundleFields, {
    updated_at: ['timestamptz', () => tx.now],
  });
  return result;
}

function textOf(fields: BundleFields, field: keyof BundleFields): string {
  return field === 'priceUsd' ? toDecimal(fields.priceUsd) : String(fields[field] ?? '');
}

/** The present values of what each row would change; undefined for a new bundle. */
export async function presentBundles(
  ctx: Ctx,
  rows: readonly ImportedBundle[],
): Promise<(Record<string, unknown> | undefined)[]> {
  return planBundles(rows, await queries.findAll(ctx.db, true)).map((fate) => {
    if ('problem' in fate || !fate.before) return undefined;
    const { before } = fate;
    const names = new Set<string>(differing(before, fate.fields));
    const shown: Record<string, unknown> = {};
    if (names.has('name')) shown.name = before.name;
    if (names.has('description')) shown.description = before.description;
    if (names.has('priceUsd')) shown.priceUsd = before.priceUsd;
    if (names.has('validityDays')) shown.validity = before.validityDays;
    if (names.has('dataAllowanceMB')) shown.data = before.dataAllowanceMB;
    if (names.has('speedMbps')) shown.speed = before.speedMbps;
    if (names.has('isActive')) shown.active = before.isActive ? 'yes' : 'no';
    return shown;
  });
}

/** What the portal has of each row: the bundle and its price in US cents. */
export async function bundlesInBooks(
  tx: Ctx,
  rows: readonly ImportedBundle[],
): Promise<(BookValues | undefined)[]> {
  const known = new Map(
    (await queries.findAll(tx.db, true)).map((one) => [searchKey(one.name), one]),
  );
  return rows.map(({ name }) => {
    const bundle = known.get(searchKey(name));
    return bundle && { values: { bundles: 1, prices: bundle.priceUsd } };
  });
}

/** Removes bundles that an import created, unless they were changed since or vouchers of them were sold. */
export async function removeImportedBundles(
  tx: Ctx,
  created: readonly Created[],
): Promise<{ removed: number; kept: KeptRecord[] }> {
  return removeUnused(tx.db, bundles, created, {
    entity: 'voucherBundle',
    labelOf: ({ name }) => name,
    changed: 'The bundle was changed since.',
    named: 'Vouchers of the bundle were sold.',
  });
}
