import type { Permission } from '../../identity/permissions.ts';
import type { Created } from '../../kernel/imported.ts';

/** Kinds of records that an import creates and its undo removes or reverses. */
export const createdKinds = [
  'customers',
  'invoices',
  'payments',
  'entries',
  'cashLines',
  'accounts',
  'openings',
  'nodes',
  'suppliers',
  'employees',
  'expenses',
  'items',
  'stockOpenings',
  'itemCategories',
  'stockCounts',
  'bundles',
  'fees',
  'accessAccounts',
] as const;
export type CreatedKind = (typeof createdKinds)[number];

/** An undo does no more than single calls may (decision 16). */
export const undoPermissions: Record<CreatedKind, Permission> = {
  customers: 'customer.delete',
  invoices: 'invoice.edit',
  payments: 'payment.record',
  entries: 'journal.post',
  cashLines: 'journal.post',
  accounts: 'account.write',
  openings: 'journal.post',
  nodes: 'network.write',
  suppliers: 'supplier.write',
  employees: 'hr.write',
  expenses: 'expense.write',
  items: 'stock.write',
  stockOpenings: 'stock.adjust',
  itemCategories: 'stock.write',
  stockCounts: 'stock.write',
  bundles: 'voucher.bundle',
  fees: 'customer.write',
  accessAccounts: 'access.write',
};

export type Made = Record<CreatedKind, readonly Created[]>;

/** The created records of a batch as they are stored: 'invoices' → ids with version 1, 'invoices:2' → with version 2. */
export type PackedRecords = Record<string, readonly number[]>;

export function packCreated(made: Partial<Made>): PackedRecords {
  const packed: Record<string, number[]> = {};
  for (const kind of createdKinds) {
    for (const { id, version } of made[kind] ?? []) {
      const key = version === 1 ? kind : `${kind}:${version}`;
      const ids = packed[key];
      if (ids) ids.push(id);
      else packed[key] = [id];
    }
  }
  return packed;
}

export function unpackCreated(packed: PackedRecords): Made {
  const made: Record<CreatedKind, Created[]> = {
    customers: [],
    invoices: [],
    payments: [],
    entries: [],
    cashLines: [],
    accounts: [],
    openings: [],
    nodes: [],
    suppliers: [],
    employees: [],
    expenses: [],
    items: [],
    stockOpenings: [],
    itemCategories: [],
    stockCounts: [],
    bundles: [],
    fees: [],
    accessAccounts: [],
  };
  for (const [key, ids] of Object.entries(packed)) {
    const [kind, version = '1'] = key.split(':');
    const records = made[kind as CreatedKind];
    for (const id of ids) records.push({ id, version: Number(version) });
  }
  return made;
}

/** Without a sign of life for so long, another process goes on with an undo. */
const UNDO_TIMEOUT_SECONDS = 60;

export function undoCutoff(now: Date): Date {
  return new Date(now.getTime() - UNDO_TIMEOUT_SECONDS * 1000);
}
