/**
 * The part of PostgreSQL's wire protocol (version 3.0) that is needed to share one session between connections:
 * where a message ends, which messages belong together, and what an answer contains.
 */

const PROTOCOL_3_0 = 196608;
const SSL_REQUEST = 80877103;
const GSS_REQUEST = 80877104;
const CANCEL_REQUEST = 80877102;

const MAX_STARTUP_BYTES = 10_000;
const MAX_MESSAGE_BYTES = 256 * 1024 * 1024;

/** Query, Parse, Bind, Describe, Execute, Close, Sync, Flush, Terminate, and the client's COPY messages. */
const KNOWN_MESSAGES = new Set('QPBDECSHXdcf');

/** The message that ends a unit: a simple query, Sync, Flush or Terminate. */
export type UnitEnd = 'query' | 'sync' | 'flush' | 'terminate';

/** Messages of one connection that are sent to the session together. */
export interface Unit {
  end: UnitEnd;
  bytes: Uint8Array;
}

export interface ReaderEvents {
  /** SSL or GSS was requested, which is refused. */
  encryptionAsked(): void;
  started(): void;
  cancelAsked(): void;
  unit(unit: Unit): void;
  /** The bytes are not valid protocol; the connection must be closed. */
  violation(message: string): void;
}

/**
 * Splits the bytes of one connection, which arrive in chunks of any size, into units. A refused statement is replaced
 * by one that raises the refusal, so that an open transaction fails as with any other error.
 */
export function createReader(events: ReaderEvents): (chunk: Buffer) => void {
  let pieces: Buffer[] = [];
  let held = 0;
  /** Bytes that must have arrived before parsing can continue. */
  let needed = 4;
  /** Bytes of complete messages of the current unit. */
  let scanned = 0;
  let started = false;
  let refused = false;
  let over = false;

  function stop(message: string) {
    over = true;
    pieces = [];
    events.violation(message);
  }

  return function read(chunk) {
    if (over) return;
    pieces.push(chunk);
    held += chunk.length;
    if (held < needed) return;
    let data = pieces.length === 1 ? chunk : Buffer.concat(pieces);

    while (!over) {
      const header = started ? 5 : 4;
      if (data.length < scanned + header) {
        needed = scanned + header;
        break;
      }
      const length = data.readUInt32BE(scanned + header - 4);
      const total = length + header - 4;
      const limit = started ? MAX_MESSAGE_BYTES : MAX_STARTUP_BYTES;
      if (length < (started ? 4 : 8) || length > limit) {
        return stop(`invalid length ${length} of a message`);
      }
      if (data.length < scanned + total) {
        needed = scanned + total;
        break;
      }
      if (!started) {
        const code = data.readInt32BE(4);
        data = data.subarray(total);
        if (code === SSL_REQUEST || code === GSS_REQUEST) events.encryptionAsked();
        else if (code === CANCEL_REQUEST) {
          over = true;
          events.cancelAsked();
        } else if (code === PROTOCOL_3_0) {
          started = true;
          events.started();
        } else return stop(`unsupported protocol ${code >>> 16}.${code & 0xffff}`);
        continue;
      }
      const type = String.fromCharCode(data[scanned]!);
      if (!KNOWN_MESSAGES.has(type)) return stop(`unknown message type ${JSON.stringify(type)}`);
      if (
        (type === 'Q' || type === 'P') &&
        asksForCopyIn(data.subarray(scanned + 5, scanned + total))
      ) {
        refused = true;
      }
      scanned += total;
      const end = unitEnd(type);
      if (end === undefined) continue;
      const bytes = refused ? refusal(end) : data.subarray(0, scanned);
      data = data.subarray(scanned);
      scanned = 0;
      refused = false;
      events.unit({ end, bytes });
    }
    // A copy, so that a small rest does not keep a large chunk alive.
    pieces = data.length > 0 ? [Buffer.from(data)] : [];
    held = data.length;
  };
}

function unitEnd(type: string): UnitEnd | undefined {
  if (type === 'Q') return 'query';
  if (type === 'S') return 'sync';
  if (type === 'H') return 'flush';
  return type === 'X' ? 'terminate' : undefined;
}

