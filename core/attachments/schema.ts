import { z } from 'zod';
import { instant } from '../kernel/dates.ts';
import { recordId, yesNo } from '../kernel/text.ts';

/** Bytes of one file. */
export const MAX_ATTACHMENT = 10 * 1024 * 1024;
/** Files of one record. */
export const MAX_ATTACHMENTS = 10;

/** What may be attached; the type is judged by the bytes, not by the name. */
export const attachmentTypes = [
  'application/pdf',
  'image/png',
  'image/jpeg',
  'image/webp',
] as const;
export type AttachmentType = (typeof attachmentTypes)[number];

/** Records that have attachments; a module that joins adds its own. */
export const attachmentEntities = ['ticket', 'expense', 'journalEntry', 'employee'] as const;
export type AttachmentEntity = (typeof attachmentEntities)[number];

export const attachment = z.object({
  id: recordId,
  fileName: z.string(),
  contentType: z.enum(attachmentTypes),
  size: z.number(),
  createdAt: instant,
  createdBy: z.string(),
});
export type Attachment = z.output<typeof attachment>;

/** The record and one of its files. */
export const attachmentParams = z.object({ id: recordId, attachmentId: recordId });
/** Shown in the page instead of saved. */
export const attachmentQuery = z.object({ inline: yesNo.optional() });
