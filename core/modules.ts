export interface ModuleRow {
  /** A module imports rules and services of lower layers, never of its own or a higher one (docs/architecture.md). */
  layer: number;
  /** Of layer 0: uses context.ts and is used by modules alone. */
  aboveContext?: true;
  /** Beside its name in the table of layers in docs/architecture.md. */
  note?: string;
  /**
   * Names of what its answers are made of, coarser than tables: a read says in `shows` what it contains, a mutation in
   * `touches` what it writes. A module with one tag gives it to all its tables, with several rules/tables.ts says which.
   */
  tags?: readonly string[];
  /** Of its contract: routes-x.ts and operations-x.ts beside, or instead of, routes.ts and operations.ts, in the order of the calls. */
  parts?: readonly string[];
}

/**
 * Every folder of core, one row each. The files that list all modules (routes.ts, operations.ts, constraints.ts, layouts.ts), the
 * tags (kernel/tags.ts) and the table of layers in docs/architecture.md are written by scripts/assembly.ts from these rows and
 * what is in the folders; the rules of the source code (rules/) read them, and fail on a folder without a row. The calls of
 * modules appear in this order in the OpenAPI document.
 */
export const modules = {
  kernel: { layer: 0, note: 'imports zod alone' },
  database: { layer: 0 },
  ports: { layer: 0 },
  documents: { layer: 0 },
  records: { layer: 0, aboveContext: true, note: 'audit, idempotency, outbox', tags: ['audit'] },
  attachments: { layer: 1, tags: ['attachments'] },
  approvals: { layer: 1, tags: ['approvals'] },
  identity: { layer: 1, tags: ['users', 'views'], parts: ['factors'] },
  seals: { layer: 1, note: 'of the audit log' },
  company: { layer: 1 },
  rates: { layer: 1, tags: ['rates'] },
  network: { layer: 3, tags: ['network'] },
  customers: { layer: 4, note: 'a customer names a node', tags: ['customers'] },
  access: {
    layer: 5,
    note: 'who may use the network: accounts, routers, sessions',
    tags: ['access'],
    parts: ['routers', 'sessions'],
  },
  billing: {
    layer: 6,
    // 'money' is invoices, payments and credits, 'emails' those sent with invoices, 'runs' the monthly billing.
    tags: ['money', 'emails', 'bandwidth', 'runs'],
  },
  accounting: { layer: 1, tags: ['books'] },
  expenses: { layer: 6, tags: ['expenses'] },
  stock: { layer: 3, tags: ['stock'] },
  till: { layer: 2, tags: ['till'] },
  wifi: { layer: 6, tags: ['wifi'] },
  procurement: { layer: 6, tags: ['procurement'], parts: ['bills'] },
  vouchers: { layer: 6, tags: ['vouchers'] },
  sales: { layer: 7, tags: ['sales'] },
  'mobile-money': { layer: 7 },
  hr: {
    layer: 3,
    // 'people' is employees, departments and public holidays.
    tags: ['people', 'payroll', 'leave', 'attendance'],
    parts: ['employees', 'payroll', 'payments', 'leave'],
  },
  support: { layer: 7, tags: ['tickets'] },
  messaging: { layer: 10, note: 'sends reports too', tags: ['messages'] },
  assistant: { layer: 8, tags: ['assistant'] },
  imports: { layer: 8, tags: ['imports'] },
  reports: {
    layer: 9,
    note: 'may read any table',
    tags: ['reports'],
    parts: ['network', 'reports', 'finance', 'approvals', 'insights'],
  },
  backups: { layer: 11, tags: ['backups'] },
  jobs: { layer: 12, tags: ['jobs'] },
  attention: { layer: 13, note: 'what needs a person today: reads services of all' },
} satisfies Record<string, ModuleRow>;

/** A folder of core: a module, or one of layer 0. */
export type ModuleName = keyof typeof modules;
