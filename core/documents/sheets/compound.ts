import { CFB } from 'xlsx';
import { damagedSheet, protectedSheet, unsupportedSheet } from './model.ts';

/** The part that is read here of what the library answers; its own types leave it open. */
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
 * The workbook of an .xls, from the compound file around it ([MS-CFB]; a .doc and an encrypted .xlsx are such files
 * too). The library reads what it can of a damaged one, so `checkBiff` must check the stream.
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
