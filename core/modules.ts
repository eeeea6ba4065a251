export interface ModuleRow {
  /** A module imports rules and services of lower layers, never of its own or a higher one (docs/architecture.md). */
  layer: number;
  /** Of layer 0: uses context.ts and is used by modules alone. */
  aboveContext?: true;
  /** Of its contract: routes-x.ts and operations-x.ts beside, or instead of, routes.ts and operations.ts, in the order of the calls. */
  parts?: readonly string[];
}

/**
 * Every folder of core, one row each. The files that list all modules (routes.ts, operations.ts, constraints.ts, layouts.ts) are
 * written by scripts/assembly.ts from these rows and what is in the folders; the rules of the source code (rules/) read them,
 * and fail on a folder without a row. The calls of modules appear in this order in the OpenAPI document.
 */
export const modules = {
  kernel: { layer: 0 },
  database: { layer: 0 },
  ports: { layer: 0 },
  documents: { layer: 0 },
  records: { layer: 0, aboveContext: true },
  attachments: { layer: 1 },
  approvals: { layer: 1 },
  identity: { layer: 1 },
  seals: { layer: 1 },
  company: { layer: 1 },
  rates: { layer: 1 },
  network: { layer: 3 },
  customers: { layer: 4 },
  billing: { layer: 5 },
  accounting: { layer: 1 },
  expenses: { layer: 5 },
  stock: { layer: 3 },
  till: { layer: 2 },
  wifi: { layer: 5 },
  procurement: { layer: 5, parts: ['bills'] },
  vouchers: { layer: 5 },
  sales: { layer: 6 },
  collections: { layer: 6 },
  hr: { layer: 3, parts: ['employees', 'payroll', 'payments', 'leave'] },
  support: { layer: 6 },
  messaging: { layer: 9 },
  assistant: { layer: 7 },
  imports: { layer: 7 },
  reports: {
    layer: 8,
    parts: ['network', 'reports', 'finance', 'approvals', 'insights'],
  },
  backups: { layer: 10 },
  jobs: { layer: 11 },
  attention: { layer: 12 },
} satisfies Record<string, ModuleRow>;

/** A folder of core: a module, or one of layer 0. */
export type ModuleName = keyof typeof modules;
