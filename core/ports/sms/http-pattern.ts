import { z } from 'zod';
import { AppError } from '../../kernel/errors.ts';
import type { ReceiptStatus } from '../../kernel/sms-text.ts';
import { gatewayId, type SmsReceipt } from '../sms.ts';

/**
 * How a gateway with an HTTP interface is asked, and what its answers mean: a JSON file that the administrator writes
 * (docs/messages.md).
 */

const PLACEHOLDERS = ['to', 'digits', 'text', 'id', 'sender', 'key'] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];
const PLACEHOLDER = /\{(\w{1,20})\}/g;

const template = z.string().max(2000);
const path = z.string().min(1).max(200);
const header = z.string().regex(/^[\w-]{1,100}$/);

/** All that is given must hold. */
const condition = z
  .strictObject({
    /** HTTP statuses. */
    status: z.array(z.int().min(100).max(599)).optional(),
    /** A place in the JSON of the answer, 'messages.0.status.groupId'. Without `values` it must be there. */
    path: path.optional(),
    values: z.array(z.union([z.string(), z.number(), z.boolean()])).optional(),
    /** A piece of the answer as text. */
    contains: z.string().min(1).max(200).optional(),
  })
  .refine((one) => Object.keys(one).length > 0);
const conditions = z.array(condition).max(50);
const words = z.array(z.union([z.string(), z.number()])).max(50);

export const gatewayPattern = z
  .strictObject({
    method: z.enum(['POST', 'GET', 'PUT']),
    headers: z.record(header, template).optional(),
    /** Added to the address. */
    query: z.record(z.string(), template).optional(),
    /** The body: fields of a form, or JSON; not both. */
    form: z.record(z.string(), template).optional(),
    json: z.json().optional(),
    /** How many messages are sent at once. */
    atOnce: z.int().min(1).max(50).optional(),
    accepted: conditions.min(1),
    busy: conditions.optional(),
    /** The account or the gateway, not the message: no credit, a wrong key. */
    unusable: conditions.optional(),
    refused: conditions.optional(),
    /** Where the answer has the id, and the reason of a refusal. */
    id: path.optional(),
    reason: path.optional(),
    /** The gateway's calls with delivery reports: JSON, or the fields of a form or a query. */
    receipt: z
      .strictObject({
        /** Where several are a list. */
        list: path.optional(),
        id: path,
        status: path,
        delivered: words,
        failed: words,
        expired: words.optional(),
        error: path.optional(),
      })
      .optional(),
  })
  .refine(({ form, json }) => form === undefined || json === undefined, {
    message: 'give form or json, not both',
  })
  .refine(({ method, form, json }) => method !== 'GET' || (!form && json === undefined), {
    message: 'GET has no body: give query',
  });
export type GatewayPattern = z.infer<typeof gatewayPattern>;

type Values = Readonly<Record<Placeholder, string>>;

/** Replaces placeholders; what a value contains is not read as one. */
function filled(text: string, values: Values): string {
  return text.replace(PLACEHOLDER, (_, name: string) => values[name as Placeholder]);
}

type Json = z.infer<ReturnType<typeof z.json>>;

function filledJson(json: Json, values: Values): Json {
  if (typeof json === 'string') return filled(json, values);
  if (Array.isArray(json)) return json.map((one) => filledJson(one, values));
  if (json === null || typeof json !== 'object') return json;
  return Object.fromEntries(
    Object.entries(json).map(([name, one]) => [name, filledJson(one, values)]),
  );
}

function textsOf(json: Json | undefined): string[] {
  if (typeof json === 'string') return [json];
  if (json === null || typeof json !== 'object') return [];
  return Object.values(json).flatMap(textsOf);
}

/** What a pattern may not say, beyond its form: unknown placeholders, no recipient or text, a text in a header. */
function patternProblem({ headers = {}, query = {}, form = {}, json }: GatewayPattern) {
  const named = (texts: string[]) =>
    texts.flatMap((text) => [...text.matchAll(PLACEHOLDER)].map((match) => match[1]!));
  const inHeaders = named(Object.values(headers));
  const elsewhere = named([...Object.values(query), ...Object.values(form), ...textsOf(json)]);
  const known: readonly string[] = PLACEHOLDERS;
  const unknown = [...inHeaders, ...elsewhere].find((name) => !known.includes(name));
  if (unknown) return `there is no {${unknown}}; there are {${PLACEHOLDERS.join('}, {')}}`;
  if (inHeaders.includes('text')) return 'the text of a message does not go into a header';
  if (!elsewhere.includes('text')) return '{text} is missing';
  if (!elsewhere.includes('to') && !elsewhere.includes('digits'))
    return '{to} or {digits} is missing';
  return undefined;
}

const MAX_PATTERN_LENGTH = 50_000;

/**
 * Reads a pattern.
 * @throws AppError unavailable `sms.unreachable` that says what is wrong.
 */
export function parsePattern(text: string): GatewayPattern {
  const wrong = (reason: string): never => {
    const message = `The file in SMS_GATEWAY cannot be used: ${reason}.`;
    throw new AppError('unavailable', 'sms.unreachable', message);
  };
  if (text.length > MAX_PATTERN_LENGTH) wrong('it is too long');
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    wrong('it is not JSON');
  }
  const result = gatewayPattern.safeParse(json);
  if (!result.success) {
    const [issue] = result.error.issues;
    return wrong(`${issue!.path.join('.') || 'it'}: ${issue!.message}`);
  }
  const problem = patternProblem(result.data);
  return problem === undefined ? result.data : wrong(problem);
}

