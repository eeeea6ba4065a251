import type { Ctx } from '../../context.ts';
import { changedFields } from '../../database/record.ts';
import { findReferences } from '../../database/references.ts';
import { actorName } from '../../identity/actor.ts';
import type { BookValues } from '../../kernel/books.ts';
import type { Created, ImportedChange, KeptRecord } from '../../kernel/imported.ts';
import { toDecimal } from '../../kernel/money.ts';
import type { RowOutcome } from '../../kernel/outcomes.ts';
import { searchKey } from '../../kernel/text.ts';
import { type BundleRecord, bundles } from './queries.ts';
import * as queries from './queries-import.ts';
import { type BundleFate, type BundleFields, bundleFields, planBundles } from './rules-import.ts';
import type { ImportedBundle } from './schema-import.ts';

type Planned = Exclude<BundleFate, { problem: string }> & { index: number };

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
  const result = {
    ...{ created: 0, updated: 0, unchanged: 0 },
    outcomes: rows.map((): RowOutcome => 'refused'),
    errors: [] as { index: number; message: string }[],
    notes: [] as { index: number; message: string }[],
    made: [] as Created[],
    changes: [] as ImportedChange[],
  };
  const fates = planBundles(rows, await queries.findAll(tx.db, dryRun));
  const planned = fates.flatMap((fate, index): Planned[] => {
    if (!('problem' in fate)) return [{ ...fate, index }];
    result.errors.push({ index, message: fate.problem });
    return [];
  });
  const changed: BundleRecord[] = [];
  for (const { before, fields, index, notes } of planned) {
    const names = before ? differing(before, fields) : [];
    const outcome = !before ? 'created' : names.length > 0 ? 'updated' : 'unchanged';
    result.outcomes[index] = outcome;
    result[outcome] += 1;
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
  if (created.length === 0) return { removed: 0, kept: [] };
  const versions = new Map(created.map(({ id, version }) => [id, version]));
  const left = await queries.lockForUndo(tx.db, [...versions.keys()]);
  const references = await findReferences(
    tx.db,
    'voucher_bundles',
    left.map(({ id }) => id),
  );
  const reasonOf = ({ id, version }: BundleRecord) => {
    if (version !== versions.get(id)) return 'The bundle was changed since.';
    return references.has(id) ? 'Vouchers of the bundle were sold.' : undefined;
  };
  const reasons = new Map(left.map((one) => [one.id, reasonOf(one)]));
  const free = left.filter(({ id }) => reasons.get(id) === undefined);
  await queries.removeBundles(
    tx.db,
    free.map(({ id }) => id),
  );
  return {
    removed: free.length,
    kept: left.flatMap(({ id, name }): KeptRecord[] => {
      const reason = reasons.get(id);
      return reason ? [{ entity: 'voucherBundle', entityId: id, label: name, reason }] : [];
    }),
  };
}
