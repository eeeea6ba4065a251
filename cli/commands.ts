import type { Command } from './command.ts';
import { auditCommands } from './commands/audit.ts';
import { billingCommands } from './commands/billing.ts';
import { booksCommands } from './commands/books.ts';
import { customerCommands } from './commands/customers.ts';
import { importCommands } from './commands/import.ts';
import { jobCommands } from './commands/jobs.ts';
import { rateCommands } from './commands/rates.ts';
import { serverCommands } from './commands/server.ts';
import { systemCommands } from './commands/system.ts';
import { userCommands } from './commands/users.ts';

/** What each noun is about, in the order of the help. */
export const nouns: Record<string, string> = {
  users: 'Staff accounts',
  customers: 'The customer database',
  billing: 'Invoices, payments and the monthly run',
  rates: 'Exchange rates',
  books: 'Journal, trial balance and month locks',
  import: 'Spreadsheets in, and their templates',
  jobs: 'What runs by the clock',
  audit: 'Who changed what',
};

export const commands: readonly Command[] = [
  ...serverCommands,
  ...userCommands,
  ...customerCommands,
  ...billingCommands,
  ...rateCommands,
  ...booksCommands,
  ...importCommands,
  ...jobCommands,
  ...auditCommands,
  ...systemCommands,
];
