import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { PGlite } from '@electric-sql/pglite';
import { queryMessage } from '../embedded/protocol.ts';

const BUFFER_SIZE = 1024 * 1024;

const SECTION_OPTIONS = ['--no-owner', '--no-privileges', '--no-comments'];

/** PostgreSQL before 17 does not know these settings. */
const NEW_SETTINGS = /^SET transaction_timeout = 0;\n/m;

const COMPLETE = '--\n-- PostgreSQL database dump complete\n--\n';

/**
 * Writes the database as plain SQL to a new file (0600), as `pg_dump --no-owner --no-privileges` would, so that psql of
 * PostgreSQL 15 or newer loads it into an empty database. The session must be idle and is used until the end; it keeps
 * its settings. A file that could not be completed is removed.
 * @throws the system's error, and PostgreSQL's with its code.
 */
export async function writeSqlDump(db: PGlite, file: string): Promise<void> {
  const output = openOutput(file);
  try {
    const before = await schemaSection(db, 'pre-data');
    const after = await schemaSection(db, 'post-data');
    output.text(`${before.replace(COMPLETE, '').trimEnd()}\n\n`);
    await db.exec('begin isolation level repeatable read read only; set local time zone utc');
    try {
      await writeTables(db, output);
      await writeSequences(db, output);
    } finally {
      await db.exec('rollback');
    }
    output.text(after.slice(endOfHeader(after)));
    output.finish();
  } catch (error) {
    output.close();
    await rm(file, { force: true });
    throw error;
  }
}

interface Output {
  text(text: string): void;
  bytes(bytes: Uint8Array): void;
  /** Writes what is held and syncs the file. */
  finish(): void;
  close(): void;
}

/** A file that is written in large pieces, without waiting: rows arrive within a call of the engine. */
function openOutput(file: string): Output {
  const descriptor = openSync(file, 'wx', 0o600);
  const buffer = Buffer.allocUnsafe(BUFFER_SIZE);
  let held = 0;
  let open = true;
  function flush() {
    for (let from = 0; from < held; ) from += writeSync(descriptor, buffer, from, held - from);
    held = 0;
  }
  function bytes(data: Uint8Array) {
    for (let from = 0; from < data.length; ) {
      const part = data.subarray(from, from + BUFFER_SIZE - held);
      buffer.set(part, held);
      held += part.length;
      from += part.length;
      if (held === BUFFER_SIZE) flush();
    }
  }
  function close() {
    if (open) closeSync(descriptor);
    open = false;
  }
  return {
    text: (text) => bytes(Buffer.from(text)),
    bytes,
    finish() {
      flush();
      fsyncSync(descriptor);
      close();
    },
    close,
  };
}

/** The part of pg_dump's output before or after the rows. */
async function schemaSection(db: PGlite, section: 'pre-data' | 'post-data'): Promise<string> {
  const { pgDump } = await import('@electric-sql/pglite-tools/pg_dump');
  const settings = await readSettings(db);
  try {
    const dump = await pgDump({ pg: db, args: [`--section=${section}`, ...SECTION_OPTIONS] });
    return (await dump.text()).replace(NEW_SETTINGS, '');
  } finally {
    // pg_dump leaves its transaction and its settings to the end of its connection, which here does not end.
    await db.exec('rollback');
    await restoreSettings(db, settings);
  }
}

/** Where the first object begins: behind the settings, which the first section has set. */
function endOfHeader(section: string): number {
  const first = /^--\n-- Name: /m.exec(section);
  return first ? first.index : section.indexOf(COMPLETE);
}

type Setting = { name: string; setting: string };

async function readSettings(db: PGlite): Promise<Setting[]> {
  const { rows } = await db.query<Setting>(
    `select name, current_setting(name) as setting from pg_catalog.pg_settings
      where context in ('user', 'superuser') and name not like 'transaction\\_%'`,
  );
  return rows;
}

async function restoreSettings(db: PGlite, before: readonly Setting[]): Promise<void> {
  const values = new Map(before.map(({ name, setting }) => [name, setting]));
  for (const { name, setting } of await readSettings(db)) {
    const value = values.get(name);
    if (value === undefined || value === setting) continue;
    await db.query('select pg_catalog.set_config($1, $2, false)', [name, value]);
  }
}

