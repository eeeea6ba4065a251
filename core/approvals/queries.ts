import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { arrayOf } from '../database/bulk.ts';
import type { Db } from '../database/connect.ts';
import { defineRecord } from '../database/record.ts';
import type { Approval, ApprovalFact, ApprovalKind } from './schema.ts';

/** An operation with its input as it came, to be run when it is accepted. */
export interface Payload {
  operation: string;
  params: unknown;
  body: unknown;
  /** Of a change, what its fields were when it was asked for. */
  asked?: Readonly<Record<string, unknown>>;
}

export type ApprovalRecord = Approval & {
  decidedById: number | null;
  payload: Payload | null;
  facts: readonly ApprovalFact[];
  /** The user in whose favour it is. */
  forUserId: number | null;
};

export const approvals = defineRecord<'approvals', ApprovalRecord>(
  'approvals',
  {
    id: 'id bigint',
    kind: 'kind text',
    entity: 'entity text',
    entityId: 'entity_id bigint',
    record: 'record text',
    summary: 'summary text',
    amountUsd: 'amount_cents bigint',
    requestedBy: 'requested_by text',
    requestedById: 'requested_by_id bigint',
    reason: 'reason text',
    requestedAt: 'requested_at timestamptz',
    expiresAt: 'expires_at timestamptz',
    status: 'status text',
    decidedBy: 'decided_by text',
    decidedById: 'decided_by_id bigint',
    decidedAt: 'decided_at timestamptz',
    decisionReason: 'decision_reason text',
    isSole: 'is_sole boolean',
    payload: 'payload jsonb',
    facts: 'facts jsonb',
    forUserId: 'for_user_id bigint',
  },
  { versioned: false },
);

/** The advisory locks of requests, by kind, next to those of payment references. */
const REQUEST_LOCKS = 4_152;

/** What waits, oldest first. */
export function findWaiting(db: Db): Promise<ApprovalRecord[]> {
  return db
    .selectFrom('approvals')
    .select(approvals.list())
    .where('status', '=', 'waiting')
    .orderBy('requested_at')
    .orderBy('id')
    .execute();
}

/** The request of a record that waits, locked. */
export function lockWaiting(
  db: Db,
  kind: ApprovalKind,
  entityId: number,
): Promise<ApprovalRecord | undefined> {
  return db
    .selectFrom('approvals')
    .select(approvals.list())
    .where('kind', '=', kind)
    .where('entity_id', '=', entityId)
    .where('status', '=', 'waiting')
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/**
 * A waiting request of the same act: its kind, operation and input, apart from the reason and the notes. Of two at once the
 * second waits for the first; the embedded database runs one transaction at a time.
 */
export async function findEqual(
  db: Db,
  { kind, payload }: { kind: ApprovalKind; payload: Payload },
  now: Date,
): Promise<ApprovalRecord | undefined> {
  await sql`select pg_advisory_xact_lock(${REQUEST_LOCKS}::int, hashtext(${kind}))`.execute(db);
  const act = (value: RawBuilder<unknown>) =>
    sql`(${value} #- '{body,reason}' #- '{body,notes}' #- '{body,version}' #- '{asked}')`;
  return db
    .selectFrom('approvals')
    .select(approvals.list())
    .where('kind', '=', kind)
    .where('status', '=', 'waiting')
    .where('expires_at', '>', now)
    .where(sql<SqlBool>`${act(sql`payload`)} = ${act(sql`${JSON.stringify(payload)}::jsonb`)}`)
    .limit(1)
    .executeTakeFirst();
}

/** The ids of requests that have expired, oldest first. */
export async function findExpired(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('approvals')
    .select('id')
    .where('status', '=', 'waiting')
    .where('expires_at', '<=', now)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** The latest requests of records, by record id. */
export async function findLatestOf(
  db: Db,
  kind: ApprovalKind,
  entityIds: readonly number[],
): Promise<Map<number, ApprovalRecord>> {
  const rows = await db
    .selectFrom('approvals')
    .select(approvals.list())
    .where('kind', '=', kind)
    .where('entity_id', '=', sql<number>`any(${arrayOf('bigint', entityIds)})`)
    .orderBy('id')
    .execute();
  return new Map(rows.map((row) => [row.entityId!, row]));
}
