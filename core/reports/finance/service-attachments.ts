import { authoriseEntry, lockJournalEntry } from '../../accounting/journal/service.ts';
import { defineAttachments } from '../../attachments/service-kit.ts';
import { formatMonth, monthOf } from '../../kernel/dates.ts';
import { breaksRule } from '../../kernel/errors.ts';

/**
 * The papers of a journal entry. They are attached also in a locked month, and deleted only before. Each use case throws
 * forbidden for an entry of payroll without pay.read (decision 44).
 */
export const papers = defineAttachments({
  entity: 'journalEntry',
  // The line belongs to the entry, like those of its posting.
  auditEntity: 'entry',
  noun: 'journal',
  assertReadable: authoriseEntry,
  async lock(tx, id) {
    const { entry, isMonthLocked } = await lockJournalEntry(tx, id);
    return { ...entry, isMonthLocked };
  },
  assertDetachable({ isMonthLocked, entryDate, entryId }) {
    if (!isMonthLocked) return;
    const month = formatMonth(monthOf(entryDate));
    breaksRule(
      'month.locked',
      `${month} is locked, so the papers of ${entryId} cannot be deleted.`,
    );
  },
  summary: ({ entryId }, fileName) => `${entryId}: ${fileName}`,
});
