import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createReader,
  fatalMessage,
  queryMessage,
  settleAnswer,
  startupMessage,
  syncMessage,
} from './protocol.ts';

function message(type: string, body: string): Buffer {
  const head = Buffer.alloc(5);
  head.write(type, 'latin1');
  head.writeUInt32BE(Buffer.byteLength(body) + 4, 1);
  return Buffer.concat([head, Buffer.from(body)]);
}

function listen() {
  const units: { end: string; bytes: string }[] = [];
  const events: string[] = [];
  const read = createReader({
    encryptionAsked: () => void events.push('encryption'),
    started: () => void events.push('started'),
    cancelAsked: () => void events.push('cancel'),
    violation: (words) => void events.push(words),
    unit: ({ end, bytes }) =>
      void units.push({ end, bytes: Buffer.from(bytes).toString('latin1') }),
  });
  return { read, units, events };
}

function started() {
  const heard = listen();
  heard.read(startupMessage('postgres', 'postgres'));
  return heard;
}

const frontend = fc.oneof(
  fc
    .constantFrom('Q', 'P', 'B', 'D', 'E', 'C')
    .chain((type) => fc.string({ maxLength: 60 }).map((body) => ({ type, body: `${body}\0` }))),
  fc.constantFrom('S', 'H').map((type) => ({ type, body: '' })),
);

describe('createReader', () => {
  it('returns the same units however the bytes are split', () => {
    fc.assert(
      fc.property(
        fc.array(frontend, { maxLength: 12 }),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 20 }),
        (messages, sizes) => {
          const bytes = Buffer.concat([
            startupMessage('somebody', 'postgres'),
            ...messages.map(({ type, body }) => message(type, body)),
          ]);
          const whole = listen();
          whole.read(bytes);
          const pieces = listen();
          for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
            const size = sizes[turn % sizes.length]!;
            pieces.read(bytes.subarray(at, at + size));
            at += size;
          }
          expect(pieces).toMatchObject({ units: whole.units, events: ['started'] });
          const ends = messages.filter(({ type }) => 'QSH'.includes(type));
          expect(whole.units).toHaveLength(ends.length);
        },
      ),
    );
  });

  it('keeps an extended query together until its Sync', () => {
    const { read, units } = started();
    const parts = [message('P', '\0select 1\0\0\0'), message('B', 'x'), message('E', 'y')];
    for (const part of parts) read(part);
    expect(units).toEqual([]);
    read(syncMessage());
    const bytes = Buffer.concat([...parts, syncMessage()]).toString('latin1');
    expect(units).toEqual([{ end: 'sync', bytes }]);
  });

  it('answers a request for encryption and continues with the start', () => {
    const { read, events } = listen();
    const ssl = Buffer.alloc(8);
    ssl.writeUInt32BE(8, 0);
    ssl.writeInt32BE(80877103, 4);
    read(Buffer.concat([ssl, startupMessage('postgres', 'postgres')]));
    expect(events).toEqual(['encryption', 'started']);
  });

  it('recognises a cancel request, after which nothing follows', () => {
    const { read, events, units } = listen();
    const cancel = Buffer.alloc(16);
    cancel.writeUInt32BE(16, 0);
    cancel.writeInt32BE(80877102, 4);
    read(Buffer.concat([cancel, queryMessage('select 1')]));
    expect({ events, units }).toEqual({ events: ['cancel'], units: [] });
  });

  it.each([
    ['an unknown message', (): Buffer => message('!', 'x'), /unknown message type/],
    ['an impossible length', (): Buffer => Buffer.from('Q\0\0\0\x01'), /invalid length 1/],
    ['a monstrous length', (): Buffer => Buffer.from('Q\x7f\xff\xff\xff', 'latin1'), /invalid/],
  ])('stops at %s', (_name, bytes, expected) => {
    const { read, events, units } = started();
    read(bytes());
    read(queryMessage('select 1'));
    expect(events[1]).toMatch(expected);
    expect({ events: events.length, units }).toEqual({ events: 2, units: [] });
  });

  it('refuses another version of the protocol', () => {
    const { read, events } = listen();
    read(Buffer.from('GET / HTTP/1.1\r\n\r\n'));
    expect(events).toEqual([expect.stringMatching(/invalid length|unsupported protocol/)]);
  });

  it.each([
    'copy customers from stdin',
    '  COPY customers (id, name)\nFROM STDIN WITH (format csv)',
    'begin; copy customers from stdin; commit',
  ])('replaces %j by its refusal', (sql) => {
    const { read, units } = started();
    read(queryMessage(sql));
    read(Buffer.concat([message('P', `\0${sql}\0\0\0`), syncMessage()]));
    expect(units.map(({ end }) => end)).toEqual(['query', 'sync']);
    for (const { bytes } of units) {
      expect(bytes).toContain('COPY FROM STDIN is not possible');
      expect(bytes).not.toContain('customers');
    }
  });

  it.each([
    "insert into articles (text) values ('how to copy a table from stdin')",
    'copy customers to stdout',
    'select * from copy_from_stdin',
    "select 'copy'; select 'from stdin'",
  ])('lets %j through', (sql) => {
    const { read, units } = started();
    read(queryMessage(sql));
    expect(units).toEqual([{ end: 'query', bytes: queryMessage(sql).toString('latin1') }]);
  });
});

describe('settleAnswer', () => {
  const ready = (status: string) => message('Z', status);
  const done = message('C', 'SELECT 1\0');
  const error = message('E', 'SERROR\0VERROR\0C42601\0Msyntax\0\0');
  const text = (parts: Uint8Array[]) => Buffer.concat(parts).toString('latin1');

  it('leaves one ReadyForQuery, the last, at the end', () => {
    const answer = settleAnswer(Buffer.concat([error, ready('I'), ready('E')]), true);
    expect(text(answer.parts)).toBe(text([error, ready('E')]));
    expect(answer).toMatchObject({ failed: true, fatal: false, ready: true });
  });

  it('leaves none where the protocol has none', () => {
    const answer = settleAnswer(Buffer.concat([error, ready('I')]), false);
    expect(text(answer.parts)).toBe(text([error]));
  });

  it('passes an ordinary answer on unchanged', () => {
    const whole = Buffer.concat([done, ready('T')]);
    const answer = settleAnswer(whole, true);
    expect(text(answer.parts)).toBe(text([whole]));
    expect(answer).toMatchObject({ failed: false, fatal: false, ready: true, notifications: [] });
  });

  it('recognises the end of the session', () => {
    expect(settleAnswer(fatalMessage('08P01', 'gone'), true)).toMatchObject({
      fatal: true,
      ready: false,
    });
    expect(settleAnswer(Buffer.alloc(0), true)).toMatchObject({ fatal: false, ready: false });
  });

  it('extracts messages for all connections', () => {
    const note = message('A', '\0\0\0\x2ainvoices\0\0');
    const answer = settleAnswer(Buffer.concat([done, note, ready('I')]), true);
    expect(text(answer.notifications)).toBe(text([note]));
    expect(text(answer.parts)).toBe(text([done, note, ready('I')]));
  });
});
