import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Route } from '@nimule/core/kernel/contract';
import { normaliseText, oneLine, visiblePart } from '@nimule/core/kernel/text';
import { outboxEmail } from '@nimule/core/ports/email';
import { type Operation, operationNames, routes } from '@nimule/core/routes';
import { needing, programsOfBackups } from '@nimule/fixtures/testing/needs';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { CallInput } from './call-input.ts';
import { type Field, fieldsOf, operationsWithInput, withField } from './fields.ts';
import { type Harness, startHarness } from './harness.ts';
import { call, collectionOf, formOf, type Inputs, prepareInputs } from './inputs.ts';
import {
  answeredAs,
  embeddedTexts,
  notReturned,
  onPayments,
  readAgain,
  serverSet,
  texts,
} from './naughty-fields.ts';

let harness: Harness;
let inputs: Inputs;
let outbox: string;

beforeAll(async () => {
  harness = await startHarness({ requestsPerMinute: Number.POSITIVE_INFINITY });
  outbox = await mkdtemp(join(tmpdir(), 'nimule-naughty-'));
  harness.app.ports.email = outboxEmail(outbox, 'Nimule <info@nimule.example>');
  inputs = await prepareInputs(harness);
});
afterAll(async () => {
  await harness.close();
  await rm(outbox, { recursive: true, force: true });
});

/** The file, extended by the strings below. */
const strings = readFileSync(
  new URL('../../fixtures/files/naughty-strings.txt', import.meta.url),
  'utf8',
)
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));
const nastiest = [
  'nothing\u0000between',
  '\ud800 half a pair \udc00',
  '\u202eكسر\u202c \u2066abc\u2069',
  'Ame\u0301lie 👩‍👩‍👧‍👦🇸🇸\r\n\tO\u2019Brien \u0007',
  "\"'`´\\'; drop table customers; --",
  '__proto__',
  '{"__proto__":{"polluted":true},"constructor":{"prototype":{}}}',
  "=cmd|' /C calc'!A0",
  ' \t\r\n\u00a0\u2003\ufeff',
  'x'.repeat(100_000),
];
/** Tried in every field: an invalid text, one to be stored unchanged and unique, and one too long. */
const forEveryField = (name: string) => [
  'nothing\u0000between \ud800',
  `Ame\u0301lie "'\`´\\'; drop table x; -- %_ =1+1 \u202eكسر\u202c 👩‍👩‍👧‍👦 ${name}`,
  'x'.repeat(100_000),
];

/** Fields whose schemas accept the same of these, with the same type, are of one kind: name, notes, amount, date … */
const probes = [
  ...['Akol Deng', 'one\ntwo', 'akol@example.net', '+211 920 000 001', 'SC001', 'akol.deng'],
  ...['25', '-25', '25.5', '2026-11-20', '2026-11', 'true', '', 'river fish 5', 'x'.repeat(1000)],
];

function kindOf({ part, schema }: Field): string {
  const taken = probes.map((text) => {
    const { success, data } = z.safeDecode(schema as z.ZodType, text);
    if (!success) return 'refused';
    return typeof data === 'string' && data !== text ? 'changed' : typeof data;
  });
  return [part, ...taken].join(' ');
}

function nameOf(operation: Operation, { path }: Field): string {
  return [operation, ...path].join('.');
}

/** Their calls create a document, an e-mail or a password hash each time. */
const slow = new Set<Operation>(['changePassword', 'login', 'emailInvoice']);
const isSlow = (operation: Operation) => slow.has(operation) || 'file' in routes[operation];

/** One field of each kind, which gets all of the nastiest strings and a part of the file. */
const chosen = new Map<string, string>();
for (const operation of operationsWithInput.toSorted((a, b) => +isSlow(a) - +isSlow(b))) {
  for (const field of fieldsOf(operation)) {
    // What is not looked at is of no kind.
    if (field.schema instanceof z.ZodUnknown) continue;
    const kind = kindOf(field);
    if (!chosen.has(kind)) chosen.set(kind, nameOf(operation, field));
  }
}
const representatives = new Set(chosen.values());
/** The strings of the file are distributed over them; a path parameter of one or two dots would change the path. */
const places = [
  // A field of the query may have the name of one of the body.
  ...new Set([...chosen].flatMap(([kind, name]) => (kind.startsWith('params') ? [] : [name]))),
];

const used = new Set<string>();

function stringsFor(operation: Operation, field: Field): string[] {
  const name = nameOf(operation, field);
  const place = places.indexOf(name);
  const share = strings.filter((_, index) => index % places.length === place);
  const sent = [...forEveryField(name), ...(representatives.has(name) ? nastiest : []), ...share];
  for (const text of sent) used.add(text);
  return [...new Set(sent)];
}

