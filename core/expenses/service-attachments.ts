import { type Attachment, attachment as schema } from '../attachments/schema.ts';
import {
  addAttachment,
  listAttachments,
  readAttachment,
  readUpload,
  removeAttachment,
} from '../attachments/service.ts';
import { type Ctx, transact } from '../context.ts';
import type { FileAnswer, UploadedFile } from '../kernel/contract.ts';
import { audit } from '../records/audit.ts';
import { type ExpenseRecord, nameOfExpense } from './rules.ts';
import { assertExpenseKnown, lockExpense } from './service-record.ts';

const ENTITY = 'expense';

/** The receipts of an expense, oldest first. @throws AppError notFound. */
export async function listExpenseAttachments(ctx: Ctx, id: number): Promise<Attachment[]> {
  await assertExpenseKnown(ctx, id);
  return listAttachments(ctx, ENTITY, [id]);
}

/**
 * Attaches a PDF or an image of at most 10 MB, judged by its bytes; the same file twice is one receipt.
 * @throws AppError notFound; invalid, tooLarge or unsupported for a file that cannot be attached; rule for more than 10.
 */
export async function addExpenseAttachment(
  ctx: Ctx,
  id: number,
  upload: UploadedFile,
): Promise<Attachment> {
  const file = await readUpload(upload);
  return transact(ctx, async (tx) => {
    const expense = await lockExpense(tx, id);
    const owner = { entity: ENTITY, entityId: id } as const;
    const { attachment, isNew } = await addAttachment(tx, owner, file);
    if (isNew) await auditFile(tx, 'expense.attach', expense, { after: attachment });
    return attachment;
  });
}

/** @throws AppError notFound, also for a file of another expense. */
export async function readExpenseAttachment(
  ctx: Ctx,
  id: number,
  attachmentId: number,
): Promise<FileAnswer> {
  await assertExpenseKnown(ctx, id);
  return readAttachment(ctx, ENTITY, [id], attachmentId);
}

/** Deletes a receipt. @throws AppError notFound, also for a file of another expense. */
export async function deleteExpenseAttachment(
  ctx: Ctx,
  id: number,
  attachmentId: number,
): Promise<Attachment> {
  return transact(ctx, async (tx) => {
    const expense = await lockExpense(tx, id);
    const before = await removeAttachment(tx, ENTITY, [id], attachmentId);
    await auditFile(tx, 'expense.detach', expense, { before });
    return before;
  });
}

function auditFile(
  tx: Ctx,
  action: string,
  expense: ExpenseRecord,
  change: { before?: Attachment; after?: Attachment },
): Promise<void> {
  const summary = `${nameOfExpense(expense)}: ${(change.after ?? change.before)!.fileName}`;
  return audit(tx, { action, entity: ENTITY, entityId: expense.id, summary, schema, ...change });
}
