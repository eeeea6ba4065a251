import type { JournalEntryDetail } from '../../accounting/schema.ts';
import type { Letterhead } from '../../documents/pdf/documents.ts';
import type { IsoDate, IsoMonth } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import type { StatementTable } from './rules-tables.ts';

/** What the layout of the statements is given. */
export interface StatementsDocument {
  company: Letterhead;
  month: IsoMonth;
  /** The day on which the file was made. */
  date: IsoDate;
  /** SSP cents for one US dollar. */
  exchangeRate: Cents;
  /** What is left out for whoever asked. */
  note?: string | undefined;
  tables: readonly StatementTable[];
}

/** What the layout of a voucher is given. */
export interface VoucherDocument {
  company: Letterhead;
  entry: JournalEntryDetail;
}
