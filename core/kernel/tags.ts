/**
 * Tags for data that screens show, coarser than tables: a read lists in `shows` what its answer contains, a mutation in
 * `touches` what it changes. The browser reloads what is on screen if the two share a tag.
 */
export const tags = [
  'users',
  'customers',
  /** Invoices, payments and credits. */
  'money',
  /** E-mails sent with invoices. */
  'emails',
  /** The journal, the accounts' balances and the locks of months. */
  'books',
  'rates',
  'bandwidth',
  /** Monthly billing runs. */
  'runs',
  /** Imports of files. */
  'imports',
  'jobs',
  'audit',
  // Of modules to come, one each; a module that needs finer ones adds them.
  'network',
  'tickets',
  'messages',
  'expenses',
  'stock',
  'procurement',
  'sales',
  'till',
  /** Employees, departments and public holidays. */
  'people',
  'payroll',
  'leave',
  'attendance',
  'vouchers',
  'wifi',
  'attachments',
  'approvals',
  'backups',
  'assistant',
  /** What users have saved of lists. */
  'views',
  /** Reports that are sent by e-mail. */
  'reports',
] as const;
export type Tag = (typeof tags)[number];
