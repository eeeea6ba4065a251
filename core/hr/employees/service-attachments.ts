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
import { audit } from '../../records/audit.ts';
import { type EmployeeRecord, nameOfEmployee } from './rules.ts';
import { getEmployeeRecord, lockEmployee } from './service-record.ts';

const ENTITY = 'employee';

/** The contract papers of an employee, oldest first. @throws AppError notFound. */
export async function listEmployeeAttachments(ctx: Ctx, id: number): Promise<Attachment[]> {
  await getEmployeeRecord(ctx, id);
  return listAttachments(ctx, ENTITY, [id]);
}

/**
 * Attaches a PDF or an image of at most 10 MB, judged by its bytes; the same file twice is one paper.
 * @throws AppError notFound; invalid, tooLarge or unsupported for a file that cannot be attached; rule for more than 10.
 */
export async function addEmployeeAttachment(
  ctx: Ctx,
  id: number,
  upload: UploadedFile,
): Promise<Attachment> {
  const file = await readUpload(upload);
  return transact(ctx, async (tx) => {
    const employee = await lockEmployee(tx, id);
    const owner = { entity: ENTITY, entityId: id } as const;
    const { attachment, isNew } = await addAttachment(tx, owner, file);
    if (isNew) await auditPaper(tx, 'employee.attach', employee, { after: attachment });
    return attachment;
  });
}

/** @throws AppError notFound, also for a paper of another employee. */
export async function readEmployeeAttachment(
  ctx: Ctx,
  id: number,
  attachmentId: number,
): Promise<FileAnswer> {
  await getEmployeeRecord(ctx, id);
  return readAttachment(ctx, ENTITY, [id], attachmentId);
}

/** Deletes a paper. @throws AppError notFound, also for a paper of another employee. */
export async function deleteEmployeeAttachment(
  ctx: Ctx,
  id: number,
  attachmentId: number,
): Promise<Attachment> {
  return transact(ctx, async (tx) => {
    const employee = await lockEmployee(tx, id);
    const before = await removeAttachment(tx, ENTITY, [id], attachmentId);
    await auditPaper(tx, 'employee.detach', employee, { before });
    return before;
  });
}

/** The summary does not name the file: its name may tell the salary. */
function auditPaper(
  tx: Ctx,
  action: string,
  employee: EmployeeRecord,
  change: { before?: Attachment; after?: Attachment },
): Promise<void> {
  const summary = `${nameOfEmployee(employee)}: contract paper`;
  return audit(tx, { action, entity: ENTITY, entityId: employee.id, summary, schema, ...change });
}
