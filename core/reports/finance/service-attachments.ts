import type { JournalEntry } from '../../accounting/schema.ts';
import { authoriseEntry, lockJournalEntry } from '../../accounting/service-journal.ts';
import { type Attachment, attachment as schema } from '../../attachments/schema.ts';
import {
  addAttachment,
  listAttachments,
  readAttachment,
  readUpload,
  removeAttachment,
} from '../../attachments/service.ts';
import { type Ctx, transact } from '../../context.ts';
import type { FileAnswer, UploadedFile } from '../../kernel/contract.ts';
import { formatMonth, monthOf } from '../../kernel/dates.ts';
import { breaksRule } from '../../kernel/errors.ts';
import { audit } from '../../records/audit.ts';

const ENTITY = 'journalEntry';

/**
 * The papers of a journal entry, oldest first.
 * @throws AppError notFound; forbidden for an entry of payroll without pay.read (decision 44), as all operations below.
 */
export async function listEntryAttachments(ctx: Ctx, id: number): Promise<Attachment[]> {
  await authoriseEntry(ctx, id);
  return listAttachments(ctx, ENTITY, [id]);
}

/**
 * Attaches a PDF or an image of at most 10 MB to an entry, also of a locked month; the same file twice is one paper.
 * @throws AppError notFound; invalid, tooLarge or unsupported for a file that cannot be attached; rule for more than 10.
 */
export async function addEntryAttachment(
  ctx: Ctx,
  id: number,
  upload: UploadedFile,
): Promise<Attachment> {
  const file = await readUpload(upload);
  return transact(ctx, async (tx) => {
    const { entry } = await lockJournalEntry(tx, id);
    const { attachment, isNew } = await addAttachment(tx, { entity: ENTITY, entityId: id }, file);
    if (isNew) await auditFile(tx, 'journal.attach', entry, { after: attachment });
    return attachment;
  });
}

/** @throws AppError notFound, also for a paper of another entry. */
export async function readEntryAttachment(
  ctx: Ctx,
  id: number,
  attachmentId: number,
): Promise<FileAnswer> {
  await authoriseEntry(ctx, id);
  return readAttachment(ctx, ENTITY, [id], attachmentId);
}

/** Deletes a paper of an entry. @throws AppError notFound; rule while the month of the entry is locked. */
export async function deleteEntryAttachment(
  ctx: Ctx,
  id: number,
  attachmentId: number,
): Promise<Attachment> {
  return transact(ctx, async (tx) => {
    const { entry, isMonthLocked } = await lockJournalEntry(tx, id);
    if (isMonthLocked)
      breaksRule(
        'month.locked',
        `${formatMonth(monthOf(entry.entryDate))} is locked, so the papers of ${entry.entryId} cannot be deleted.`,
      );
    const before = await removeAttachment(tx, ENTITY, [id], attachmentId);
    await auditFile(tx, 'journal.detach', entry, { before });
    return before;
  });
}

/** The line belongs to the entry, like those of its posting. */
function auditFile(
  tx: Ctx,
  action: string,
  { id, entryId }: JournalEntry,
  change: { before?: Attachment; after?: Attachment },
): Promise<void> {
  const summary = `${entryId}: ${(change.after ?? change.before)!.fileName}`;
  return audit(tx, { action, entity: 'entry', entityId: id, summary, schema, ...change });
}
