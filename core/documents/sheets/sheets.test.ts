import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Worker } from 'node:worker_threads';
import { inline, workbook } from '@nimule/fixtures/testing/documents/workbook';
import { patiently } from '@nimule/fixtures/testing/machine';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ReadSheetOptions, readSheet, type SheetInfo, type SheetRow } from './sheets.ts';
import { SMALL_TEXT_BYTES } from './small-text.ts';

const files = fileURLToPath(new URL('../../../fixtures/files/', import.meta.url));
const telco = join(files, 'telco-customer-churn.csv');
const corpus = (name: string) => join(files, 'sheets', name);

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nimule-sheets-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function written(name: string, bytes: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
}

async function readAll(
  path: string,
  options?: ReadSheetOptions,
): Promise<{ info: SheetInfo; rows: SheetRow[] }> {
  const sheet = await readSheet(path, options);
  const rows: SheetRow[] = [];
  for await (const batch of sheet.rows) rows.push(...batch);
  return { info: sheet.info, rows };
}

function refusal(code: string, message = /\S+ \S+/) {
  return expect.objectContaining({
    name: 'AppError',
    code: `sheet.${code}`,
    message: expect.stringMatching(message),
  });
}

const HEADER = `<row>${inline('id')}${inline('note')}</row>`;

describe('files of other programs', { timeout: patiently(10_000) }, () => {
  it.each([
    'telco200-mixed-eol.csv',
    'telco200-semicolon-decimal-comma.csv',
    'telco200-utf16-bom.csv',
    'telco200-utf32-bom.csv',
  ])('%s holds 200 customers who pay 12837.15 a month', async (name) => {
    const { info, rows } = await readAll(corpus(name));
    const at = info.header.indexOf('MonthlyCharges');
    const separator = info.decimalComma ? ',' : '.';
    let total = 0;
    for (const { cells } of rows)
      total += Math.round(Number(cells[at]!.replace(separator, '.')) * 100);
    expect([info.header.length, rows.length, total]).toEqual([21, 200, 1_283_715]);
    expect(rows.every((row) => row.problem === undefined)).toBe(true);
    expect(rows.at(-1)!.row).toBe(201);
  });

  // Last row and number of non-empty cells as other programs count them.
  it.each([
    ['xlsx-bytes-named.xls', 'xlsx', 5, 15],
    ['xls-bytes-named.csv', 'xls', 5, 15],
    ['zip-path-traversal-member.xlsx', 'xlsx', 5, 15],
    ['poi__xxe_in_schema.xlsx', 'xlsx', 10, 4],
    ['poi__59746_NoRowNums.xlsx', 'xlsx', 71, 571],
    ['poi__HSSFFuzzer-5436547081830400.xls', 'xls', 6, 4],
    ['poi__XSSFFuzzer-5937385319563264.xlsx', 'xlsx', 26, 156],
    ['test_files__DataTypesFormats.xlsx', 'xlsx', 6, 12],
    ['test_files__crlf_CRLFX5_2.XLS', 'xls', 2, 4],
    ['xlrd__ragged.xls', 'xls', 5, 12],
    ['invalid-utf8.csv', 'csv', 3, 6],
    ['telco200-duplicate-header.csv', 'csv', 201, 4221],
  ])('%s is read as %s to row %i, %i cells', async (name, format, lastRow, cells) => {
    const { info, rows } = await readAll(corpus(name));
    const filled = [info.header, ...rows.map((row) => row.cells)]
      .flat()
      .filter((one) => one !== '');
    expect([info.format, rows.at(-1)!.row, filled.length]).toEqual([format, lastRow, cells]);
  });

  it.each([
    ['bitflips-40.xlsx', 'damaged', /damaged or incomplete/],
    ['truncated-half.xlsx', 'damaged', /damaged or incomplete/],
    ['poi__crash-274d6342e4842d61be0fb48eaadad6208ae767ae.xlsx', 'damaged', /damaged/],
    ['poi__HSSFFuzzer-4651309315719168.xls', 'damaged', /damaged/],
    ['poi__poc-shared-strings.xlsx', 'damaged', /damaged/],
    ['poi__protected_passtika.xlsx', 'protected', /password/],
    ['test_files__password_2002_40_xor.xls', 'protected', /password/],
    ['poi__Simple.xlsb', 'unsupported', /\.xlsx, \.xls\) or CSV/],
    ['test_files__word_doc.doc', 'unsupported', /\.xlsx, \.xls\) or CSV/],
    ['html-bytes-named.xls', 'unsupported', /\.xlsx, \.xls\) or CSV/],
    ['test_files__wtf_path.xlsx', 'header', /Cell D1 has a formula without a saved result/],
    ['only-newlines.csv', 'empty', /no rows/],
  ])('%s is refused: %s', async (name, code, message) => {
    await expect(readAll(corpus(name))).rejects.toEqual(refusal(code, message));
  });

  it('refuses the damaged sheet of a workbook whose first one is intact', async () => {
    const path = corpus('poi__XSSFFuzzer-5937385319563264.xlsx');
    await expect(readAll(path, { sheet: 'Exp8' })).rejects.toEqual(refusal('damaged'));
  });

  it('shows dates, moments and amounts as their formats do', async () => {
    const { info, rows } = await readAll(corpus('test_files__DataTypesFormats.xlsx'));
    expect([info.header, ...rows.slice(0, 3).map((row) => row.cells)]).toEqual([
      ['Date', '2020-07-23'],
      ['Date Time', '2020-07-23 09:00:00'],
      ['Currency', '$123'],
      ['Percentage', '0.9876'],
    ]);
  });

  it('warns that bytes which are not UTF-8 were taken for CP1252', async () => {
    const { info } = await readAll(corpus('invalid-utf8.csv'));
    expect(info).toMatchObject({
      encoding: 'windows-1252',
      warnings: [expect.stringContaining('CP1252')],
    });
  });
});

