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
export const AUDIT_FORMAT = { cents: 1, encoded: 2 } as const;

const SECRET = /password|token|secret|hash/i;
/** Fields that change with every update. */
const IGNORED_FIELDS = new Set(['version', 'updatedAt']);

type Encoded = Record<string, unknown>;

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

/** The fields of the schema as JSON, without secrets. */
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

function pick(values: Encoded, names: readonly string[]): Encoded {
  return Object.fromEntries(
    names.flatMap((name) => (name in values ? [[name, values[name]]] : [])),
  );
}

/** The values to store; undefined for an update without a difference. */
function changesOf<S extends z.ZodObject>({
  schema,
  before,
  after,
}: RecordChange<S>): { before?: Encoded; after?: Encoded } | undefined {
  const earlier = before && encoded(schema, before);
  const later = after && encoded(schema, after);
  if (!earlier || !later) return { before: earlier, after: later };
  const names = Object.keys(later).filter(
    (name) => JSON.stringify(earlier[name]) !== JSON.stringify(later[name]),
  );
  return names.length === 0
    ? undefined
    : { before: pick(earlier, names), after: pick(later, names) };
}

/**
 * Appends one line to the audit log in the transaction of the change: one per mutation or bulk run. Writes nothing if
 * `before` and `after` are equal. Call it from a service inside `transact`, so that a change cannot be committed without
 * its line.
 */
export async function audit<S extends z.ZodObject>(tx: Ctx, line: AuditLine<S>): Promise<void> {
  const kept = 'schema' in line ? changesOf(line) : { after: (line as BulkFacts).facts };
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
