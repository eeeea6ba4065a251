/**
 * What a screen can show and a change can make stale, coarser than tables: a read names in `shows` what its answer is
 * made of, a mutation in `touches` what it changes. The browser reads again what is on screen where the two share a tag.
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
  'people',
  'vouchers',
  'wifi',
  'backups',
  'assistant',
] as const;
export type Tag = (typeof tags)[number];
