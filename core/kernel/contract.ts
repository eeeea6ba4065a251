import { z } from 'zod';
import { AppError, type FieldErrors } from './errors.ts';
import type { Page } from './paging.ts';
import type { Tag } from './tags.ts';
import { unknownKeys } from './unknown-keys.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A file as the answer of an operation; the body may be streamed. */
export interface FileAnswer {
  filename: string;
  contentType: string;
  body: Uint8Array | AsyncIterable<Uint8Array>;
}

/** An uploaded file on disk; its content is checked later. */
export interface UploadedFile {
  filename: string;
  path: string;
  size: number;
}

/**
 * One row of the contract: the single description of an operation that HTTP, the shell, the browser,
 * the OpenAPI document and the permission tests read.
 */
export interface Route {
  method: Method;
  /** Path with `:name` parameters, exactly as the specification writes it. */
  path: string;
  /** A key of the permission table. */
  permission: string;
  /** Keys of the permission table of which a caller needs at least one besides; which one may depend on the input. */
  oneOf?: readonly string[];
  /** The specification's words for a caller without the permission, and for one who is not signed in. */
  refusals?: { denied: string; signedOut: string };
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** The message for the whole form when a required field is missing or blank (the specification's text). */
  missing?: string;
  /** The answer: a value, */
  response?: z.ZodType;
  /** or a page of rows (a plain array on the wire, the total in X-Total-Count), */
  list?: z.ZodType;
  /** or a file. */
  file?: true;
  /** Takes one multipart file in addition to the fields of `body`. */
  upload?: true;
  /** Asks for the password or a second factor again, unless that was shown within the last minutes (decision 128). */
  confirms?: true;
  /** May wait for a second person: the answer is then `waitingAnswer` (core/approvals), with status 202. */
  waits?: true;
  /** Of a read: what its answer contains. The browser reloads it after a change of any of these. */
  shows?: readonly Tag[];
  /** Of a mutation: what it may change. */
  touches?: readonly Tag[];
  /**
   * Takes an Idempotency-Key, stored with the answer in the same transaction; 'inSteps' where the service claims the key
   * itself (records/idempotency), because the work awaits the network outside any transaction, or because its answer may
   * not be kept.
   */
  idempotent?: true | 'inSteps';
  /**
   * Not wrapped in a transaction, because it runs many of its own (bulk work); or reads everything and has no time
   * limit.
   */
  longRunning?: true;
  /** The largest request body in bytes where lists of the allowed length need more than the usual 1 MB. */
  maxBody?: number;
  /** Does not count as activity of the session (progress polls). */
  background?: true;
  /**
   * Called by another program, which has no session and may send anything: the body is a text as it came, of any type, and
   * requests from other sites are not refused.
   */
  callback?: true;
}

export type Routes = Record<string, Route>;

/** Keeps the literal types of the table. */
export function defineRoutes<const R extends Routes>(routes: R): R {
  return routes;
}

type Part<R extends Route, K extends 'params' | 'query' | 'body'> = R[K] extends z.ZodType
  ? { [P in K]: z.output<R[K]> }
  : unknown;

type WirePart<R extends Route, K extends 'params' | 'query' | 'body'> = R[K] extends z.ZodType
  ? K extends 'query'
    ? { [P in K]?: z.input<R[K]> }
    : { [P in K]: z.input<R[K]> }
  : unknown;

type UploadPart<R extends Route> = R['upload'] extends true ? { upload: UploadedFile } : unknown;

/** The input of a handler: decoded values. */
export type InputOf<R extends Route> = Part<R, 'params'> &
  Part<R, 'query'> &
  Part<R, 'body'> &
  UploadPart<R>;

/** The input of a caller: values as a person types them. */
export type WireInputOf<R extends Route> = WirePart<R, 'params'> &
  WirePart<R, 'query'> &
  WirePart<R, 'body'> &
  UploadPart<R>;

/** The result of a handler. */
export type OutputOf<R extends Route> = R['file'] extends true
  ? FileAnswer
  : R['list'] extends z.ZodType
    ? Page<z.output<R['list']>>
    : R['response'] extends z.ZodType
      ? z.output<R['response']>
      : // biome-ignore lint/suspicious/noConfusingVoidType: a handler without an answer returns nothing
        void;

/** The answer to a caller: encoded values; of a page, its rows. */
export type WireOutputOf<R extends Route> = R['file'] extends true
  ? FileAnswer
  : R['list'] extends z.ZodType
    ? z.input<R['list']>[]
    : R['response'] extends z.ZodType
      ? z.input<R['response']>
      : undefined;

/** One handler for each row; a missing one is a compile error. */
export type HandlersOf<R extends Routes, Context> = {
  [K in keyof R]: (ctx: Context, input: InputOf<R[K]>) => Promise<OutputOf<R[K]>>;
};

export interface RawInput {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  upload?: UploadedFile;
}

function fieldErrors(error: z.ZodError, part: string): FieldErrors {
  const fields: FieldErrors = {};
  for (const issue of error.issues) {
    const name = issue.path.join('.') || 'body';
    fields[name] ??= inWords(issue, part);
  }
  return fields;
}

const UNKNOWN_FIELD = 'This request has no such field.';

/** Decision 81: keys that the body's schema does not name are refused, whether or not anything else is wrong. */
function unknownFields(schema: z.ZodType, body: unknown): [text: string, FieldErrors] | undefined {
  const found = unknownKeys(schema, body);
  const [first] = found;
  if (!first) return undefined;
  const names = found.map(({ path }) => path);
  // The names come from the caller: own properties, whatever they are called.
  const fields = Object.fromEntries(names.map((name) => [name, UNKNOWN_FIELD]));
  const known = first.known.length > 0 ? `, which takes ${first.known.join(', ')}` : '';
  const where = first.path.includes('.') ? 'this part of the request' : 'this request';
  return [
    `Unknown ${names.length > 1 ? 'fields' : 'field'} ${names.join(', ')} in ${where}${known}.`,
    fields,
  ];
}

/** Names of the kinds of JSON values for messages. */
const KINDS: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'yes or no',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** The start of zod's own message about a wrong type; any other message was written for the field. */
const ZOD_MESSAGE_PREFIX = 'Invalid input';

/**
 * The expected kind for a value of the wrong type. If a field takes several kinds, the first is named: an amount is a
 * number, although it may be sent as text. `choice` is said where a person chooses one of several values.
 */
function expectation(issues: readonly z.core.$ZodIssue[], choice?: string): string {
  const single = issues.flatMap((issue) =>
    issue.code === 'invalid_union' ? issue.errors.map(([first]) => first) : [issue],
  );
  const choices = single.flatMap((issue) => (issue?.code === 'invalid_value' ? issue.values : []));
  const named = choices.map(String).filter(Boolean);
  if (named.length === 1) return `Must be ${named[0]}.`;
  if (named.length > 1 && choice) return choice;
  if (named.length > 1) return `Must be one of ${named.join(', ')}.`;
  for (const issue of single) {
    if (issue?.code !== 'invalid_type') continue;
    if (!issue.message.startsWith(ZOD_MESSAGE_PREFIX)) return issue.message;
    const kind = KINDS[issue.expected];
    if (kind) return `Must be ${kind}.`;
  }
  return 'This value is not of the expected kind.';
}

const VOWEL = /^[aeio]/;

/** 'Choose a leave type.' for the field `leaveType`: the words of a form, not the codes of every kind of record. */
function choiceOf(path: readonly PropertyKey[]): string | undefined {
  const name = path.filter((part) => typeof part === 'string').at(-1);
  if (name === undefined) return undefined;
  const words = name
    .replace(/Ids?$/, '')
    .replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)
    .trim();
  return `Choose ${VOWEL.test(words) ? 'an' : 'a'} ${words}.`;
}