describe('a table', () => {
  it('pads short rows and reports long ones', async () => {
    const path = await written('ragged.csv', 'a,b,c\n1\n\n , \n1,2,3,,\n1,2,3,4\n');
    const { rows } = await readAll(path);
    expect(rows).toEqual([
      { row: 2, cells: ['1', '', ''], given: 1 },
      { row: 5, cells: ['1', '2', '3'] },
      { row: 6, cells: ['1', '2', '3', '4'], problem: expect.stringMatching(/Column D .*header/) },
    ]);
  });

  it('warns of columns without a name', async () => {
    const { info } = await readAll(await written('unnamed.csv', 'a,,b,,\n1,2,3\n'));
    expect(info.header).toEqual(['a', '', 'b']);
    expect(info.warnings).toEqual([expect.stringMatching(/Column B without a name/)]);
  });

  it('keeps displayed cells, and refuses formulas without a saved result', async () => {
    const path = await written(
      'cells.xlsx',
      workbook(
        [
          {
            name: 'S',
            rows: `${HEADER}
              <row r="4"><c r="B4" t="b"><v>1</v></c></row>
              <row r="5"><c r="A5"><v>29.850000000000001</v></c><c r="B5" t="s"><v>1</v></c></row>
              <row r="6"><c r="A6"><f>1+1</f><v>2</v></c><c r="B6"><f>A6</f></c></row>`,
          },
        ],
        {
          sharedStrings:
            '<si><t>zero</t></si><si><r><t>A &amp; </t></r><r><t>B_x000A_C</t></r></si>',
        },
      ),
    );
    const { rows } = await readAll(path);
    expect(rows).toEqual([
      { row: 4, cells: ['', 'TRUE'] },
      { row: 5, cells: ['29.85', 'A & B\nC'] },
      { row: 6, cells: ['2', ''], problem: expect.stringMatching(/B6 has a formula without/) },
    ]);
  });

  it('is the first visible sheet or the one that is named', async () => {
    const path = await written(
      'tabs.xlsx',
      workbook([
        { name: 'Secret', state: 'hidden', rows: `${HEADER}<row>${inline('hidden')}</row>` },
        { name: 'Open', rows: `${HEADER}<row>${inline('open')}</row>` },
      ]),
    );
    const open = await readAll(path);
    expect(open.rows[0]!.cells[0]).toBe('open');
    expect(open.info.warnings).toEqual([expect.stringContaining('"Secret" (hidden)')]);
    expect(open.info.sheets).toEqual([
      { name: 'Secret', hidden: true, empty: false },
      { name: 'Open', hidden: false, empty: false },
    ]);
    expect((await readAll(path, { sheet: 'secret' })).rows[0]!.cells[0]).toBe('hidden');
    await expect(readSheet(path, { sheet: 'Other' })).rejects.toEqual(
      refusal('notFound', /It has: "Secret" \(hidden\), "Open"/),
    );
    const text = await written('no-sheets.csv', 'name\nAkol\n');
    await expect(readSheet(text, { sheet: 'Sheet1' })).rejects.toEqual(
      refusal('none', /no sheets/),
    );
  });
});

