import type { NamedCustomer } from '../../customers/rules-names.ts';
import { searchKey } from '../../kernel/text.ts';
import type { InvoiceRow } from '../fields/rules-billing.ts';
import type { CustomerRow } from '../fields/rules-customers.ts';

/** Customers with more rows are refused: the wrong column was probably mapped to the customer id. */
export const MAX_COMBINED = 100;

/** Fields that must be equal in all rows of one customer, or empty. */
const SHARED = ['name', 'openingBalanceUsd'] as const;

function comparable(value: unknown): unknown {
  return typeof value === 'string' ? searchKey(value) : value;
}

/**
 * Combines the rows of one customer, as systems export that write a row for each plan: the fields of an Active row
 * count, then those of the others in their order. Refused if the rows disagree about the name or the opening balance,
 * which is then not one customer. `numbers` are the row numbers for the message.
 */
export function combineCustomers(
  rows: readonly CustomerRow[],
  numbers: readonly number[],
): { outcome: 'refused'; message: string } | { outcome: 'lines'; invoice: CustomerRow } {
  for (const name of SHARED) {
    const values = rows
      .map((row) => comparable((row as Record<string, unknown>)[name]))
      .filter((value) => value !== undefined);
    if (new Set(values).size > 1) {
      const listed = numbers.slice(0, 5).join(', ');
      const message = `customerId: Rows ${listed} have the id ${rows[0]!.customerId} and disagree about ${name}. Are they one customer?`;
      return { outcome: 'refused', message };
    }
  }
  const active = rows.filter(({ status }) => status === 'Active');
  const others = rows.filter(({ status }) => status !== 'Active');
  const invoice: CustomerRow = Object.assign({}, ...[...active, ...others].reverse());
  return { outcome: 'lines', invoice: { ...invoice, customerId: rows[0]!.customerId } };
}

export interface FoundCustomers {
  /** The rows with a customer id, and their indexes among all rows. */
  found: { row: InvoiceRow; index: number }[];
  errors: { index: number; message: string }[];
  /** By what a customer was found, where it was not the id or the name. */
  notes: { index: number; message: string }[];
}

/** Sets the customer ids of invoices that name their customer only; those without the only customer of a name are refused. */
export function findCustomers(
  rows: readonly InvoiceRow[],
  find: (row: InvoiceRow) => NamedCustomer | undefined,
): FoundCustomers {
  const result: FoundCustomers = { found: [], errors: [], notes: [] };
  for (const [index, row] of rows.entries()) {
    const named = find(row);
    if (named && 'problem' in named) result.errors.push({ index, message: named.problem });
    else {
      result.found.push({ row: named ? { ...row, customerId: named.customerId } : row, index });
      if (named?.note !== undefined) result.notes.push({ index, message: named.note });
    }
  }
  return result;
}
