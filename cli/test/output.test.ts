import { describe, expect, it } from 'vitest';
import { toCsv } from '../csv.ts';
import { printMessage } from '../io.ts';
import { instantColumn, moneyColumn, printRecord, printRows, textColumn } from '../output.ts';
import { makeIo } from './harness.ts';

const names = [textColumn('id', 'Customer'), textColumn('name', 'Name')];
const rows = [
  { id: 'SC003', name: 'Akol Deng', fee: 1250.5, at: '2026-11-21T22:30:00.000Z' },
  { id: 'SC004', name: '=HYPERLINK("x")', fee: -3, at: null },
];
const columns = [
  textColumn('id', 'Customer'),
  textColumn('name', 'Name'),
  moneyColumn('fee', 'USD'),
  instantColumn('at', 'When'),
];
const tty = { stdin: true, stdout: true, stderr: true };

describe('a list', () => {
  it('is a plain table with amounts to the right, and instants in Juba', async () => {
    const { io, read } = makeIo();
    await printRows(io, 'table', rows, columns);
    expect(read()).toEqual({
      stdout: [
        'Customer  Name                  USD  When',
        'SC003     Akol Deng        1,250.50  2026-11-22 00:30',
        'SC004     =HYPERLINK("x")     -3.00',
        '',
      ].join('\n'),
      stderr: '',
    });
  });

  it('has bold headings only in a terminal, and not with NO_COLOR', async () => {
    const shown = async (env: Record<string, string>) => {
      const { io, read } = makeIo({ isTTY: tty, env });
      await printRows(io, 'table', rows, columns);
      return read().stdout;
    };
    expect(await shown({})).toContain('\u001B[1mCustomer');
    expect(await shown({ NO_COLOR: '1' })).not.toContain('\u001B');
    expect(await shown({ TERM: 'dumb' })).not.toContain('\u001B');
  });

  it('shows a list in a cell as joined texts', async () => {
    const { io, read } = makeIo();
    const grants = [textColumn('grants', 'Grants')];
    const held = [{ grants: ['invoice.edit', 'rate.write'] }, { grants: [] }];
    await printRows(io, 'table', held, grants);
    expect(read().stdout).toBe('Grants\ninvoice.edit, rate.write\n\n');
  });

  it('is its wire form as JSON', async () => {
    const { io, read } = makeIo();
    await printRows(io, 'json', rows, columns);
    expect(JSON.parse(read().stdout)).toEqual(rows);
  });

  it('is CSV without formulas', async () => {
    const { io, read } = makeIo();
    await printRows(io, 'csv', rows, columns);
    expect(read().stdout).toBe(
      `id,name,fee,at\r\nSC003,Akol Deng,1250.5,2026-11-21T22:30:00.000Z\r\nSC004,"'=HYPERLINK(""x"")",-3,\r\n`,
    );
  });

  it('that is empty is reported on stderr, and is an empty list as data', async () => {
    const table = makeIo();
    await printRows(table.io, 'table', [], columns);
    expect(table.read()).toEqual({ stdout: '', stderr: 'Nothing found.\n' });
    const json = makeIo();
    await printRows(json.io, 'json', [], columns);
    expect(json.read()).toEqual({ stdout: '[]\n', stderr: '' });
  });

  it('cannot move the cursor or spoil the table', async () => {
    const { io, read } = makeIo({ isTTY: tty, env: { NO_COLOR: '1' } });
    await printRows(io, 'table', [{ id: '\u001B[2Jx', name: 'two\nlines\u202E' }], names);
    expect(read().stdout).toBe('Customer  Name\n[2Jx      two lines\n');
  });

  it('cannot in CSV or JSON either; JSON and a CSV file keep the value', async () => {
    const hostile = [{ id: '\u001B]0;x\u0007\u009B2J', name: 'Deng\u202E' }];
    const shown = async (format: 'csv' | 'json', isTTY = tty) => {
      const { io, read } = makeIo({ isTTY });
      await printRows(io, format, hostile, names);
      return read().stdout;
    };
    expect(await shown('csv')).toBe('id,name\r\n]0;x2J,Deng\r\n');
    expect(await shown('csv', { ...tty, stdout: false })).toContain('Deng\u202E');
    const json = await shown('json');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the output must not contain them
    expect(json).not.toMatch(/[\u0000-\u0009\u007f-\u009f\u202e]/);
    expect(JSON.parse(json)).toEqual(hostile);
  });
});

describe('a message', () => {
  it('contains no control characters', () => {
    const { io, read } = makeIo({ isTTY: tty });
    printMessage(io, 'The account \u001B[31mdeng\u200F was\n\tdeleted.');
    expect(read().stderr).toBe('The account [31mdeng was\n\tdeleted.\n');
  });
});

describe('a record', () => {
  it('is a line a field', async () => {
    const { io, read } = makeIo();
    await printRecord(io, 'table', rows[0]!, columns);
    expect(read().stdout).toBe(
      'Customer  SC003\nName      Akol Deng\nUSD       1,250.50\nWhen      2026-11-22 00:30\n',
    );
  });
});

describe('toCsv', () => {
  it.each([
    [-12.5, '-12.5'],
    ['-12.50', "'-12.50"],
    ['+211 900', "'+211 900"],
    ['-x', "'-x"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    [' x', '" x"'],
    ['a"b', '"a""b"'],
    ['a,b', '"a,b"'],
    ['two\nlines', '"two\nlines"'],
  ])('writes %j as %j', (cell: string | number, expected) => {
    expect(toCsv([[cell]])).toBe(`${expected}\r\n`);
  });
});