const CHOICE = /^Choose an? [a-z ]{1,60}\.$/;

function inWords(issue: z.core.$ZodIssue, part: string): string {
  // Queries are written by programs, which need the values.
  const choice = part === 'body' ? choiceOf(issue.path) : undefined;
  if (issue.code === 'custom') return issue.message;
  // The kind of an object that may be of several is missing or unknown.
  const isKindUnknown = issue.code === 'invalid_union' && issue.errors.length === 0;
  if (isKindUnknown && !issue.message.startsWith(ZOD_MESSAGE_PREFIX)) return issue.message;
  if (issue.code === 'invalid_value') return expectation([issue], choice);
  if (issue.code === 'invalid_type' || issue.code === 'invalid_union') {
    return 'input' in issue && issue.input !== undefined
      ? expectation([issue], choice)
      : 'This field is required.';
  }
  if (issue.code === 'too_big')
    return issue.origin === 'string'
      ? `This is too long: at most ${issue.maximum} characters.`
      : issue.origin === 'array'
        ? `These are too many: at most ${issue.maximum}.`
        : `This is too large: at most ${issue.maximum}.`;
  if (issue.code === 'unrecognized_keys') return `Unknown field: ${issue.keys.join(', ')}.`;
  return issue.message;
}

/** Whether a field accepts this wire value. */
export function accepts(field: z.ZodType, value: unknown): boolean {
  return z.safeDecode(field, value as never).success;
}

