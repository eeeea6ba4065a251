import { foldForSearch, otherSpellings, searchTextOf } from '../../kernel/search.ts';
import { searchKey } from '../../kernel/text.ts';
import { nameKey } from '../rules.ts';
import type { Supplier, SupplierInput } from './schema.ts';

/** Suppliers are numbered SUP-001. */
export const SUPPLIER_COUNTER = 'supplier';
export const SUPPLIER_PREFIX = 'SUP-';
export const SUPPLIER_WIDTH = 3;

/** Computed from orders, bills and payments. */
type Computed = 'openUsd' | 'advanceUsd' | 'orders' | 'spentUsd';

/** A row of the table suppliers. */
export type SupplierRecord = Omit<Supplier, Computed>;

export type SupplierFields = Omit<SupplierRecord, 'id' | 'supplierCode' | 'createdAt' | 'version'>;

/** seeds/002 9. */
const supplierDefaults = {
  contactPerson: '',
  email: '',
  phone: '',
  address: '',
  city: '',
  country: 'South Sudan',
  taxNumber: '',
  paymentTerms: 'NET 30',
  status: 'active',
  notes: '',
} as const satisfies Partial<SupplierFields>;

/** Folded name, contact person and code. The list sorts names by it. */
export function supplierSearchText({
  name,
  contactPerson,
  supplierCode,
}: Pick<SupplierRecord, 'name' | 'contactPerson' | 'supplierCode'>): string {
  return searchTextOf(
    foldForSearch(name),
    otherSpellings(name),
    foldForSearch(contactPerson),
    searchKey(supplierCode),
  );
}

export const supplierNameKey = ({ name }: Pick<SupplierRecord, 'name'>): string => nameKey(name);

/** The fields of a new supplier; a blank country is the default one. */
export function newSupplier(input: SupplierInput): SupplierFields {
  return { ...supplierDefaults, ...sentFields(input), name: input.name };
}

/** The sent fields; `version` is no field. */
export function sentFields({
  version: _,
  ...input
}: Partial<SupplierInput> & { version?: number | undefined }): Partial<SupplierFields> {
  const sent = Object.entries(input).filter(([, value]) => value !== undefined);
  const fields = Object.fromEntries(sent) as Partial<SupplierFields>;
  if (fields.country === '') fields.country = supplierDefaults.country;
  return fields;
}

/** 'SUP-001 Juba Computers', for the audit log. */
export function nameOfSupplier({
  supplierCode,
  name,
}: Pick<SupplierRecord, 'supplierCode' | 'name'>): string {
  return `${supplierCode} ${name}`;
}
