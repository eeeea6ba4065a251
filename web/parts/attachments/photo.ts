import { attachmentTypes } from '@nimule/core/attachments/schema';

/** Longest side of a photo that is sent, in pixels. */
const MAX_SIDE = 2000;
const JPEG_QUALITY = 0.85;

/** The size within a square of this side, with the same proportions; never larger than before. */
export function fittedSize(
  width: number,
  height: number,
  side: number = MAX_SIDE,
): { width: number; height: number } {
  const scale = Math.min(1, side / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

/** Whether the server takes files of this type, as far as the browser knows it. */
export function isAttachable({ type }: Pick<File, 'type'>): boolean {
  return (attachmentTypes as readonly string[]).includes(type);
}

function drawn(bitmap: ImageBitmap, width: number, height: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) return Promise.resolve(null);
  // JPEG has no transparency.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  context.drawImage(bitmap, 0, 0, width, height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY));
}

/**
 * The photo as a JPEG of at most `MAX_SIDE` pixels, upright and without its camera data, so that it can be sent over a slow
 * link. A small photo, another file, and one that the browser cannot read are returned as they are.
 */
export async function reducedPhoto(file: File): Promise<File> {
  if (!file.type.startsWith('image/')) return file;
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    return file;
  }
  try {
    const { width, height } = fittedSize(bitmap.width, bitmap.height);
    const isSmall = width === bitmap.width && height === bitmap.height;
    if (isSmall && isAttachable(file)) return file;
    const blob = await drawn(bitmap, width, height);
    if (!blob || (isAttachable(file) && blob.size >= file.size)) return file;
    const name = `${file.name.replace(/\.[^.]*$/, '') || 'photo'}.jpg`;
    return new File([blob], name, { type: 'image/jpeg' });
  } finally {
    bitmap.close();
  }
}