const STACK = /\bat \S+ \(|node_modules|\.[mc]?[jt]s:\d+:\d+/;

/** The fault of an answer to any input. */
function faultOf(answer: LightMyRequestResponse): string | undefined {
  const { statusCode, body, headers } = answer;
  if (statusCode >= 500) return `${statusCode} ${body.slice(0, 200)}`;
  if (statusCode < 400) return undefined;
  if (STACK.test(body)) return `a stack trace: ${body.slice(0, 500)}`;
  if (!String(headers['content-type']).startsWith('application/json')) return 'it is no JSON';
  const { code, message } = answer.json();
  // With these, the text did not reach the tested code.
  if ([403, 429].includes(statusCode) || code === 'session.missing') return `${statusCode} ${code}`;
  const hasMessage = [code, message].every((text) => typeof text === 'string' && text !== '');
  return hasMessage ? undefined : `it does not say what is wrong: ${body.slice(0, 200)}`;
}

/** Reads what a create, an update or an action of `/x` or `/x/:id` writes: `GET /x/:id` if there is one, else `GET /x`. */
function readOf(operation: Operation): Operation | undefined {
  const { method, path }: Route = routes[operation];
  if (method === 'GET' || method === 'DELETE') return undefined;
  const collection = collectionOf({ path }) ?? path;
  const reads = (address: string) =>
    operationNames.find((name) => routes[name].method === 'GET' && routes[name].path === address);
  return readAgain[operation] ?? reads(`${collection}/:id`) ?? reads(collection);
}

/** Calls that change the data of the next one are made in sequence. */
const inOrder = new Set<Operation>([...operationNames.filter(readOf), 'changePassword']);

type Row = Record<string, unknown>;

function isFreeText(schema: z.core.$ZodType): boolean {
  return z.safeDecode(schema as z.ZodType, 'whatever "you" say 🛰').success;
}

/** Notes and reasons, which keep their line breaks. */
function hasLines(schema: z.core.$ZodType): boolean {
  return z.safeDecode(schema as z.ZodType, 'one\ntwo').data === 'one\ntwo';
}

/** Telephone numbers, which are kept in the digits of telephones. */
function isNumber(schema: z.core.$ZodType): boolean {
  return z.safeDecode(schema as z.ZodType, '٠').data === '0';
}

/** The expected value: a normalised text, or a telephone number, an amount or date in wire form. */
function keptAs({ schema }: Field, text: string): unknown {
  if (schema instanceof z.ZodString) return text;
  if (isFreeText(schema) && !isNumber(schema))
    return hasLines(schema) ? normaliseText(text) : oneLine(text);
  return z.encode(schema as z.ZodType, z.decode(schema as z.ZodType, text));
}

async function readRow(operation: Operation, id: unknown): Promise<Row> {
  const read = readOf(operation);
  if (!read) throw new Error(`say in readAgain where what ${operation} writes is read`);
  const params = { id: String(id) };
  const answer = await call(harness, read, { params, query: {}, body: undefined }, inputs.cookie);
  const body: Row | Row[] = answer.json();
  const days = read === 'listAttendance' ? (body as { rows: { record: Row | null }[] }) : undefined;
  // The attendance of a day is listed by employee.
  const found = days
    ? days.rows.map(({ record }) => record).filter((record) => record !== null)
    : body;
  return (Array.isArray(found) ? found.find((row) => row.id === id) : found) ?? {};
}

/** The part of a record that contains a field: for a field in an array, its first element. */
function holderOf(row: Row, operation: Operation, { path }: Field): Row | undefined {
  if (onPayments.has(operation)) return (row.payments as Row[] | undefined)?.at(-1);
  if (!path.includes(0)) return row;
  return ((row[path[0]!] ?? row.lines ?? row.entries) as Row[] | undefined)?.[0];
}

/** Fields that were read back as expected, and those that no answer contained. */
const kept = new Set<string>();
const notShown = new Set<string>();

/** A string for a field. */
interface Sent {
  field: Field;
  text: string;
}

const keyOf = (operation: Operation, field: Field) =>
  answeredAs[nameOf(operation, field)] ?? String(field.path.at(-1));

/** What a record holds of a field, if the operation answers with it. */
function toldIn(row: Row, operation: Operation, field: Field): { value: unknown } | undefined {
  const holder = holderOf(row, operation, field);
  const key = keyOf(operation, field);
  return holder && key in holder ? { value: holder[key] } : undefined;
}

/** Whether a record holds a text as it was sent. */
function isKept(value: unknown, operation: Operation, { field, text }: Sent): boolean {
  const expected = keptAs(field, text);
  const isEnd = embeddedTexts.has(nameOf(operation, field));
  return value === expected || (isEnd && String(value).endsWith(String(expected)));
}

/** Compares the answer of an accepted call, and the record read afterwards, with the strings of the input. */
async function faultsOfKept(
  operation: Operation,
  round: readonly Sent[],
  answer: LightMyRequestResponse,
): Promise<string[]> {
  // A file shows what it was asked for, and keeps nothing.
  if ('file' in routes[operation]) return [];
  const comparable = round.filter(({ field }) => {
    const name = nameOf(operation, field);
    return field.part === 'body' && !serverSet.has(name) && !name.endsWith('.version');
  });
  if (comparable.length === 0) return [];
  const row: Row = answer.json();
  const shown = comparable.filter(({ field }) => toldIn(row, operation, field));
  for (const { field } of comparable.filter((sent) => !shown.includes(sent)))
    notShown.add(nameOf(operation, field));
  const isStored = row.id !== undefined && shown.length > 0;
  const stored = isStored ? await readRow(operation, row.id) : undefined;
  return shown.flatMap((sent) => {
    const answered = toldIn(row, operation, sent.field)?.value;
    const fault = (word: string, value: unknown) => [
      `${wordsOf(operation, sent)}: ${word} ${JSON.stringify(value)}`,
    ];
    if (!isKept(answered, operation, sent)) return fault('answered', answered);
    if (!stored) return [];
    const read = toldIn(stored, operation, sent.field)?.value;
    if (!isKept(read, operation, sent)) return fault('stored', read);
    kept.add(nameOf(operation, sent.field));
    return [];
  });
}

function wordsOf(operation: Operation, { field, text }: Sent): string {
  return `${nameOf(operation, field)} = ${JSON.stringify(text.slice(0, 60))}`;
}

/** A body of more is refused for its length alone, as some places do with less. */
const MAX_SENT = 900_000;

/** Whether one field is the other in another form, or a part of it. */
function overlap(one: Field, other: Field): boolean {
  const length = Math.min(one.path.length, other.path.length);
  const begin = ({ path }: Field) => path.slice(0, length).join('.');
  return one.part === other.part && begin(one) === begin(other);
}

/** All strings of an operation, each field's in order: a round sets one in every field for which it has room. */
function roundsOf(operation: Operation): Sent[][] {
  const rounds: Sent[][] = [];
  for (const field of fieldsOf(operation)) {
    let at = 0;
    for (const text of stringsFor(operation, field)) {
      const hasRoom = (round: Sent[]) =>
        round.reduce((sum, sent) => sum + sent.text.length, text.length) <= MAX_SENT &&
        !round.some((sent) => overlap(sent.field, field));
      while (rounds[at] && !hasRoom(rounds[at]!)) at += 1;
      rounds[at] = [...(rounds[at] ?? []), { field, text }];
      at += 1;
    }
  }
  return rounds;
}

/** The strings of a call that its refusal names by their fields. */
function refusedIn(answer: LightMyRequestResponse, round: readonly Sent[]): Set<Sent> {
  const { fields = {} } = answer.json<{ fields?: Record<string, string> }>();
  const named = Object.keys(fields).map((name) =>
    round.filter(({ field }) => field.path.join('.') === name),
  );
  // A parameter of the path and a field of the body may have one name.
  return new Set(named.flatMap((found) => (found.length === 1 ? found : [])));
}

/**
 * Sends the strings of a round in an otherwise valid call, and what is left of them after a refusal again: without those
 * that it names, or each alone where it names none. Returns the faults.
 */
async function tryRound(
  operation: Operation,
  round: readonly Sent[],
  valid: () => Promise<CallInput>,
  onAccepted: () => void,
): Promise<string[]> {
  const input = round.reduce(
    (made, { field, text }) => withField(made, field, text),
    await valid(),
  );
  const answer = await call(harness, operation, input, inputs.cookie);
  const fault = faultOf(answer);
  if (fault) return [`${round.map((sent) => wordsOf(operation, sent)).join(', ')}: ${fault}`];
  if (answer.statusCode < 300) {
    onAccepted();
    return faultsOfKept(operation, round, answer);
  }
  if (round.length === 1) return [];
  const refused = refusedIn(answer, round);
  const left = round.filter((sent) => !refused.has(sent));
  const next = refused.size === 0 ? left.map((sent) => [sent]) : left.length > 0 ? [left] : [];
  const wrong: string[] = [];
  for (const part of next) wrong.push(...(await tryRound(operation, part, valid, onAccepted)));
  return wrong;
}

/** Sends the strings of every field and returns the faults. */
async function tryStrings(operation: Operation): Promise<string[]> {
  let input: Promise<CallInput> | undefined;
  const valid = () => (input ??= inputs.valid(operation));
  const onAccepted = () => {
    // A call that can be made only once needs a new input.
    if (inOrder.has(operation)) input = undefined;
  };
  const wrong: string[] = [];
  // Only a few files of one user may arrive at once.
  if (inOrder.has(operation) || (routes[operation] as Route).upload) {
    for (const round of roundsOf(operation))
      wrong.push(...(await tryRound(operation, round, valid, onAccepted)));
  } else {
    const rounds = roundsOf(operation).map((round) =>
      tryRound(operation, round, valid, onAccepted),
    );
    wrong.push(...(await Promise.all(rounds)).flat());
  }
  return wrong;
}

/** They take a backup that was made. */
const takesBackup = (operation: Operation) =>
  /^(verify|restore|download|delete)Backup$/.test(operation);

async function tryOperation(operation: Operation): Promise<void> {
  const { statusCode, body } = await call(
    harness,
    operation,
    await inputs.valid(operation),
    inputs.cookie,
  );
  // Otherwise refusals could have another cause than the string.
  expect([operation, statusCode, statusCode < 300 || body]).toEqual([operation, 200, true]);
  expect(await tryStrings(operation)).toEqual([]);
}

describe('naughty strings', () => {
  it.each(operationsWithInput.filter((one) => !takesBackup(one)))(
    'in any field of %s are refused in words or kept',
    tryOperation,
    // A comprehensive report is made for each of the strings.
    120_000,
  );

  it.each(operationsWithInput.filter(takesBackup))(
    'in any field of %s are refused in words or kept',
    needing(...programsOfBackups()),
    tryOperation,
  );

  it('were all tried, and every text of records was read back', () => {
    expect(strings.filter((text) => !used.has(text))).toEqual([]);
    expect(texts.filter((name) => !kept.has(name))).toEqual([]);
    expect([...notShown].filter((name) => !notReturned.includes(name))).toEqual([]);
    expect(places.length).toBeGreaterThan(20);
  });
});

describe('naughty passwords', () => {
  it('sign in as they were typed', async () => {
    for (const password of nastiest.filter((text) => text.length <= 200 && text.length > 6)) {
      const valid = await inputs.valid('createUser');
      const input = { ...valid, body: { ...valid.body, password } };
      const made = await call(harness, 'createUser', input, inputs.cookie);
      const username = String(valid.body?.username);
      const signedIn = await call(
        harness,
        'login',
        { params: {}, query: {}, body: { username, password }, cookie: '' },
        '',
      );
      expect([password, made.statusCode, signedIn.statusCode]).toEqual([password, 200, 200]);
    }
  });
});

describe('naughty cells', () => {
  it('of a file with a naughty name are imported unchanged, or refused row by row', async () => {
    const short = nastiest.filter((text) => text.length < 1000);
    // With a zero byte the file would be binary.
    const cells = [...short, ...strings].filter((text) => !text.includes('\0'));
    const isName = (text: string) => {
      const name = oneLine(text);
      return visiblePart(name) !== '' && [...name].length <= 200;
    };
    const rows = cells.map((cell, index) => `N-${index},"${cell.replaceAll('"', '""')}"\n`);
    const form = formOf(
      { type: 'customers' },
      { filename: short.join(''), text: `customerId,name\n${rows.join('')}` },
    );
    const answer = await harness.server.inject({
      method: 'POST',
      url: '/api/import/upload',
      payload: form.payload,
      headers: { cookie: inputs.cookie, ...form.headers },
    });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      {
        recordsCreated: cells.filter(isName).length,
        recordsFailed: cells.filter((cell) => !isName(cell)).length,
      },
    ]);
    const list = await harness.server.inject({
      url: '/api/customers?q=n-&pageSize=1000',
      headers: { cookie: inputs.cookie },
    });
    const names = new Map(list.json().map(({ customerId, name }: Row) => [customerId, name]));
    const changed = cells.filter(
      (cell, index) => isName(cell) && names.get(`N-${index}`) !== oneLine(cell),
    );
    expect(changed).toEqual([]);
  });
});

describe('afterwards', () => {
  it('the books are sound, and no prototype was changed', async () => {
    const nothing = { params: {}, query: {}, body: undefined };
    const answer = await call(harness, 'checkBooks', nothing, inputs.cookie);
    expect(answer.json().checks.filter((check: Row) => !check.isSound)).toEqual([]);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(({} as Row).polluted).toBeUndefined();
  });
});