/** What '' means for a field: the first it accepts of the empty text, null, and 'not sent'. */
function boxValue(field: z.ZodType, value: unknown, mayBeOmitted: boolean): unknown {
  if (value !== '' || accepts(field, '')) return value;
  if (accepts(field, null)) return null;
  return mayBeOmitted && accepts(field, undefined) ? undefined : value;
}

/**
 * Form values as input of a schema: a blank box becomes what its field accepts. When a record is changed, blank never
 * means 'not sent': an emptied field would keep its old value and be reported as saved.
 */
export function inputOf(
  schema: z.ZodObject,
  boxes: Record<string, unknown>,
  isChange = false,
): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(schema.shape)) {
    if (name in boxes) input[name] = boxValue(field as z.ZodType, boxes[name], !isChange);
  }
  return input;
}

function isBlank(value: unknown): boolean {
  return value === undefined || (typeof value === 'string' && value.trim() === '');
}

function lacksRequired(schema: z.ZodType | undefined, body: unknown): boolean {
  if (!(schema instanceof z.ZodObject)) return false;
  const boxes = (body ?? {}) as Record<string, unknown>;
  return Object.entries(schema.shape).some(
    ([name, field]) => isBlank(boxes[name]) && !accepts(field as z.ZodType, undefined),
  );
}

/** The greatest length of a list; undefined where it has none. */
function maximumOf(field: unknown): number | undefined {
  if (field instanceof z.ZodOptional || field instanceof z.ZodNullable)
    return maximumOf(field.unwrap());
  if (!(field instanceof z.ZodArray)) return undefined;
  const { maximum } = field._zod.bag;
  return typeof maximum === 'number' ? maximum : undefined;
}

/** Lists without what exceeds their limit by more than one: they are refused all the same, and their rest is not read. */
function shortened(schema: z.ZodObject, boxes: Record<string, unknown>): Record<string, unknown> {
  const lists: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(schema.shape)) {
    const value = boxes[name];
    const maximum = Array.isArray(value) ? maximumOf(field) : undefined;
    if (maximum !== undefined) lists[name] = (value as unknown[]).slice(0, maximum + 1);
  }
  return { ...boxes, ...lists };
}

function bodyOf({ method, body: schema }: Route, body: unknown): unknown {
  if (!(schema instanceof z.ZodObject)) return body;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body ?? {};
  const boxes = shortened(schema, body as Record<string, unknown>);
  return { ...boxes, ...inputOf(schema, boxes, method === 'PUT') };
}

/** Puts the field's name before the message: 'paymentAccount must be one of cash, bank.' */
function withName(name: string, message: string): string {
  if (CHOICE.test(message)) return message;
  if (!message.startsWith('Must ')) return name === 'body' ? message : `${name}: ${message}`;
  return `${name === 'body' ? 'The request body' : name} m${message.slice(1)}`;
}

function decodePart(schema: z.ZodType, value: unknown): { value: unknown; error?: z.ZodError } {
  const result = z.safeDecode(schema, value as never, { reportInput: true });
  return result.success ? { value: result.data } : { value: undefined, error: result.error };
}

/**
 * Decodes the parts of a call with the schemas of its row.
 * @throws AppError invalid, with a message for each field.
 */
export function decodeInput(route: Route, raw: RawInput): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  let fields: FieldErrors = {};
  let unknown: string | undefined;
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = route[part];
    if (!schema) continue;
    const value = part === 'body' ? bodyOf(route, raw.body) : (raw[part] ?? {});
    const decoded = decodePart(schema, value);
    if (part === 'body') {
      const refused = unknownFields(schema, value);
      if (refused) [unknown, fields] = [refused[0], { ...fields, ...refused[1] }];
    }
    if (decoded.error) fields = { ...fields, ...fieldErrors(decoded.error, part) };
    input[part] = decoded.value;
  }
  if (route.upload) {
    if (!raw.upload) fields.file = 'Choose a file.';
    input.upload = raw.upload;
  }
  const messages = Object.entries(fields);
  if (messages.length > 0) {
    const [name, message] = messages[0]!;
    const text =
      (lacksRequired(route.body, raw.body) ? route.missing : undefined) ??
      unknown ??
      withName(name, message);
    throw new AppError('invalid', 'input.invalid', text, { fields });
  }
  return input;
}
