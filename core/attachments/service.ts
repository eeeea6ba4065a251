import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { Ctx } from '../context.ts';
import { actorName } from '../identity/actor.ts';
import type { FileAnswer, UploadedFile } from '../kernel/contract.ts';
import { AppError, breaksRule, notFound } from '../kernel/errors.ts';
import type { Owner } from './queries.ts';
import * as queries from './queries.ts';
import { attachmentName, judgeContent } from './rules-type.ts';
import {
  type Attachment,
  type AttachmentEntity,
  type AttachmentType,
  MAX_ATTACHMENT,
  MAX_ATTACHMENTS,
} from './schema.ts';

export type { Owner } from './queries.ts';

/** A file whose content was judged. */
export interface ReadUpload {
  fileName: string;
  contentType: AttachmentType;
  content: Buffer;
  sha256: string;
}

function refused(kind: 'invalid' | 'tooLarge' | 'unsupported', code: string, message: string) {
  return new AppError(kind, `attachment.${code}`, message, { fields: { file: message } });
}

/** The content, in memory once; undefined if the file is larger than may be attached, whatever its size is said to be. */
async function readBounded(path: string): Promise<Buffer | undefined> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    return size > MAX_ATTACHMENT ? undefined : await file.readFile();
  } finally {
    await file.close();
  }
}

/**
 * Reads a file that is to be attached and judges its content. Call it before the transaction.
 * @throws AppError invalid for an empty or damaged file; tooLarge above 10 MB; unsupported for other types.
 */
export async function readUpload(upload: UploadedFile): Promise<ReadUpload> {
  const content = upload.size > MAX_ATTACHMENT ? undefined : await readBounded(upload.path);
  if (!content) throw refused('tooLarge', 'tooLarge', 'A file can have at most 10 MB.');
  if (content.length === 0) throw refused('invalid', 'empty', 'The file is empty.');
  const { type, isComplete } = judgeContent(content);
  if (type === undefined)
    throw refused('unsupported', 'type', 'Only PDF, PNG, JPEG and WebP files can be attached.');
  if (!isComplete)
    throw refused('invalid', 'damaged', 'The file is damaged or incomplete. Send it again.');
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { fileName: attachmentName(upload.filename, type), contentType: type, content, sha256 };
}

/**
 * Attaches a file to a record. The caller has checked the permission and locked the record, so that two at once do not
 * exceed the limit. A file with the same content is attached once: it is answered with `isNew` false.
 * @throws AppError rule for more than 10 files.
 */
export async function addAttachment(
  tx: Ctx,
  { entity, entityId }: Owner,
  file: ReadUpload,
): Promise<{ attachment: Attachment; isNew: boolean }> {
  const others = await queries.findAttachments(tx.db, entity, [entityId]);
  const known = others.find((other) => other.sha256 === file.sha256);
  if (known) return { attachment: known, isNew: false };
  if (others.length >= MAX_ATTACHMENTS)
    breaksRule(
      'attachment.tooMany',
      `There can be at most ${MAX_ATTACHMENTS} files. Delete one first.`,
      { file: `At most ${MAX_ATTACHMENTS} files.` },
    );
  const { now: createdAt, actor } = tx;
  const row = { ...file, entity, entityId, createdAt, createdBy: actorName(actor) };
  return { attachment: await queries.insertAttachment(tx.db, row), isNew: true };
}

/** The files of one or several records, oldest first. The caller has checked the permission. */
export function listAttachments(
  ctx: Ctx,
  entity: AttachmentEntity,
  entityIds: readonly number[],
): Promise<Attachment[]> {
  return queries.findAttachments(ctx.db, entity, entityIds);
}

/** A file of one of these records. @throws AppError notFound, also for a file of another record. */
export async function readAttachment(
  ctx: Ctx,
  entity: AttachmentEntity,
  entityIds: readonly number[],
  id: number,
): Promise<FileAnswer> {
  const found = await queries.getContent(ctx.db, entity, entityIds, id);
  if (!found) notFound('File', id);
  return { filename: found.fileName, contentType: found.contentType, body: found.content };
}

/**
 * Deletes a file of one of these records, which the caller has locked; the caller writes the line of the audit log.
 * @throws AppError notFound, also for a file of another record.
 */
export async function removeAttachment(
  tx: Ctx,
  entity: AttachmentEntity,
  entityIds: readonly number[],
  id: number,
): Promise<Attachment> {
  return (await queries.deleteAttachment(tx.db, entity, entityIds, id)) ?? notFound('File', id);
}
