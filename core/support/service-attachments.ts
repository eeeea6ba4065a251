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
import { findMerged } from './queries-comments.ts';
import { nameOfTicket, type TicketRecord } from './rules.ts';
import { assertNotMerged, getTicketRecord, lockTicket } from './service-record.ts';

const ENTITY = 'ticket';

/** A ticket and those that were merged into it. */
async function idsWithMerged(ctx: Ctx, id: number): Promise<number[]> {
  return [id, ...(await findMerged(ctx.db, id)).map((merged) => merged.id)];
}

/** The files of a ticket and of those merged into it, oldest first. @throws AppError notFound. */
export async function listTicketAttachments(ctx: Ctx, id: number): Promise<Attachment[]> {
  await getTicketRecord(ctx, id);
  return listAttachments(ctx, ENTITY, await idsWithMerged(ctx, id));
}

/**
 * Attaches a PDF or an image of at most 10 MB, judged by its bytes; the same file twice is one attachment.
 * @throws AppError notFound; invalid, tooLarge or unsupported for a file that cannot be attached; rule for a merged ticket
 *   or more than 10 files.
 */
export async function addTicketAttachment(
  ctx: Ctx,
  id: number,
  upload: UploadedFile,
): Promise<Attachment> {
  const file = await readUpload(upload);
  return transact(ctx, async (tx) => {
    const ticket = await lockTicket(tx, id, undefined);
    assertNotMerged(ticket);
    const owner = { entity: ENTITY, entityId: id } as const;
    const { attachment, isNew } = await addAttachment(tx, owner, file);
    if (isNew) await auditFile(tx, 'ticket.attach', ticket, { after: attachment });
    return attachment;
  });
}

/** @throws AppError notFound, also for a file of another ticket. */
export async function readTicketAttachment(
  ctx: Ctx,
  id: number,
  attachmentId: number,
): Promise<FileAnswer> {
  return readAttachment(ctx, ENTITY, await idsWithMerged(ctx, id), attachmentId);
}

/** Deletes a file of a ticket, or of one merged into it. @throws AppError notFound; rule for a merged ticket. */
export async function deleteTicketAttachment(
  ctx: Ctx,
  id: number,
  attachmentId: number,
): Promise<Attachment> {
  return transact(ctx, async (tx) => {
    const ticket = await lockTicket(tx, id, undefined);
    assertNotMerged(ticket);
    const ids = await idsWithMerged(tx, id);
    const before = await removeAttachment(tx, ENTITY, ids, attachmentId);
    await auditFile(tx, 'ticket.detach', ticket, { before });
    return before;
  });
}

function auditFile(
  tx: Ctx,
  action: string,
  ticket: TicketRecord,
  change: { before?: Attachment; after?: Attachment },
): Promise<void> {
  const summary = `${nameOfTicket(ticket)}: ${(change.after ?? change.before)!.fileName}`;
  return audit(tx, { action, entity: ENTITY, entityId: ticket.id, summary, schema, ...change });
}
