import { sql } from 'kysely';
import { arrayOf } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import { byKey } from '../../database/look-up.ts';
import type { Approvable } from './rules-record.ts';

/** Locks the processed payrolls of a batch in the order of their ids, with what their approval needs of them. */
export function lockProcessedOf(
  db: Db,
  batchId: number,
): Promise<(Approvable & { batchNumber: string })[]> {
  return db
    .selectFrom('payrolls as p')
    .crossJoinLateral(byKey('employees', 'id', 'p.employee_id').as('e'))
    .innerJoin('payroll_batches as b', 'b.id', 'p.batch_id')
    .select(['p.id', 'p.payroll_number as payrollNumber', 'p.employee_id as employeeId'])
    .select(sql<string>`e.first_name || ' ' || e.last_name`.as('employeeName'))
    .select(['p.end_date as endDate', 'p.gross_cents as grossPay', 'p.tax_cents as tax'])
    .select(['p.social_cents as socialSecurity', 'p.advance_cents as advances'])
    .select(['p.employer_social_cents as employerSocialSecurity', 'p.other_cents as deductions'])
    .select(['p.net_cents as netPay', 'p.processed_by_id as processedById'])
    .select(['p.changed_by_id as changedById', 'b.batch_number as batchNumber'])
    .where('p.batch_id', '=', batchId)
    .where('p.status', '=', 'processed')
    .orderBy('p.id')
    .forNoKeyUpdate('p')
    .execute();
}

/**
 * Writes the approval of locked payrolls, each posted on the last day of its period. One without net pay has nothing to be
 * paid, hence is paid; one that the approver made is marked as approved by the sole approver.
 */
export async function writeApproval(
  db: Db,
  ids: readonly number[],
  {
    at,
    by,
    byId,
    shownGroup,
  }: { at: Date; by: string; byId: number | null; shownGroup: number | null },
): Promise<void> {
  await sql`
    update payrolls set status = case net_cents when 0 then 'paid' else 'approved' end,
      paid_on = case net_cents when 0 then end_date end, posted_on = end_date,
      approved_by = ${by}, approved_by_id = ${byId}, approved_at = ${at},
      is_sole = processed_by_id is not distinct from ${byId}::bigint or changed_by_id is not distinct from ${byId}::bigint,
      shown_group = case when gross_cents > 0 then ${shownGroup}::bigint end, updated_at = ${at}, version = version + 1
    where id = any(${arrayOf('bigint', ids)})`.execute(db);
}
