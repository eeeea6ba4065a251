import type { FileHandle } from 'node:fs/promises';
import { AppError } from '../../kernel/errors.ts';
import { type NumberFormat, numberFormat } from './format.ts';
import { damagedSheet, expandsTooMuch, unsupportedSheet } from './model.ts';
import {
  createXmlReader,
  MAIN_NAMESPACES,
  OFFICE_RELATIONSHIPS,
  PACKAGE_RELATIONSHIPS,
  type XmlHandler,
  xmlAttribute,
  xmlNamespacedAttribute,
} from './xml.ts';
import { inflateMember, type ZipDirectory, type ZipMember } from './zip.ts';

/** The parts of a workbook that are needed to read a sheet. */
export interface Workbook {
  /** Worksheets in the order of the tabs (no charts, dialogs or macro sheets). */
  sheets: WorkbookSheet[];
  is1904: boolean;
  sharedStrings: ZipMember | undefined;
  /** By a cell's style number. */
  formats: NumberFormat[];
}

export interface WorkbookSheet {
  name: string;
  hidden: boolean;
  part: ZipMember;
}

interface Relationship {
  type: string;
  target: string;
}

/** All parts except the sheet are kept in memory; the shared texts of 100,000 rows fit several times. */
const MAX_PART_BYTES = 96 * 1024 * 1024;
const MAX_STRINGS = 3_000_000;

const NOTHING = () => {};

/** Parses one member of the archive with a handler; throws if any of it is invalid. */
async function readXml(
  file: FileHandle,
  member: ZipMember,
  handler: XmlHandler,
  namespaces: readonly string[] = MAIN_NAMESPACES,
): Promise<void> {
  if (member.size > MAX_PART_BYTES) throw expandsTooMuch(member.size);
  const reader = createXmlReader(handler, namespaces);
  for await (const text of xmlText(inflateMember(file, member))) reader.write(text);
  reader.end();
}

