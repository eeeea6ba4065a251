import { booksSources } from './rules-books.ts';
import { invoiceNinjaSources } from './rules-invoice-ninja.ts';
import { phpnuxbillSources } from './rules-phpnuxbill.ts';
import type { ImportSource } from './rules-source.ts';
import { splynxSources } from './rules-splynx.ts';
import { uispSources } from './rules-uisp.ts';

/**
 * The known systems. Where their headers are published is listed in fixtures/SOURCES.md. Add a system as a file here,
 * with files of invented people in fixtures/files/imports.
 */
export const importSources: readonly ImportSource[] = [
  ...splynxSources,
  ...uispSources,
  ...phpnuxbillSources,
  ...invoiceNinjaSources,
  ...booksSources,
];
