import type { Letterhead } from '../../documents/pdf/documents.ts';
import type { IsoDate, IsoMonth } from '../../kernel/dates.ts';
import type { InsightSection } from './schema.ts';

/** What the layout of the insights is given. */
export interface InsightDocument {
  company: Letterhead;
  month: IsoMonth;
  date: IsoDate;
  sections: readonly InsightSection[];
}
