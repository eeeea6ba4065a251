import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { sumCents } from '../../database/list.ts';
import { byKey } from '../../database/look-up.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import { namesOfPayroll, payrolls } from './queries.ts';
import type { NamedPayroll } from './rules-record.ts';

/** The first processed payrolls that belong to no batch, oldest first. */
export function findSinglesWaiting(db: Db, limit: number): Promise<NamedPayroll[]> {
  return db
    .selectFrom(
      db
        .selectFrom('payrolls')
        .selectAll()
        .where('status', '=', 'processed')
        .where('batch_id', 'is', null)
        .orderBy('id')
        .limit(limit)
        .as('p'),
    )
    .crossJoinLateral(byKey('employees', 'id', 'p.employee_id').as('e'))
    .innerJoin('departments as d', 'd.id', 'e.department_id')
    .leftJoin('payroll_batches as b', 'b.id', 'p.batch_id')
    .select([...payrolls.list('p'), ...namesOfPayroll])
    .orderBy('p.id')
    .execute();
}

/** The processed payrolls of a batch that the same two users made. */
export interface WaitingPart {
  batchId: number;
  batchNumber: string;
  month: IsoDate;
  createdBy: string;
  processedById: number | null;
  changedById: number | null;
  payrolls: number;
  netUsd: Cents;
  processedAt: Date;
}

/** What is processed of batches, by batch and makers, the oldest batch first. */
export async function findBatchesWaiting(db: Db): Promise<WaitingPart[]> {
  const rows = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('payrolls')
        .select(['batch_id', 'processed_by_id', 'changed_by_id'])
        .select([
          sql<number>`count(*)`.as('payrolls'),
          sumCents('net_cents').as('netUsd'),
          sql<Date>`min(processed_at)`.as('processedAt'),
        ])
        .where('status', '=', 'processed')
        .where('batch_id', 'is not', null)
        .groupBy(['batch_id', 'processed_by_id', 'changed_by_id'])
        .as('p'),
    )
    .crossJoinLateral(byKey('payroll_batches', 'id', 'p.batch_id').as('b'))
    .select(['b.id as batchId', 'b.batch_number as batchNumber', 'b.month'])
    .select(['b.created_by as createdBy', 'p.processed_by_id as processedById'])
    .select(['p.changed_by_id as changedById', 'p.payrolls', 'p.netUsd', 'p.processedAt'])
    .orderBy('b.id')
    .execute();
  return rows;
}
