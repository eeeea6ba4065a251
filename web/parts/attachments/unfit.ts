import { MAX_ATTACHMENT } from '@nimule/core/attachments/schema';
import { TOO_LARGE_TEXT } from '../uploads/verdict.ts';
import { isAttachable } from './photo.ts';

const WRONG_KIND = 'Only PDF, PNG, JPEG and WebP files can be attached.';

/** Why a file cannot be attached; undefined if the server may take it. */
export function unfitOf(file: File): string | undefined {
  if (file.type !== '' && !isAttachable(file)) return WRONG_KIND;
  if (file.size === 0) return 'The file is empty.';
  return file.size > MAX_ATTACHMENT ? TOO_LARGE_TEXT : undefined;
}

/** As `unfitOf`, before photos are made smaller and converted. */
export function unfitAsChosen(file: File): string | undefined {
  const isImage = file.type.startsWith('image/');
  return isImage && file.size > 0 ? undefined : unfitOf(file);
}