/** Decodes UTF-8, or UTF-16 with a byte order mark: the encodings that XML needs no declaration for. */
export async function* xmlText(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<string, void, undefined> {
  let decoder: TextDecoder | undefined;
  try {
    for await (const chunk of chunks) {
      decoder ??= new TextDecoder(xmlEncoding(chunk), { fatal: true });
      yield decoder.decode(chunk, { stream: true });
    }
    if (decoder) yield decoder.decode();
  } catch (error) {
    throw error instanceof TypeError ? damagedSheet(error) : error;
  }
}

function xmlEncoding(start: Uint8Array): string {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}

/** Reads the workbook's list of sheets. Throws 'sheet.unsupported' for archives without a workbook. */
export async function readWorkbook(file: FileHandle, directory: ZipDirectory): Promise<Workbook> {
  const path = await workbookPath(file, directory);
  const part = directory.get(path.toLowerCase());
  if (part === undefined || !path.endsWith('.xml')) throw unsupportedSheet(path);
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const relations = await readRelations(file, directory, path);
  const partOf = (relation: Relationship | undefined) =>
    relation && directory.get(resolvePath(folder, relation.target).toLowerCase());
  const firstOf = (type: string) => [...relations.values()].find((one) => one.type === type);

  const listed: { name: string; hidden: boolean; id: string | undefined }[] = [];
  let is1904 = false;
  let root = '';
  await readXml(file, part, {
    open(name, attributes, namespaces) {
      root ||= name;
      if (name === 'workbookPr') {
        is1904 = ['1', 'true'].includes(xmlAttribute(attributes, 'date1904') ?? '');
      } else if (name === 'sheet') {
        listed.push({
          name: xmlAttribute(attributes, 'name') ?? '',
          hidden: (xmlAttribute(attributes, 'state') ?? 'visible') !== 'visible',
          id: xmlNamespacedAttribute(attributes, 'id', OFFICE_RELATIONSHIPS, namespaces),
        });
      }
    },
    text: NOTHING,
    close: NOTHING,
  });
  if (root !== 'workbook') throw unsupportedSheet(`the main part is a ${root}`);

  const sheets: WorkbookSheet[] = [];
  for (const { name, hidden, id } of listed) {
    const relation = relations.get(id ?? '');
    if (relation && relation.type !== 'worksheet') continue;
    const sheetPart = partOf(relation);
    if (!sheetPart) throw damagedSheet(`the sheet ${name} is missing from the archive`);
    sheets.push({ name, hidden, part: sheetPart });
  }
  const styles = partOf(firstOf('styles'));
  return {
    sheets,
    is1904,
    sharedStrings: partOf(firstOf('sharedStrings')),
    formats: styles ? await readFormats(file, styles) : [],
  };
}

/** From the archive's relationships; the usual path if they are missing or unreadable. */
async function workbookPath(file: FileHandle, directory: ZipDirectory): Promise<string> {
  try {
    const relations = await readRelations(file, directory, '');
    for (const { type, target } of relations.values()) {
      if (type === 'officeDocument') return resolvePath('', target);
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
  return 'xl/workbook.xml';
}

/** The relationships of a part ('' is the archive) by id, without external ones. */
async function readRelations(
  file: FileHandle,
  directory: ZipDirectory,
  path: string,
): Promise<Map<string, Relationship>> {
  const slash = path.lastIndexOf('/') + 1;
  const name = `${path.slice(0, slash)}_rels/${path.slice(slash)}.rels`;
  const relations = new Map<string, Relationship>();
  const part = directory.get(name.toLowerCase());
  if (part === undefined) return relations;
  const handler: XmlHandler = {
    open(tag, attributes) {
      if (tag !== 'Relationship' || xmlAttribute(attributes, 'TargetMode') === 'External') return;
      relations.set(xmlAttribute(attributes, 'Id') ?? '', {
        type: officeType(xmlAttribute(attributes, 'Type') ?? ''),
        target: xmlAttribute(attributes, 'Target') ?? '',
      });
    },
    text: NOTHING,
    close: NOTHING,
  };
  await readXml(file, part, handler, PACKAGE_RELATIONSHIPS);
  return relations;
}

/** The last segment of a type defined by ECMA-376, transitional or strict; other types are kept whole. */
function officeType(type: string): string {
  const base = OFFICE_RELATIONSHIPS.find((one) => type.startsWith(`${one}/`));
  return base === undefined ? type : type.slice(base.length + 1);
}

function resolvePath(folder: string, target: string): string {
  const parts: string[] = [];
  for (const part of (target.startsWith('/') ? target : `${folder}${target}`).split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}

async function readFormats(file: FileHandle, part: ZipMember): Promise<NumberFormat[]> {
  const texts = new Map<number, string>();
  const formats: NumberFormat[] = [];
  // Conditions and named styles have formats too.
  let inTexts = false;
  let inCellFormats = false;
  await readXml(file, part, {
    open(name, attributes) {
      if (name === 'numFmts') {
        inTexts = true;
      } else if (name === 'numFmt' && inTexts) {
        const id = Number(xmlAttribute(attributes, 'numFmtId'));
        texts.set(id, xmlAttribute(attributes, 'formatCode') ?? '');
      } else if (name === 'cellXfs') {
        inCellFormats = true;
      } else if (name === 'xf' && inCellFormats) {
        const id = Number(xmlAttribute(attributes, 'numFmtId') ?? 0);
        formats.push(numberFormat(texts.get(id), id));
      }
    },
    text: NOTHING,
    close(name) {
      if (name === 'numFmts') inTexts = false;
      else if (name === 'cellXfs') inCellFormats = false;
    },
  });
  return formats;
}

const ESCAPED = /_x([0-9a-fA-F]{4})_/g;

/** Decodes '_x000D_', which stands for a character that XML cannot contain; a zero stays encoded. */
export function unescapeCharacters(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(ESCAPED, (whole, hex: string) =>
    hex === '0000' ? whole : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** The table of texts that cells refer to by index, without furigana and formatting of runs. */
export async function readSharedStrings(file: FileHandle, part: ZipMember): Promise<string[]> {
  const strings: string[] = [];
  let current: string[] | undefined;
  let inText = false;
  let inPhonetic = false;
  await readXml(file, part, {
    open(name) {
      if (name === 'si') current = [];
      else if (name === 't') inText = true;
      else if (name === 'rPh') inPhonetic = true;
    },
    text(text) {
      if (inText && !inPhonetic) current?.push(text);
    },
    close(name) {
      if (name === 't') inText = false;
      else if (name === 'rPh') inPhonetic = false;
      else if (name === 'si' && current) {
        if (strings.length >= MAX_STRINGS) throw expandsTooMuch(part.size);
        strings.push(unescapeCharacters(current.join('')));
        current = undefined;
      }
    },
  });
  return strings;
}