describe('an empty sheet', () => {
  const blank = '<row r="3"><c r="A3" t="inlineStr"><is><t> </t></is></c><c r="B3" s="1"/></row>';

  it('is passed over unless it is named', async () => {
    const path = await written(
      'cover.xlsx',
      workbook([
        { name: 'Secret', state: 'hidden', rows: `${HEADER}<row>${inline('hidden')}</row>` },
        { name: 'Cover', rows: blank },
        { name: 'List', rows: `${HEADER}<row>${inline('listed')}</row>` },
        { name: 'Sheet3', rows: '' },
      ]),
    );
    const { info, rows } = await readAll(path);
    expect(rows[0]!.cells[0]).toBe('listed');
    expect(info.sheets?.map(({ name, empty }) => [name, empty])).toEqual([
      ['Secret', false],
      ['Cover', true],
      ['List', false],
      ['Sheet3', true],
    ]);
    expect(info.warnings).toEqual([
      'Only the sheet "List" is read. The file also has: "Secret" (hidden).',
    ]);
    await expect(readSheet(path, { sheet: 'Cover' })).rejects.toEqual(refusal('empty'));
  });

  it('is the one that is read if only hidden sheets have rows', async () => {
    const path = await written(
      'hidden.xlsx',
      workbook([
        { name: 'Open', rows: '' },
        { name: 'Secret', state: 'hidden', rows: `${HEADER}<row>${inline('hidden')}</row>` },
      ]),
    );
    await expect(readSheet(path)).rejects.toEqual(refusal('empty'));
  });
});

