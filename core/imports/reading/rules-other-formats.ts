import type { SheetRow } from '../../documents/sheets/sheets.ts';

/** A table in a file that is no spreadsheet. */
export interface OtherTable {
  /** Its name among those of the file. */
  name: string;
  header: string[];
  headerRow: number;
  rows: SheetRow[];
}

/** The sections of an export of RouterOS that are records here, the likeliest first. */
const SECTIONS: readonly { name: string; paths: readonly string[] }[] = [
  { name: 'Secrets', paths: ['/ppp secret'] },
  { name: 'Profiles', paths: ['/user-manager profile', '/tool user-manager profile'] },
];
const COMMANDS: ReadonlySet<string> = new Set([
  ...['add', 'set', 'remove', 'print', 'edit', 'enable', 'disable', 'comment', 'find'],
]);
/** Longer lines are no lines of such files. */
const MAX_LINE = 20_000;
const LISTS = /^!(?:HDR|CUST|VEND|ACCNT|EMP|INVITEM|CTYPE|VTYPE|TERMS|TRNS|BUD|CLASS)\t/;

export type OtherFormat = 'router' | 'iif';

/** Of which other format the beginning of a text is; undefined for a table. */
export function otherFormat(beginning: string): OtherFormat | undefined {
  const isRouter = beginning
    .split('\n')
    .some(
      (line) =>
        (line.startsWith('# ') && line.includes(' by RouterOS ')) ||
        SECTIONS.some(({ paths }) => paths.some((path) => line.startsWith(path))),
    );
  if (isRouter) return 'router';
  return LISTS.test(beginning.replace(/^\uFEFF/, '')) ? 'iif' : undefined;
}

/** 'name=a comment="b c"' as pairs; the text of an attribute is quoted if it has blanks, with `\` before quotes. */
function attributesOf(text: string): Map<string, string> {
  const found = new Map<string, string>();
  let at = 0;
  while (at < text.length) {
    while (text[at] === ' ') at += 1;
    let name = '';
    for (; at < text.length && text[at] !== '=' && text[at] !== ' '; at += 1) name += text[at];
    if (text[at] !== '=') continue;
    at += 1;
    let value = '';
    if (text[at] === '"') {
      for (at += 1; at < text.length && text[at] !== '"'; at += 1) {
        if (text[at] === '\\') at += 1;
        value += text[at] ?? '';
      }
      at += 1;
    } else for (; at < text.length && text[at] !== ' '; at += 1) value += text[at];
    if (name !== '') found.set(name, value);
  }
  return found;
}

/**
 * The PPP secrets and the profiles of User Manager in an export of RouterOS: 'add name=… comment="…"' under '/ppp secret',
 * where a line may go on behind a backslash. Other sections and commands are left out.
 */
export function routerTablesOf(text: string): OtherTable[] {
  return SECTIONS.map(({ name, paths }) => sectionOf(text, name, paths));
}

/** Whether a line is this path, or has a command behind it: '/user-manager profile limitation' is another path. */
function isSection(line: string, path: string): boolean {
  if (line === path) return true;
  return line.startsWith(`${path} `) && COMMANDS.has(line.slice(path.length + 1).split(' ')[0]!);
}

function sectionOf(text: string, title: string, paths: readonly string[]): OtherTable {
  const lines = text.split(/\r?\n/);
  const found: { row: number; attributes: Map<string, string>; isLong: boolean }[] = [];
  const names = new Set<string>();
  let isWanted = false;
  let headerRow = 1;
  for (let at = 0; at < lines.length; at += 1) {
    const row = at + 1;
    let line = lines[at]!.trim();
    while (line.endsWith('\\') && line.length <= MAX_LINE && at + 1 < lines.length) {
      at += 1;
      line = line.slice(0, -1) + lines[at]!.trim();
    }
    if (line === '' || line.startsWith('#')) continue;
    if (line.startsWith('/')) {
      const path = paths.find((one) => isSection(line, one));
      isWanted = path !== undefined;
      if (isWanted && found.length === 0) headerRow = row;
      line = path === undefined ? '' : line.slice(path.length).trim();
    }
    if (!isWanted || !line.startsWith('add ')) continue;
    const isLong = line.length > MAX_LINE;
    const attributes = isLong ? new Map<string, string>() : attributesOf(line.slice(4));
    for (const name of attributes.keys()) names.add(name);
    found.push({ row, attributes, isLong });
  }
  const header = [...names].sort((a, b) => Number(b === 'name') - Number(a === 'name'));
  return {
    name: title,
    header,
    headerRow,
    rows: found.map(({ row, attributes, isLong }) => ({
      row,
      cells: header.map((name) => attributes.get(name) ?? ''),
      ...(isLong && { problem: `This line has more than ${MAX_LINE} characters.` }),
    })),
  };
}

/** The lists of an IIF file that are records here, the likeliest first. */
const IIF_LISTS: Readonly<Record<string, string>> = {
  CUST: 'Customers',
  VEND: 'Vendors',
  ACCNT: 'Chart of accounts',
  EMP: 'Employees',
  INVITEM: 'Items',
};

/** The lists of an IIF file of QuickBooks: lines of cells between tabs, each list below a line that begins with `!`. */
export function listsOf(text: string): OtherTable[] {
  const tables = new Map<string, OtherTable>();
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (line.length > MAX_LINE || line.trim() === '') continue;
    const [mark = '', ...cells] = line.split('\t').map(unquoted);
    if (mark.startsWith('!')) {
      const name = IIF_LISTS[mark.slice(1)];
      if (name !== undefined && !tables.has(mark.slice(1)))
        tables.set(mark.slice(1), { name, header: cells, headerRow: at + 1, rows: [] });
      continue;
    }
    const table = tables.get(mark);
    if (!table) continue;
    const padded = table.header.map((_, place) => cells[place] ?? '');
    table.rows.push({ row: at + 1, cells: padded });
  }
  return Object.keys(IIF_LISTS).flatMap((mark) => tables.get(mark) ?? []);
}

function unquoted(cell: string): string {
  const text = cell.trim();
  return text.length > 1 && text.startsWith('"') && text.endsWith('"')
    ? text.slice(1, -1).replaceAll('""', '"')
    : text;
}
