import type { z } from 'zod';
import type { Ctx } from '../context.ts';
import { actorName, actorUsername } from '../identity/actor.ts';
import { compileEncoder, type Encoder } from '../kernel/encode.ts';

interface Told {
  /** noun.verb, as permissions are named. */
  action: string;
  entity: string;
  entityId: string | number;
  summary?: string;
}

interface Changed<S extends z.ZodObject> {
  /** The record's schema: the line keeps its fields as the API answers them, 450 and not 45000 cents. */
  schema: S;
  /** The record before and after; of a change both, and the line keeps what differs. */
  before?: Partial<z.output<S>>;
  after?: Partial<z.output<S>>;
}

interface Bulk {
  /** What a line tells that is about no one record: counts, names of files; no amounts. */
  facts?: Record<string, unknown>;
}

export type AuditLine<S extends z.ZodObject> = Told & (Changed<S> | Bulk);

/** Lines from before fields were encoded by a schema hold amounts as cents. */
export const AUDIT_FORMAT = { cents: 1, encoded: 2 } as const;

const SECRET = /password|token|secret|hash/i;
/** What differs after every change and tells nobody anything. */
const UNTOLD = new Set(['version', 'updatedAt']);

type Encoded = Record<string, unknown>;

const encoders = new WeakMap<z.ZodObject, Record<string, Encoder>>();

function encodersOf(schema: z.ZodObject): Record<string, Encoder> {
  let known = encoders.get(schema);
  if (!known) {
    const fields = Object.entries(schema.shape).filter(([name]) => !UNTOLD.has(name));
    known = Object.fromEntries(
      fields.map(([name, field]) => [name, compileEncoder(field as z.ZodType)]),
    );
    encoders.set(schema, known);
  }
  return known;
}

/** The fields that the schema names, as JSON, without secrets. */
function encoded(schema: z.ZodObject, record: Encoded): Encoded {
  const values: Encoded = {};
  for (const [name, encode] of Object.entries(encodersOf(schema))) {
    if (record[name] === undefined) continue;
    values[name] = JSON.parse(JSON.stringify(encode(record[name]) ?? null, hideSecrets));
    if (SECRET.test(name) && typeof values[name] === 'string') values[name] = '•••';
  }
  return values;
}

function hideSecrets(key: string, value: unknown): unknown {
  return SECRET.test(key) && typeof value === 'string' ? '•••' : value;
}

function only(values: Encoded, names: readonly string[]): Encoded {
  return Object.fromEntries(
    names.flatMap((name) => (name in values ? [[name, values[name]]] : [])),
  );
}

/** What the line keeps of a record; of a change the fields that differ, and undefined where none does. */
function changesOf<S extends z.ZodObject>({
  schema,
  before,
  after,
}: Changed<S>): { before?: Encoded; after?: Encoded } | undefined {
  const earlier = before && encoded(schema, before);
  const later = after && encoded(schema, after);
  if (!earlier || !later) return { before: earlier, after: later };
  const names = Object.keys(later).filter(
    (name) => JSON.stringify(earlier[name]) !== JSON.stringify(later[name]),
  );
  return names.length === 0
    ? undefined
    : { before: only(earlier, names), after: only(later, names) };
}

/**
 * Appends one line to the audit log, in the transaction of the change: one a mutation, one a bulk run. Where `before`
 * and `after` do not differ it writes nothing. Call it from a service, inside `transact`, so that a change without its
 * line cannot be committed.
 */
export async function audit<S extends z.ZodObject>(tx: Ctx, line: AuditLine<S>): Promise<void> {
  const kept = 'schema' in line ? changesOf(line) : { after: (line as Bulk).facts };
  if (!kept) return;
  const { actor } = tx;
  await tx.db
    .insertInto('audit_log')
    .values({
      at: tx.now,
      actor_kind: actor.kind,
      actor_id: actor.kind === 'staff' ? actor.userId : null,
      actor_name: actorName(actor),
      actor_username: actorUsername(actor),
      origin: tx.origin.ip,
      action: line.action,
      entity: line.entity,
      entity_id: String(line.entityId),
      summary: line.summary ?? '',
      before: kept.before ? JSON.stringify(kept.before) : null,
      after: kept.after ? JSON.stringify(kept.after) : null,
      format: AUDIT_FORMAT.encoded,
    })
    .execute();
}
