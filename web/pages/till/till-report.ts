import type { Till } from '@nimule/core/till/schema';
import { savePdf } from '../../parts/documents.tsx';

/** Saves the day report of a till, of an open one as it stands now. */
export function saveDayReport({ id, tillNumber }: Pick<Till, 'id' | 'tillNumber'>): void {
  savePdf('tillReportPdf', { params: { id } }, `${tillNumber}.pdf`);
}
