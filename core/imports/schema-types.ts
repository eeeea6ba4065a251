import type { Permission } from '../identity/permissions.ts';

interface BuiltType {
  /** The plural name of its records. */
  label: string;
  permission: Permission;
  /** Accepts `keepPrices`. */
  keepsPrices?: true;
  /** Accepts `combineRows`. */
  combinesRows?: true;
}

/** The supported types of import files, as hosts need them. The code for each is in `importers` (service-importers.ts). */
export const builtTypes = {
  customers: {
    label: 'customers',
    permission: 'customer.import',
    keepsPrices: true,
    combinesRows: true,
  },
  billing: { label: 'invoices', permission: 'invoice.import' },
} as const satisfies Record<string, BuiltType>;
export type BuiltImportType = keyof typeof builtTypes;
export const builtImportTypes = Object.keys(builtTypes) as [BuiltImportType, ...BuiltImportType[]];

export function takesCombineRows(type: BuiltImportType): boolean {
  return 'combinesRows' in builtTypes[type];
}

export function takesKeepPrices(type: BuiltImportType): boolean {
  return 'keepsPrices' in builtTypes[type];
}
