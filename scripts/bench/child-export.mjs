import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { createContext } from '@nimule/core/context';
import { exportReport } from '@nimule/core/reports/exports/service';
import { recordStatements } from '@nimule/fixtures/testing/databases/statements';
import { openApp } from '@nimule/fixtures/testing/measured-app';
import { writeXlsxStream } from 'hucre/xlsx';
import { report } from './report.mjs';

const { settings, side, format, type, range, file, rows: statement } = JSON.parse(process.argv[2]);
const app = openApp({ ...settings, max: 2 });
const recorded = recordStatements(app.pool);

const DATE = { numFmt: 'yyyy-mm-dd' };
const MONEY = { numFmt: '#,##0.00' };

/** The rows of plain SQL in one piece; amounts in cents, dates as texts. */
async function read(text, values = []) {
  const { rows, fields } = await app.pool.query({ text, values, rowMode: 'array' });
  return { names: fields.map(({ name }) => name), rows };
}

/** Dates as dates and amounts as numbers, as in our file. */
function* typed(names, rows) {
  for (const row of rows)
    yield row.map((value, at) => {
      if (value === null) return null;
      if (names[at].endsWith('Usd')) return value / 100;
      return names[at].endsWith('Date') ? new Date(`${value}T00:00:00Z`) : value;
    });
}

const quoted = (value) => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
const csvCell = (value, name) => {
  if (value === null) return '';
  return name.endsWith('Usd') ? (value / 100).toFixed(2) : quoted(String(value));
};

const sides = {
  async nimule() {
    const ctx = createContext(app, { kind: 'shell', osUser: 'bench' });
    const { body } = await exportReport(ctx, type, range, format);
    await pipeline(
      body instanceof Uint8Array ? [body] : Readable.from(body),
      createWriteStream(file),
    );
  },
  /** One statement, whose rows hucre writes. */
  async hucre() {
    const { names, rows } = await read(statement);
    const columns = names.map((name) => ({
      header: name,
      width: 20,
      ...(name.endsWith('Usd') && { style: MONEY }),
      ...(name.endsWith('Date') && { style: DATE }),
    }));
    const stream = writeXlsxStream(typed(names, rows), {
      name: 'Rows',
      columns,
      freezePane: { rows: 1 },
    });
    await pipeline(Readable.fromWeb(stream), createWriteStream(file));
  },
  /** The statements of the export, since no file holds one transaction open, and their rows joined to lines. */
  async joined() {
    const out = createWriteStream(file);
    for (const { text, values } of statements) {
      const { names, rows } = await read(text, values);
      const lines = rows.map((row) => row.map((value, at) => csvCell(value, names[at])).join(','));
      if (rows.length > 1) out.write(`${lines.join('\r\n')}\r\n`);
    }
    out.end();
    await finished(out);
  },
};

// Both sides begin with an open connection and compiled code; memory is that of the whole process.
await sides.nimule();
const statements = recorded.take();
await sides[side]();

await report(sides[side]);
process.exit(0);
