import { akauntingSources } from './rules-akaunting.ts';
import { bankSources } from './rules-bank.ts';
import { booksSources } from './rules-books.ts';
import { expenseSources } from './rules-expenses.ts';
import { feeSources } from './rules-fees.ts';
import { freshbooksSources } from './rules-freshbooks.ts';
import { invoiceNinjaSources } from './rules-invoice-ninja.ts';
import { invoicingSources } from './rules-invoicing.ts';
import { mikrotikSources } from './rules-mikrotik.ts';
import { mobileMoneySources } from './rules-mobile-money.ts';
import { phpnuxbillSources } from './rules-phpnuxbill.ts';
import { quickbooksSources } from './rules-quickbooks.ts';
import type { ImportSource } from './rules-source.ts';
import { splynxSources } from './rules-splynx.ts';
import { uispSources } from './rules-uisp.ts';
import { waveSources } from './rules-wave.ts';
import { xeroSources } from './rules-xero.ts';
import { zohoSources } from './rules-zoho.ts';

/**
 * The known systems. Where their headers are published is listed in fixtures/SOURCES.md. Add a system as a file here,
 * with files of invented people in fixtures/files/imports.
 */
export const importSources: readonly ImportSource[] = [
  ...splynxSources,
  ...uispSources,
  ...phpnuxbillSources,
  ...invoiceNinjaSources,
  ...freshbooksSources,
  ...waveSources,
  ...zohoSources,
  ...invoicingSources,
  ...akauntingSources,
  ...quickbooksSources,
  ...xeroSources,
  ...mikrotikSources,
  ...mobileMoneySources,
  ...booksSources,
  ...bankSources,
  ...expenseSources,
  ...feeSources,
];
