import type { Ctx } from '../context.ts';
import { actorName, actorUsername } from '../identity/actor.ts';

export interface AuditLine {
  /** noun.verb, as permissions are named. */
  action: string;
  entity: string;
  entityId: string | number;
  summary?: string;
  before?: unknown;
  after?: unknown;
}

const SECRET = /password|token|secret|hash/i;

/** JSON without secrets; dates as ISO text. */
function asJson(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return JSON.stringify(value, (key, item) =>
    SECRET.test(key) && typeof item === 'string' ? '•••' : item,
  );
}

/**
 * Appends one line to the audit log, in the transaction of the change: one a mutation, one a bulk run.
 * Call it from a service, inside `transact`, so that a change without its line cannot be committed.
 */
export async function audit(tx: Ctx, line: AuditLine): Promise<void> {
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
      before: asJson(line.before),
      after: asJson(line.after),
    })
    .execute();
}
