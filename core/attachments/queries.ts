import { sql } from 'kysely';
import { arrayOf } from '../database/bulk.ts';
import type { Db } from '../database/connect.ts';
import type { Attachment, AttachmentEntity, AttachmentType } from './schema.ts';

/** The record that a file belongs to. */
export interface Owner {
  entity: AttachmentEntity;
  entityId: number;
}

export interface NewAttachment extends Owner {
  fileName: string;
  contentType: AttachmentType;
  sha256: string;
  content: Buffer;
  createdAt: Date;
  createdBy: string;
}

const columns = [
  'id',
  'file_name as fileName',
  'content_type as contentType',
  'size',
  'created_at as createdAt',
  'created_by as createdBy',
] as const;

/** The files of records without their content, oldest first. */
export async function findAttachments(
  db: Db,
  entity: AttachmentEntity,
  entityIds: readonly number[],
): Promise<(Attachment & { sha256: string })[]> {
  const rows = await db
    .selectFrom('attachments')
    .select([...columns, 'sha256'])
    .where('entity', '=', entity)
    .where(sql<boolean>`entity_id = any(${arrayOf('bigint', entityIds)})`)
    .orderBy('id')
    .execute();
  return rows as (Attachment & { sha256: string })[];
}

export async function insertAttachment(db: Db, file: NewAttachment): Promise<Attachment> {
  const row = await db
    .insertInto('attachments')
    .values({
      entity: file.entity,
      entity_id: file.entityId,
      file_name: file.fileName,
      content_type: file.contentType,
      size: file.content.length,
      sha256: file.sha256,
      content: file.content,
      created_at: file.createdAt,
      created_by: file.createdBy,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
  return row as Attachment;
}

/** A file with its content, if it belongs to one of these records. */
export function getContent(
  db: Db,
  entity: AttachmentEntity,
  entityIds: readonly number[],
  id: number,
): Promise<{ fileName: string; contentType: string; content: Buffer } | undefined> {
  return db
    .selectFrom('attachments')
    .select(['file_name as fileName', 'content_type as contentType', 'content'])
    .where('id', '=', id)
    .where('entity', '=', entity)
    .where(sql<boolean>`entity_id = any(${arrayOf('bigint', entityIds)})`)
    .executeTakeFirst();
}

/** Deletes a file if it belongs to one of these records. */
export async function deleteAttachment(
  db: Db,
  entity: AttachmentEntity,
  entityIds: readonly number[],
  id: number,
): Promise<Attachment | undefined> {
  const row = await db
    .deleteFrom('attachments')
    .where('id', '=', id)
    .where('entity', '=', entity)
    .where(sql<boolean>`entity_id = any(${arrayOf('bigint', entityIds)})`)
    .returning(columns)
    .executeTakeFirst();
  return row as Attachment | undefined;
}
