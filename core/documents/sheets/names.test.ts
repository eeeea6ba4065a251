import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inline, type WorkbookParts, workbook } from '@nimule/fixtures/testing/documents/workbook';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSheet, type SheetRow } from './sheets.ts';
import { createXmlReader } from './xml.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nimule-names-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** 2026-11-01 in the 1904 date system. */
const BILL_DATE = 44_865;
const DATED = `<row>${inline('billDate')}</row><row><c s="1"><v>${BILL_DATE}</v></c></row>`;
const DATES = '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>';

async function readRows(rows: string, parts: WorkbookParts): Promise<SheetRow[]> {
  const path = join(folder, 'book.xlsx');
  await writeFile(path, workbook([{ name: 'S', rows }], parts));
  const sheet = await readSheet(path);
  const all: SheetRow[] = [];
  for await (const batch of sheet.rows) all.push(...batch);
  return all;
}

async function dateOf(parts: WorkbookParts): Promise<string> {
  const rows = await readRows(DATED, { styles: DATES, ...parts });
  return rows[0]!.cells[0]!;
}

describe('names of a workbook are read with their namespaces', () => {
  const extension =
    '<extLst><ext uri="{140A7094-0E35-4892-8432-C4D2E57EDEB5}"><x15:workbookPr chartTrackingRefBase="1"/></ext></extLst>';
  const since1904 = '<workbookPr date1904="1" defaultThemeVersion="124226"/>';

  it('so that an extension does not change the date system', async () => {
    expect(await dateOf({ properties: since1904 })).toBe('2026-11-01');
    expect(await dateOf({ properties: since1904, extensions: extension })).toBe('2026-11-01');
    const bare = '<x15:workbookPr chartTrackingRefBase="1"/>';
    expect(await dateOf({ properties: since1904, extensions: bare })).toBe('2026-11-01');
    const before = '<x15:workbookPr date1904="1"/>';
    expect(await dateOf({ properties: before })).toBe('2022-10-31');
  });

  it('in both flavours of the format, with any prefix', async () => {
    for (const isStrict of [false, true]) {
      for (const prefix of [undefined, 'x', 'main.1']) {
        const parts: WorkbookParts = { isStrict, properties: since1904, extensions: extension };
        expect(await dateOf(prefix ? { ...parts, prefix } : parts)).toBe('2026-11-01');
      }
    }
  });

  it('in cells, formats and texts too', async () => {
    const rows = `<row>${inline('id')}${inline('fee')}</row>
      <row><x14:c><v>1</v></x14:c><c t="s"><v>0</v></c><c s="1"><x14:v>9</x14:v><v>7</v><extLst><v>8</v></extLst></c></row>
      <mc:AlternateContent><mc:Choice Requires="x14"><row><c><v>1</v></c></row></mc:Choice>
        <mc:Fallback><row><c><v>2</v></c></row></mc:Fallback></mc:AlternateContent>`;
    const read = await readRows(rows, {
      sharedStrings: '<si><x14:t>wrong</x14:t><t>A-1<x14:note>wrong</x14:note></t></si>',
      styles: `<x14:numFmts><x14:numFmt numFmtId="164" formatCode="yyyy"/></x14:numFmts>
        <numFmts><numFmt numFmtId="164" formatCode="0000"/></numFmts>
        <cellXfs><x14:xf numFmtId="14"/><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs>
        <dxfs><dxf><numFmt numFmtId="164" formatCode="yyyy"/></dxf></dxfs>`,
    });
    expect(read).toEqual([
      { row: 2, cells: ['A-1', '0007'] },
      { row: 3, cells: ['2', ''] },
    ]);
  });

  it('of attributes too: any prefix of the namespace links a sheet to its part, and no other', async () => {
    const links = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
    const sheet = `<sheet name="First" xmlns:q="${links}" x15:id="s7" q:id="s0"/>`;
    const read = await readRows(`<row>${inline('id')}</row><row>${inline('A-1')}</row>`, {
      properties: `<sheets>${sheet}</sheets>`,
    });
    expect(read).toEqual([{ row: 2, cells: ['A-1'] }]);
  });
});

describe('the reader of XML', () => {
  const WANTED = ['urn:main', 'urn:strict'];

  function told(xml: string): string[] {
    const lines: string[] = [];
    const reader = createXmlReader(
      {
        open: (name, attributes) => lines.push(`<${name}${attributes.trim() ? ' …' : ''}`),
        text: (text) => text.trim() && lines.push(text.trim()),
        close: (name) => lines.push(`>${name}`),
      },
      WANTED,
    );
    for (const piece of xml.match(/.{1,3}/gs)!) reader.write(piece);
    reader.end();
    return lines;
  }

  it.each([
    ['the default one', '<a xmlns="urn:main"><b>x</b></a>'],
    ['one with a prefix', '<p:a xmlns:p="urn:main"><p:b>x</p:b></p:a>'],
    ['none at all', '<a><b>x</b></a>'],
    [
      'one that is declared later',
      '<p:a xmlns:p=\'urn:main\'><q:b xmlns:q="urn:strict">x</q:b></p:a>',
    ],
    ['one whose declaration is escaped', '<a xmlns="urn:m&#97;in"><b>x</b></a>'],
  ])('tells elements of a wanted namespace: %s', (_, xml) => {
    const lines = told(xml).map((line) => line.replace(' …', ''));
    expect(lines).toEqual(['<a', '<b', 'x', '>b', '>a']);
  });

  it.each([
    ['of another', '<a xmlns="urn:main"><b xmlns="urn:other">x<a xmlns="urn:main">y</a></b></a>'],
    ['of none', '<p:a xmlns:p="urn:main"><b>x</b></p:a>'],
    ['with a prefix that nobody declared', '<a xmlns="urn:main"><p:b>x</p:b></a>'],
    [
      'with a prefix that is used for another',
      '<a xmlns="urn:main" note=" xmlns:p=\'urn:main\' "><p:b>x</p:b></a>',
    ],
    ['of a list of extensions', '<a xmlns="urn:main"><extLst><b>x</b></extLst></a>'],
  ])('leaves out elements %s', (_, xml) => {
    expect(told(xml).map((line) => line.replace(' …', ''))).toEqual(['<a', '>a']);
  });

  it('reports a root of another namespace with its namespace, and nothing in it', () => {
    expect(told('<a xmlns="urn:other"><b xmlns="urn:main">x</b></a>')).toEqual([
      '<{urn:other}a …',
      '>{urn:other}a',
    ]);
  });

  it('refuses a declaration without a value', () => {
    expect(() => told('<a xmlns=urn:main></a>')).toThrow(/damaged/);
    expect(() => told('<a xmlns="urn:main" b></a>')).not.toThrow();
  });
});
