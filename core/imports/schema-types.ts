import type { Permission } from '../identity/permissions.ts';

interface BuiltType {
  /** The records of such a file, in the plural. */
  label: string;
  permission: Permission;
  /** Takes `keepPrices`. */
  keepsPrices?: true;
}

/**
 * The types of files that can be imported, with what every host needs to know of them. What reads and writes them is
 * a row of `importers` (service-importers.ts).
 */
export const builtTypes = {
  customers: { label: 'customers', permission: 'customer.import', keepsPrices: true },
  billing: { label: 'invoices', permission: 'invoice.import' },
} as const satisfies Record<string, BuiltType>;
export type BuiltImportType = keyof typeof builtTypes;
export const builtImportTypes = Object.keys(builtTypes) as [BuiltImportType, ...BuiltImportType[]];

export function takesKeepPrices(type: BuiltImportType): boolean {
  return 'keepsPrices' in builtTypes[type];
}
