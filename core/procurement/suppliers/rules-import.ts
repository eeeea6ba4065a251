import { nameKey } from '../rules.ts';
import { newSupplier, type SupplierFields, type SupplierRecord, sentFields } from './rules.ts';
import type { ImportedSupplier } from './schema-import.ts';

export type SupplierFate =
  | { problem: string }
  | { before: SupplierRecord | undefined; fields: SupplierFields; supplierCode: string };

/**
 * The fates of the rows of a file: new suppliers, changes by code or else by name, ignoring case, and rows that are refused:
 * a name of another supplier, and one that stands in the file twice. A new supplier keeps the code of the file.
 */
export function planSuppliers(
  rows: readonly ImportedSupplier[],
  known: readonly SupplierRecord[],
): SupplierFate[] {
  const codes = new Map(known.map((one) => [one.supplierCode.toUpperCase(), one]));
  const owners = new Map<string, SupplierRecord | number>(
    known.map((one) => [nameKey(one.name), one]),
  );
  const seen = new Set<SupplierRecord | string>();
  return rows.map((row, index): SupplierFate => {
    const { supplierCode = '', ...sent } = row;
    const code = supplierCode.toUpperCase();
    const key = nameKey(row.name);
    const owner = owners.get(key);
    const named = typeof owner === 'object' ? owner : undefined;
    const before = codes.get(code) ?? (code === '' ? named : undefined);
    if (owner !== undefined && owner !== before)
      return { problem: `name: ${row.name} is the name of another supplier.` };
    if (before && seen.has(before)) return { problem: `${row.name} stands in the file twice.` };
    if (!before && code !== '' && seen.has(code))
      return { problem: `supplierCode: ${code} stands in the file twice.` };
    seen.add(before ?? code);
    owners.set(key, before ?? index);
    const fields = before ? { ...before, ...sentFields(sent) } : newSupplier(sent);
    return { before, fields, supplierCode: before?.supplierCode ?? code };
  });
}

/** The number in a code of our own form, 'SUP-007' → 7; undefined for any other. */
export function numberInCode(code: string): number | undefined {
  const digits = /^SUP-(\d{1,9})$/.exec(code)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
