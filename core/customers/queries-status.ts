import { insertRows } from '../database/bulk.ts';
import type { Db } from '../database/connect.ts';
import type { IsoDate } from '../kernel/dates.ts';
import type { CustomerStatus } from './schema.ts';

export interface StatusChange {
  /** The internal id. */
  customerId: number;
  from: CustomerStatus;
  to: CustomerStatus;
}

/** Common data of all changes of one operation. */
export interface ChangeOrigin {
  at: Date;
  businessDate: IsoDate;
  byRule: boolean;
  actorKind: string;
  actorId: number | null;
  actorName: string;
}

/** Inserts the changes in one statement, in the order of the customers. */
export async function insertStatusChanges(
  db: Db,
  changes: readonly StatusChange[],
  origin: ChangeOrigin,
): Promise<void> {
  const sorted = [...changes].sort((a, b) => a.customerId - b.customerId);
  await insertRows(db, 'customer_status_changes', sorted, {
    customer_id: ['bigint', ({ customerId }) => customerId],
    from_status: ['text', ({ from }) => from],
    to_status: ['text', ({ to }) => to],
    at: ['timestamptz', () => origin.at],
    business_date: ['date', () => origin.businessDate],
    by_rule: ['boolean', () => origin.byRule],
    actor_kind: ['text', () => origin.actorKind],
    actor_id: ['bigint', () => origin.actorId],
    actor_name: ['text', () => origin.actorName],
  });
}