/** Not those that an extension made: it makes them again. */
const OWN = `c.relnamespace = 'public'::regnamespace and not exists (
  select from pg_depend d
   where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`;

async function writeTables(db: PGlite, output: Output): Promise<void> {
  // quote_ident quotes the same names as pg_dump: all but lower-case ones that are no keywords.
  const { rows } = await db.query<{ name: string; target: string }>(
    `select c.relname as name,
            format('public.%I (%s)', c.relname,
                   string_agg(quote_ident(a.attname), ', ' order by a.attnum)) as target
       from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relkind = 'r' and ${OWN}
        and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      group by c.oid, c.relname
      order by c.relname`,
  );
  for (const { name, target } of rows) {
    output.text(headline(`Data for Name: ${name}; Type: TABLE DATA`));
    output.text(`COPY ${target} FROM stdin;\n`);
    await copyOut(db, `copy ${target} to stdout`, output.bytes);
    output.text('\\.\n\n\n');
  }
}

async function writeSequences(db: PGlite, output: Output): Promise<void> {
  const { rows } = await db.query<{ name: string; sequence: string; literal: string }>(
    `select c.relname as name, format('public.%I', c.relname) as sequence,
            quote_literal(format('public.%I', c.relname)) as literal
       from pg_class c where c.relkind = 'S' and ${OWN} order by c.relname`,
  );
  for (const { name, sequence, literal } of rows) {
    const state = await db.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${sequence}`,
    );
    const { value, called } = state.rows[0]!;
    output.text(headline(`Name: ${name}; Type: SEQUENCE SET`));
    output.text(`SELECT pg_catalog.setval(${literal}, ${value}, ${called});\n\n\n`);
  }
}

function headline(what: string): string {
  return `--\n-- ${what.replaceAll(/[\r\n]/g, ' ')}; Schema: public; Owner: -\n--\n\n`;
}

/** Runs COPY … TO STDOUT and passes on the rows as they come: with text of any length, in bounded memory. */
async function copyOut(
  db: PGlite,
  statement: string,
  onRows: (bytes: Uint8Array) => void,
): Promise<void> {
  const reader = createCopyReader(onRows);
  let failure: unknown;
  await db.execProtocolRawStream(queryMessage(statement), {
    onRawData(data) {
      // An exception must not leave through the engine.
      try {
        if (failure === undefined) reader.read(data);
      } catch (error) {
        failure = error;
      }
    },
  });
  if (failure !== undefined) throw failure;
  reader.finish();
}

const COPY_DATA = 'd'.charCodeAt(0);
const ERROR_RESPONSE = 'E'.charCodeAt(0);
const COMMAND_COMPLETE = 'C'.charCodeAt(0);

export interface CopyReader {
  /** Takes the next bytes of the answer, split anywhere. */
  read(data: Uint8Array): void;
  /** @throws Error, with PostgreSQL's code where it reported one, when the answer is not complete. */
  finish(): void;
}

/** Reads the answer to COPY … TO STDOUT. Passes on views of the rows' bytes, which are valid during the call only. */
export function createCopyReader(onRows: (bytes: Uint8Array) => void): CopyReader {
  const head = Buffer.alloc(5);
  let headHeld = 0;
  let type = 0;
  let left = 0;
  let report = '';
  let complete = false;
  return {
    read(data) {
      for (let at = 0; at < data.length; ) {
        if (left === 0) {
          head[headHeld] = data[at]!;
          at += 1;
          headHeld += 1;
          if (headHeld < head.length) continue;
          headHeld = 0;
          type = head[0]!;
          left = head.readUInt32BE(1) - 4;
          complete ||= type === COMMAND_COMPLETE;
          continue;
        }
        const part = data.subarray(at, at + left);
        if (type === COPY_DATA) onRows(part);
        else if (type === ERROR_RESPONSE) report += Buffer.from(part).toString('latin1');
        at += part.length;
        left -= part.length;
      }
    },
    finish() {
      if (report) throw errorOf(Buffer.from(report, 'latin1').toString('utf8'));
      if (!complete) throw new Error('the database did not complete COPY');
    },
  };
}

/** The fields of an ErrorResponse, each a letter and a text that ends with NUL. */
function errorOf(report: string): Error {
  const fields = new Map(report.split('\0').map((field) => [field[0], field.slice(1)]));
  return Object.assign(new Error(fields.get('M')), { code: fields.get('C') });
}
