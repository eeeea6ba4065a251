import type { Letterhead } from '../../documents/pdf/documents.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import type { DateRange } from '../comprehensive/schema.ts';
import type { Row, TableColumn } from './rules-tables.ts';

/** A table of a PDF with the rows of this part of the file. */
export interface PrintedTable {
  title: string;
  columns: readonly TableColumn[];
  rows: readonly Row[];
  /** Below the rows where the table ends: its sums. */
  totals: Row | null;
  /** Where the rest is, or that there are no rows. */
  note: string;
}

/** A figure in a box, with a remark below it or ''; of a report: what it was in the period before. */
export interface HeadlineCard {
  label: string;
  value: string;
  note: string;
}

export interface HeadlineBar {
  label: string;
  /** The value in words. */
  text: string;
  /** Of the longest bar, from 0 to 1. */
  share: number;
  isNegative: boolean;
}

export interface HeadlineChart {
  title: string;
  bars: readonly HeadlineBar[];
}

/** The first two pages of a report: figures and charts, and the tables that matter. */
export interface Headline {
  cards: readonly HeadlineCard[];
  /** Two beside each other. */
  charts: readonly HeadlineChart[];
  /** One below another, or two beside each other. */
  tables: readonly (readonly PrintedTable[])[];
}

/** What the layout of a report is given: one part of its file, since a long one is laid out in several. */
export interface ReportDocument {
  company: Letterhead;
  title: string;
  dateRange: DateRange;
  /** The day of a report that is as of today; it is named in place of the range. */
  asOf?: IsoDate | undefined;
  /** The day on which the file was made. */
  date: IsoDate;
  remarks: readonly string[];
  isFirst: boolean;
  /** Of the first part. */
  headline?: Headline | undefined;
  tables: readonly PrintedTable[];
}
