import { z } from 'zod';
import { type Ctx, transact } from '../context.ts';
import type { FileAnswer, UploadedFile } from '../kernel/contract.ts';
import { audit } from '../records/audit.ts';
import { withIdempotency } from '../records/idempotency.ts';
import { type Attachment, type AttachmentEntity, attachment as schema } from './schema.ts';
import {
  addAttachment,
  listAttachments,
  readAttachment,
  readUpload,
  removeAttachment,
} from './service.ts';

export interface RecordFiles<R extends { id: number }> {
  entity: AttachmentEntity;
  /** What the audit log calls the record, if not `entity`. */
  auditEntity?: string;
  /** Actions of the audit log are `${noun}.attach` and `${noun}.detach`. */
  noun: string;
  /** @throws AppError if the caller may not see the record or there is none. */
  assertReadable(ctx: Ctx, id: number): Promise<unknown>;
  /** Locks the record, so that two at once do not exceed the limit. @throws AppError if it may not be changed. */
  lock(tx: Ctx, id: number): Promise<R>;
  /** The record that a new file is added to, locked, if not that of `lock`: the one that goes on in its place. */
  lockForNew?(tx: Ctx, id: number): Promise<R>;
  /** @throws AppError if files of the record may not be deleted. */
  assertDetachable?(record: R): void;
  /** The record and those whose files are shown with it. */
  idsWith?(ctx: Ctx, id: number): Promise<number[]>;
  /** The sentence of the audit log. */
  summary(record: R, fileName: string): string;
}

export interface RecordAttachments {
  /** The files of a record, oldest first. @throws AppError notFound. */
  list(ctx: Ctx, id: number): Promise<Attachment[]>;
  /**
   * Attaches a PDF or an image of at most 10 MB, judged by its bytes; the same file twice is one attachment. A repeat with
   * the same Idempotency-Key adds nothing, also if the file was deleted meanwhile (decision 122).
   * @throws AppError notFound; invalid, tooLarge or unsupported for a file that cannot be attached; rule for more than 10
   *   files or a record that may not be changed; conflict for a key that was used for another file.
   */
  add(ctx: Ctx, id: number, upload: UploadedFile): Promise<Attachment>;
  /** @throws AppError notFound, also for a file of another record. */
  read(ctx: Ctx, id: number, attachmentId: number): Promise<FileAnswer>;
  /** @throws AppError notFound, also for a file of another record; rule where files may not be deleted. */
  remove(ctx: Ctx, id: number, attachmentId: number): Promise<Attachment>;
}

/** The use cases of the attachments of one kind of record, with their lines of the audit log. */
export function defineAttachments<R extends { id: number }>(of: RecordFiles<R>): RecordAttachments {
  const { entity } = of;
  const idsOf = async (ctx: Ctx, id: number) => (await of.idsWith?.(ctx, id)) ?? [id];
  const auditFile = (
    tx: Ctx,
    verb: 'attach' | 'detach',
    record: R,
    change: { before: Attachment } | { after: Attachment },
  ) => {
    const { fileName } = 'after' in change ? change.after : change.before;
    return audit(tx, {
      action: `${of.noun}.${verb}`,
      entity: of.auditEntity ?? entity,
      entityId: record.id,
      summary: of.summary(record, fileName),
      schema,
      ...change,
    });
  };
  return {
    async list(ctx, id) {
      await of.assertReadable(ctx, id);
      return listAttachments(ctx, entity, await idsOf(ctx, id));
    },
    async add(ctx, id, upload) {
      const file = await readUpload(upload);
      // The input names the file by its content: each request stores it under another path.
      const input = { id, sha256: file.sha256 };
      const answer = await withIdempotency(ctx, `${entity}.attach`, input, async (tx) => {
        const record = await (of.lockForNew ?? of.lock)(tx, id);
        const owner = { entity, entityId: record.id };
        const { attachment, isNew } = await addAttachment(tx, owner, file);
        if (isNew) await auditFile(tx, 'attach', record, { after: attachment });
        return z.encode(schema, attachment);
      });
      return z.decode(schema, answer as z.input<typeof schema>);
    },
    async read(ctx, id, attachmentId) {
      await of.assertReadable(ctx, id);
      return readAttachment(ctx, entity, await idsOf(ctx, id), attachmentId);
    },
    remove(ctx, id, attachmentId) {
      return transact(ctx, async (tx) => {
        const record = await of.lock(tx, id);
        of.assertDetachable?.(record);
        const before = await removeAttachment(tx, entity, await idsOf(tx, id), attachmentId);
        await auditFile(tx, 'detach', record, { before });
        return before;
      });
    },
  };
}