/**
 * Detects COPY FROM STDIN, for which the session would have to wait for the client within a statement; PGlite ends the
 * session instead. Checks only the beginnings of statements; an undetected one costs a restart of the owner, no data.
 */
function asksForCopyIn(body: Buffer): boolean {
  const statements = body.toString('latin1').split(/[;\0]/);
  return statements.some(
    (statement) => /^\s*copy\b/i.test(statement) && /\bfrom\s+stdin\b/i.test(statement),
  );
}

function refusal(end: UnitEnd): Buffer {
  const statement =
    "do $$ begin raise exception using errcode = '0A000', message = " +
    "'COPY FROM STDIN is not possible on the embedded database', hint = 'Use INSERT ... SELECT FROM unnest(...).'; end $$";
  if (end === 'query') return queryMessage(statement);
  return Buffer.concat([
    message('P', text(''), text(statement), Buffer.alloc(2)),
    message('B', text(''), text(''), Buffer.alloc(6)),
    message('E', text(''), Buffer.alloc(4)),
    message(end === 'flush' ? 'H' : 'S'),
  ]);
}

/** The session's answer to one unit, corrected for the connection that sent it. */
export interface Answer {
  parts: Uint8Array[];
  /** Contains an error. */
  failed: boolean;
  /** The session reported that it ends. */
  fatal: boolean;
  /** The session reported that it is ready for the next query. */
  ready: boolean;
  /** NOTIFY messages, which go to every listening connection. */
  notifications: Uint8Array[];
}

/**
 * Parses an answer. PGlite sends a ReadyForQuery after an error in an extended query and another after its Sync, which
 * a driver takes for the end of its next query. So all are removed, and the last one is put at the end where the
 * protocol requires one (`awaitsReady`).
 */
export function settleAnswer(answer: Buffer, awaitsReady: boolean): Answer {
  const parts: Uint8Array[] = [];
  const notifications: Uint8Array[] = [];
  let ready: Uint8Array | undefined;
  let failed = false;
  let fatal = false;
  let from = 0;
  let at = 0;
  while (at + 5 <= answer.length) {
    const type = answer[at]!;
    const next = at + 1 + answer.readUInt32BE(at + 1);
    if (type === READY_FOR_QUERY) {
      if (at > from) parts.push(answer.subarray(from, at));
      ready = answer.subarray(at, next);
      from = next;
    } else if (type === ERROR_RESPONSE) {
      failed = true;
      fatal ||= /^S(?:FATAL|PANIC)\0/.test(answer.toString('latin1', at + 5, at + 13));
    } else if (type === NOTIFICATION) {
      notifications.push(answer.subarray(at, next));
    }
    at = next;
  }
  if (answer.length > from) parts.push(answer.subarray(from));
  if (ready && awaitsReady) parts.push(ready);
  return { parts, failed, fatal, ready: ready !== undefined, notifications };
}

const READY_FOR_QUERY = 'Z'.charCodeAt(0);
const ERROR_RESPONSE = 'E'.charCodeAt(0);
const NOTIFICATION = 'A'.charCodeAt(0);

function text(value: string): Buffer {
  return Buffer.from(`${value}\0`, 'utf8');
}

function message(type: string, ...fields: Buffer[]): Buffer {
  const body = Buffer.concat(fields);
  const head = Buffer.alloc(5);
  head.write(type, 'latin1');
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

export function queryMessage(sql: string): Buffer {
  return message('Q', text(sql));
}

export function syncMessage(): Buffer {
  return message('S');
}

/** An error that ends the connection. `code` is an SQLSTATE. */
export function fatalMessage(code: string, words: string): Buffer {
  return message(
    'E',
    text('SFATAL'),
    text('VFATAL'),
    text(`C${code}`),
    text(`M${words}`),
    Buffer.alloc(1),
  );
}

/** The first message of a connection, sent by the owner to get the session's greeting. */
export function startupMessage(user: string, database: string): Buffer {
  const fields = Buffer.concat([
    text('user'),
    text(user),
    text('database'),
    text(database),
    Buffer.alloc(1),
  ]);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(fields.length + 8, 0);
  head.writeInt32BE(PROTOCOL_3_0, 4);
  return Buffer.concat([head, fields]);
}