export interface GatewayRequest {
  /** The path with the query. */
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** The request for a message, each value escaped for the place where it stands. */
export function requestOf(pattern: GatewayPattern, url: URL, values: Values): GatewayRequest {
  const fields = (texts: Record<string, string>) =>
    new URLSearchParams(
      Object.entries(texts).map(([name, text]) => [name, filled(text, values)] as [string, string]),
    ).toString();
  const query = [url.search.slice(1), fields(pattern.query ?? {})].filter(Boolean).join('&');
  const headers: Record<string, string> = {};
  if (pattern.form) headers['content-type'] = 'application/x-www-form-urlencoded';
  if (pattern.json !== undefined) headers['content-type'] = 'application/json';
  if (url.username) {
    const user = decodeURIComponent(`${url.username}:${url.password}`);
    headers.authorization = `Basic ${Buffer.from(user).toString('base64')}`;
  }
  for (const [name, text] of Object.entries(pattern.headers ?? {}))
    headers[name.toLowerCase()] = filled(text, values);
  const json = pattern.json === undefined ? '' : JSON.stringify(filledJson(pattern.json, values));
  return {
    path: `${url.pathname}${query ? `?${query}` : ''}`,
    headers,
    body: pattern.form ? fields(pattern.form) : json,
  };
}

/** The value at 'a.0.b'; only own properties, so that no path reaches a prototype. */
export function valueAt(json: unknown, place: string): unknown {
  let value = json;
  for (const name of place.split('.')) {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, name))
      return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

/** 'Success' and 'success' are one, and so are 101 and '101'. */
const isSame = (a: unknown, b: string | number | boolean) =>
  ['string', 'number', 'boolean'].includes(typeof a) &&
  String(a).toLowerCase() === String(b).toLowerCase();

export interface GatewayAnswer {
  status: number;
  text: string;
}

export type HttpVerdict =
  | { kind: 'accepted'; ids: string[] }
  | { kind: 'busy' }
  | { kind: 'refused' | 'unusable' | 'unclear'; reason: string };

const MAX_REASON_LENGTH = 200;
/** Answers that are a definite no where the pattern says nothing about them. 408, 409 and redirects are not. */
const ACCOUNT_STATUSES = [401, 402, 403, 407];
const REFUSING_STATUSES = [400, 404, 405, 406, 410, 411, 413, 414, 415, 422];
const TOO_MANY = 429;

/**
 * What an answer means, by the pattern, else by its status. `unclear`: the message may have been sent; a failure of the
 * server (500) is, since it may have failed after it sent.
 */
export function verdictOfAnswer(
  pattern: GatewayPattern,
  { status, text }: GatewayAnswer,
): HttpVerdict {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  const holds = (one: z.infer<typeof condition>) => {
    if (one.status && !one.status.includes(status)) return false;
    if (one.contains !== undefined && !text.includes(one.contains)) return false;
    if (one.path === undefined) return true;
    const value = valueAt(json, one.path);
    return one.values ? one.values.some((wanted) => isSame(value, wanted)) : value !== undefined;
  };
  const said = pattern.reason === undefined ? undefined : valueAt(json, pattern.reason);
  const reason =
    typeof said === 'string' && said.trim() !== ''
      ? `${said.slice(0, MAX_REASON_LENGTH).trim().replace(/\.$/, '')} (HTTP ${status})`
      : `it answers with HTTP ${status}`;
  if (pattern.accepted.some(holds)) {
    const id = pattern.id === undefined ? undefined : gatewayId(valueAt(json, pattern.id));
    return { kind: 'accepted', ids: id === undefined ? [] : [id] };
  }
  if (pattern.busy?.some(holds)) return { kind: 'busy' };
  if (pattern.unusable?.some(holds)) return { kind: 'unusable', reason };
  if (pattern.refused?.some(holds)) return { kind: 'refused', reason };
  if (status === TOO_MANY) return { kind: 'busy' };
  if (ACCOUNT_STATUSES.includes(status)) return { kind: 'unusable', reason };
  if (REFUSING_STATUSES.includes(status)) return { kind: 'refused', reason };
  return { kind: 'unclear', reason };
}

const MAX_RECEIPTS = 1000;
const MAX_ERROR_LENGTH = 200;

/**
 * The receipts in a call of the gateway: the parsed body (JSON, or the fields of a form), or the query. What cannot be
 * read is left out; a status that the pattern does not name is `pending`.
 */
export function readReceipts(pattern: GatewayPattern, input: unknown): SmsReceipt[] {
  const { receipt } = pattern;
  if (!receipt) return [];
  const list = receipt.list === undefined ? input : valueAt(input, receipt.list);
  const reports = (Array.isArray(list) ? list : [list]).slice(0, MAX_RECEIPTS);
  return reports.flatMap((report): SmsReceipt[] => {
    const id = gatewayId(valueAt(report, receipt.id));
    const value = valueAt(report, receipt.status);
    if (id === undefined || (typeof value !== 'string' && typeof value !== 'number')) return [];
    const isOneOf = (choices: readonly (string | number)[] = []) =>
      choices.some((choice) => isSame(value, choice));
    const statuses: [readonly (string | number)[] | undefined, ReceiptStatus][] = [
      [receipt.delivered, 'delivered'],
      [receipt.failed, 'failed'],
      [receipt.expired, 'expired'],
    ];
    const status = statuses.find(([choices]) => isOneOf(choices))?.[1] ?? 'pending';
    if (status === 'delivered' || status === 'pending') return [{ id, status }];
    const said = receipt.error === undefined ? undefined : valueAt(report, receipt.error);
    const error = typeof said === 'string' || typeof said === 'number' ? String(said) : '';
    return [{ id, status, error: (error.trim() || String(value)).slice(0, MAX_ERROR_LENGTH) }];
  });
}
