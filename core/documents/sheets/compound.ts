import { CFB } from 'xlsx';
import { damagedSheet, protectedSheet, unsupportedSheet } from './model.ts';

/** The part of the library's result that is used; its own types leave it open. */
interface CompoundFile {
  find(path: string): { size: number; content?: Uint8Array } | null;
}

function readCompoundFile(bytes: Buffer): CompoundFile {
  try {
    const file: unknown = CFB.read(bytes, { type: 'buffer' });
    return { find: (path) => CFB.find(file, path) };
  } catch (error) {
    throw damagedSheet(error);
  }
}

/**
 * The workbook stream of an .xls, which is a compound file ([MS-CFB]), as are .doc and encrypted .xlsx. The library
 * reads damaged files as far as possible, so `checkBiff` must check the stream.
 * @throws AppError 'sheet.protected', 'sheet.unsupported' for other compound files, 'sheet.damaged'.
 */
export function workbookStream(bytes: Buffer): Buffer {
  const { find } = readCompoundFile(bytes);
  if (find('/EncryptedPackage') || find('/EncryptionInfo')) throw protectedSheet();
  const stream = find('/Workbook') ?? find('/Book');
  if (!stream) throw unsupportedSheet('the compound file holds no workbook');
  const content = stream.content?.subarray(0, stream.size);
  if (content?.length !== stream.size) throw damagedSheet('the file ends inside the workbook');
  return Buffer.from(content.buffer, content.byteOffset, content.length);
}