describe('limits', () => {
  it('refuses what is too large, has too many rows or too many columns', async () => {
    await expect(readAll(telco, { limits: { maxBytes: 500_000 } })).rejects.toEqual(
      refusal('tooLarge'),
    );
    await expect(readAll(telco, { limits: { maxRows: 7_042 } })).rejects.toEqual(
      refusal('tooManyRows', /7,042/),
    );
    expect((await readAll(telco, { limits: { maxRows: 7_043 } })).rows).toHaveLength(7_043);
    await expect(readAll(telco, { limits: { maxColumns: 20 } })).rejects.toEqual(
      refusal('tooManyColumns'),
    );
  });

  it('refuses an archive that would expand too much before unpacking it', async () => {
    const bomb = await written(
      'bomb.xlsx',
      workbook([{ name: 'S', rows: `${HEADER}<!--${' '.repeat(40 * 1024 * 1024)}-->` }]),
    );
    await expect(readSheet(bomb)).rejects.toEqual(refusal('expands', /40 MB/));
    const small = corpus('poi__59746_NoRowNums.xlsx');
    await expect(readSheet(small, { limits: { maxExpandedBytes: 10_000 } })).rejects.toEqual(
      refusal('expands'),
    );
  });

  it('refuses an archive that expands to more than its directory says', async () => {
    const rows = `${HEADER}${`<row>${inline('1')}${inline('x')}</row>`.repeat(10_000)}`;
    const path = await written('liar.xlsx', workbook([{ name: 'S', rows, size: 2_000 }]));
    await expect(readSheet(path)).rejects.toEqual(refusal('damaged'));
  });

  it('refuses an archive that holds more members than it lists', async () => {
    const bytes = workbook([{ name: 'S', rows: `${HEADER}<row>${inline('1')}</row>` }]);
    const end = bytes.length - 22;
    bytes.writeUInt16LE(bytes.readUInt16LE(end + 10) - 1, end + 10);
    await expect(readSheet(await written('unlisted.xlsx', bytes))).rejects.toEqual(
      refusal('damaged'),
    );
  });

  it('refuses a sheet with a wrong checksum', async () => {
    const rows = `${HEADER}<row>${inline('amount 100')}</row>`;
    const bytes = workbook([{ name: 'S', rows, level: 0 }]);
    const path = await written('intact.xlsx', bytes);
    expect((await readAll(path)).rows[0]!.cells).toEqual(['amount 100', '']);
    bytes.write('900', bytes.indexOf('amount 100') + 'amount '.length);
    await expect(readSheet(await written('altered.xlsx', bytes))).rejects.toEqual(
      refusal('damaged'),
    );
  });

  it('refuses too much text in total, even if cells share it', async () => {
    const row = `<row>${'<c t="s"><v>0</v></c>'.repeat(2)}</row>`.repeat(2_000);
    const path = await written(
      'shared.xlsx',
      workbook([{ name: 'S', rows: HEADER + row }], {
        sharedStrings: `<si><t>${'x'.repeat(30_000)}</t></si>`,
      }),
    );
    const read = readAll(path, { limits: { maxExpandedBytes: 20 * 1024 * 1024 } });
    await expect(read).rejects.toEqual(refusal('expands'));
  });

  it('refuses a text longer than a cell can hold', async () => {
    const rows = `${HEADER}<row>${inline('x'.repeat(32_768))}</row>`;
    const path = await written('long.xlsx', workbook([{ name: 'S', rows }]));
    await expect(readAll(path)).rejects.toEqual(refusal('cellTooLong', /row 2/));
  });

  it('refuses all entity declarations', async () => {
    const rows = `${HEADER}<row>${inline('&boom;')}</row>`;
    const path = await written('entity.xlsx', workbook([{ name: 'S', rows }]));
    await expect(readAll(path)).rejects.toEqual(refusal('damaged'));
    const declared = `<!DOCTYPE x [<!ENTITY boom "x">]>`;
    const other = await written('doctype.xlsx', workbook([{ name: 'S', rows: declared }]));
    await expect(readAll(other)).rejects.toEqual(refusal('damaged'));
  });

  it('ends a reading that takes too long or needs too much memory', async () => {
    await expect(readAll(telco, { limits: { timeoutMs: 1 } })).rejects.toEqual(
      refusal('timeout', /0\.001 seconds/),
    );
    const texts = Array.from({ length: 400_000 }, (_, at) => `<si><t>text ${at}</t></si>`);
    const path = await written(
      'memory.xlsx',
      workbook([{ name: 'S', rows: HEADER }], { sharedStrings: texts.join('') }),
    );
    await expect(readAll(path, { limits: { maxHeapMb: 12 } })).rejects.toEqual(refusal('memory'));
  });

  /** A file that a thread reads, and one that is read in this one. */
  const bySize = async () => [telco, await written('small.csv', 'id,name\n1,Akol\n')];

  it('stops on its signal, with the reason', async () => {
    const reason = new Error('the visitor left');
    for (const path of await bySize()) {
      await expect(readSheet(path, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
      const controller = new AbortController();
      const sheet = await readSheet(path, { signal: controller.signal, batchSize: 10 });
      controller.abort(reason);
      await expect(sheet.rows[Symbol.asyncIterator]().next()).rejects.toBe(reason);
    }
  });

  it('returns no rows after it was closed', async () => {
    for (const path of await bySize()) {
      const sheet = await readSheet(path);
      await sheet.close();
      await expect(sheet.rows[Symbol.asyncIterator]().next()).rejects.toEqual(refusal('closed'));
    }
  });

  it('reads a text the same in a thread and in the caller’s', async () => {
    const row = 'Akol,"a, b",12.50\n';
    const rows = (count: number) => `id,name,amount\n${row.repeat(count)}x\n`;
    const [fitting, larger] = [rows(3_000), rows(5_000)];
    expect([fitting.length, larger.length].map((size) => size <= SMALL_TEXT_BYTES)).toEqual([
      true,
      false,
    ]);
    const here = await readAll(await written('fitting.csv', fitting));
    const there = await readAll(await written('larger.csv', larger));
    const { rows: some, ...own } = here;
    const { rows: all, ...other } = there;
    expect(own).toEqual(other);
    expect([some.length, all.length]).toEqual([3_001, 5_001]);
    expect(some.slice(0, -1)).toEqual(all.slice(0, 3_000));
    expect(some.at(-1)).toEqual({ ...all.at(-1), row: 3_002 });
  });

  it('does not keep the process alive for an abandoned file', async () => {
    const ports = () =>
      process.getActiveResourcesInfo().filter((one) => one === 'MessagePort').length;
    const before = ports();
    const sheet = await readSheet(telco);
    expect(ports()).toBe(before);
    await sheet.close();
  });

  it('reports missing paths and paths that are not files', async () => {
    await expect(readSheet(join(folder, 'none.csv'))).rejects.toEqual(refusal('missing'));
    await expect(readSheet(folder)).rejects.toEqual(refusal('notAFile'));
    await expect(readSheet(await written('nothing.xls', ''))).rejects.toEqual(refusal('empty'));
  });
});

describe('a slow consumer', () => {
  /** Opens a file, and tells when the thread that reads it has ended. */
  async function readAndFollow(path: string) {
    let ended: Promise<unknown> | undefined;
    // A small text is read in this thread.
    if (path.endsWith('many.csv')) return { path, sheet: await readSheet(path), ended };
    process.once('worker', (worker: Worker) => {
      ended = once(worker, 'exit');
    });
    const sheet = await readSheet(path, { batchSize: 20 });
    return { path, sheet, ended };
  }

  const small = (count: number) =>
    `id,note\n${Array.from({ length: count }, (_, at) => `${at},x`).join('\n')}\n`;

  it('may take longer than the reading limit, also at the end of the file', async () => {
    // Two chunks, more than a small text: the end is known before the rows of the second are taken.
    const path = await written('slow.csv', small(10_000));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const sheet = await readSheet(path, { limits: { timeoutMs: 3_000 }, batchSize: 10 });
      const pauses = [1, 9_900];
      let count = 0;
      for await (const rows of sheet.rows) {
        count += rows.length;
        if (pauses[0] === undefined || count < pauses[0]) continue;
        pauses.shift();
        // What was asked of the reader is there: from now on only the consumer takes its time.
        await expect.poll(() => vi.getTimerCount()).toBe(0);
        await vi.advanceTimersByTimeAsync(3_200);
      }
      expect([pauses, count]).toEqual([[], 10_000]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('gets every row of many intact files read at once', async () => {
    const csv = await written('many.csv', small(60));
    const rows = Array.from({ length: 60 }, (_, at) => `<row>${inline(String(at))}</row>`);
    const xlsx = await written(
      'many.xlsx',
      workbook([{ name: 'S', rows: HEADER + rows.join('') }]),
    );
    const counts: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const opened = [];
      for (const path of [csv, xlsx, telco]) opened.push(await readAndFollow(path));
      const reads = opened.map(async ({ path, sheet, ended }) => {
        let count = 0;
        let isFollowed = path === xlsx;
        for await (const rows of sheet.rows) {
          count += rows.length;
          if (!isFollowed || count < 40) continue;
          // The reader of a small workbook has sent all and is gone when its last rows are taken.
          await ended;
          isFollowed = false;
        }
        return count;
      });
      counts.push(...(await Promise.all(reads)));
    }
    expect(counts).toEqual(Array.from({ length: 3 }, () => [60, 60, 7_043]).flat());
  });
});
