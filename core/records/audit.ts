import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../context.ts';
import { actorName, actorUsername } from '../identity/actor.ts';
import { compileEncoder, type Encoder } from '../kernel/encode.ts';

interface LineHeader {
  /** noun.verb, like the names of permissions. */
  action: string;
  entity: string;
  entityId: string | number;
  summary?: string;
}

interface RecordChange<S extends z.ZodObject> {
  /** The record's schema: fields are stored as the API answers them, 450 and not 45000 cents. */
  schema: S;
  /** The record before and after. With both, only the differences are stored. */
  before?: Partial<z.output<S>>;
  after?: Partial<z.output<S>>;
}

interface BulkFacts {
  /** Details of a line that is not about one record: counts, file names; no amounts. */
  facts?: Record<string, unknown>;
}

export type AuditLine<S extends z.ZodObject> = LineHeader & (RecordChange<S> | BulkFacts);

/** Older lines hold amounts in cents, before fields were encoded by a schema. */
const AUDIT_FORMAT = { cents: 1, encoded: 2 } as const;

const SECRET = /password|token|secret|hash/i;
/** Fields that change with every update. */
const IGNORED_FIELDS = new Set(['version', 'updatedAt']);

type Encoded = Record<string, unknown> | undefined;

const encoders = new WeakMap<z.ZodObject, Record<string, Encoder>>();

function encodersOf(schema: z.ZodObject): Record<string, Encoder> {
  let known = encoders.get(schema);
  if (!known) {
    const fields = Object.entries(schema.shape).filter(([name]) => !IGNORED_FIELDS.has(name));
    known = Object.fromEntries(
      fields.map(([name, field]) => [name, compileEncoder(field as z.ZodType)]),
    );
    encoders.set(schema, known);
  }
  return known;
}

/** A field as JSON, without secrets. */
function textOf(name: string, value: unknown): string {
  const text = JSON.stringify(value ?? null);
  if (SECRET.test(name) && text.startsWith('"')) return '"•••"';
  // A replacer takes several times as long; few records hold such a word at all.
  return SECRET.test(text) ? JSON.stringify(value, hideSecrets) : text;
}

function hideSecrets(key: string, value: unknown): unknown {
  return SECRET.test(key) && typeof value === 'string' ? '•••' : value;
}

/** The fields that a record has, by name. */
type Texts = Map<string, string>;

/** The JSON of an object with these fields; null without a record. */
function objectOf(texts: Texts | undefined): string | null {
  if (!texts) return null;
  const members = [...texts].map(([name, text]) => `${JSON.stringify(name)}:${text}`);
  return `{${members.join(',')}}`;
}

/** The fields to store as JSON; undefined for an update without a difference. */
function changesOf<S extends z.ZodObject>({
  schema,
  before,
  after,
}: RecordChange<S>): { before: string | null; after: string | null } | undefined {
  const isUpdate = before !== undefined && after !== undefined;
  const [earlier, later]: [Texts, Texts] = [new Map(), new Map()];
  for (const [name, encode] of Object.entries(encodersOf(schema))) {
    const [old, current] = [(before as Encoded)?.[name], (after as Encoded)?.[name]];
    // What the change has not touched need not be encoded.
    if (isUpdate && (old === current || current === undefined)) continue;
    const [oldText, text] = [old, current].map((value) =>
      value === undefined ? undefined : textOf(name, encode(value)),
    );
    if (isUpdate && oldText === text) continue;
    if (oldText !== undefined) earlier.set(name, oldText);
    if (text !== undefined) later.set(name, text);
  }
  if (isUpdate && later.size === 0) return undefined;
  return { before: objectOf(before && earlier), after: objectOf(after && later) };
}

/**
 * Appends one line to the audit log in the transaction of the change: one per mutation or bulk run. Writes nothing if
 * `before` and `after` are equal. Call it from a service inside `transact`, so that a change cannot be committed without
 * its line.
 */
export async function audit<S extends z.ZodObject>(tx: Ctx, line: AuditLine<S>): Promise<void> {
  const kept = 'schema' in line ? changesOf(line) : factsOf(line as BulkFacts);
  if (!kept) return;
  const { actor } = tx;
  const actorId = actor.kind === 'staff' ? actor.userId : null;
  await sql`
    insert into audit_log (at, actor_kind, actor_id, actor_name, actor_username, origin, action, entity, entity_id, summary,
      before, after, format)
    values (${tx.now}, ${actor.kind}, ${actorId}, ${actorName(actor)}, ${actorUsername(actor)}, ${tx.origin.ip}, ${line.action},
      ${line.entity}, ${String(line.entityId)}, ${line.summary ?? ''}, ${kept.before}, ${kept.after}, ${AUDIT_FORMAT.encoded})`.execute(
    tx.db,
  );
}

const factsOf = ({ facts }: BulkFacts) => ({
  before: null,
  after: facts ? JSON.stringify(facts) : null,
});
