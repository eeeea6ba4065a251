import { post } from '../../accounting/service-post.ts';
import { type Ctx, transact } from '../../context.ts';
import { actorName } from '../../identity/actor.ts';
import { monthOf } from '../../kernel/dates.ts';
import { breaksRule, notFound } from '../../kernel/errors.ts';
import { addCents, ZERO } from '../../kernel/money.ts';
import { assertVersion } from '../../kernel/versions.ts';
import { audit } from '../../records/audit.ts';
import {
  lockOpenAdvances,
  movePayrollParts,
  type NewMovement,
} from '../payments/queries-advances.ts';
import { payrollApproved } from './postings.ts';
import * as queries from './queries.ts';
import { lockProcessedOf, writeApproval } from './queries-approve.ts';
import { spreadOver } from './rules.ts';
import { type Approvable, isForOthers, type PayrollCaller, toPayroll } from './rules-record.ts';
import type { BatchApproval, Payroll } from './schema.ts';
import { getPayrollBatch } from './service-batches.ts';
import {
  assertPostable,
  assertStatus,
  auditPayroll,
  callerOf,
  lockPayroll,
  refuseOwn,
  withNames,
} from './service-record.ts';
import { showApproval } from './service-shown.ts';

/**
 * What approved payrolls repay of advances, which are locked.
 * @throws AppError rule advance.changed when less is open than a payroll takes.
 */
async function repaymentsOf(tx: Ctx, payrolls: readonly Approvable[]): Promise<NewMovement[]> {
  const taking = payrolls.filter(({ advances }) => advances > 0);
  const open = await lockOpenAdvances(
    tx.db,
    taking.map(({ employeeId }) => employeeId),
  );
  return taking.flatMap((payroll) => {
    const { id, employeeId, payrollNumber, endDate } = payroll;
    const own = open.get(employeeId) ?? [];
    const parts = spreadOver(own, payroll.advances, monthOf(endDate));
    if (!parts)
      breaksRule(
        'advance.changed',
        `Less is open of the employee's advances than ${payrollNumber} takes. Change the payroll first.`,
      );
    const taken = new Map(parts.map((part) => [part.id, part.amountUsd]));
    // A later payroll of the same employee finds what this one leaves.
    open.set(
      employeeId,
      own.map((advance) => ({
        ...advance,
        repaidUsd: addCents(advance.repaidUsd, taken.get(advance.id) ?? ZERO),
      })),
    );
    return parts.map((part) => ({
      advanceId: part.id,
      kind: 'payroll' as const,
      payrollId: id,
      date: endDate,
      amountUsd: part.amountUsd,
    }));
  });
}

/**
 * Approves locked payrolls in the caller's transaction, with one statement per table: repays their advances and posts them,
 * each dated the end of its period. The posting is the last statement but those of `auditAs`, which runs just ahead of it
 * and whose result is returned.
 */
async function approveLocked<T>(
  tx: Ctx,
  payrolls: readonly Approvable[],
  caller: PayrollCaller,
  auditAs: () => Promise<T>,
): Promise<T> {
  await assertPostable(
    tx,
    payrolls.map(({ endDate }) => endDate),
  );
  const movements = await repaymentsOf(tx, payrolls);
  const made = { at: tx.now, by: actorName(tx.actor) };
  const ids = payrolls.map(({ id }) => id);
  const shownGroup = await showApproval(tx, payrolls);
  await writeApproval(tx.db, ids, { ...made, byId: caller.userId, shownGroup });
  if (movements.length > 0) await movePayrollParts(tx.db, movements, made);
  const audited = await auditAs();
  await post(tx, payrolls.flatMap(payrollApproved));
  return audited;
}

/**
 * Approves a payroll, which posts it (decision 37).
 * @throws AppError notFound; conflict for an outdated version; rule for a payroll that is not processed, one that the caller
 *   made while another active user could approve it, a locked month, and advances of which less is open than it takes.
 */
export async function approvePayroll(
  ctx: Ctx,
  id: number,
  { version }: { version?: number | undefined } = {},
): Promise<Payroll> {
  return transact(ctx, async (tx) => {
    const before = await lockPayroll(tx, id, version);
    assertStatus(before, ['processed'], 'approved');
    const caller = await callerOf(tx);
    refuseOwn(before, caller);
    const [named] = await withNames(tx, [before]);
    const after = await approveLocked(tx, [named!], caller, async () => {
      const approved = (await queries.payrolls.get(tx.db, id))!;
      return auditPayroll(tx, 'payroll.approve', { before, after: approved }, named);
    });
    return toPayroll(after, caller);
  });
}

/** @throws AppError notFound, or rule, for a batch of which nothing is left to approve. */
async function refuseNothing(tx: Ctx, id: number): Promise<never> {
  const { batchNumber } = (await queries.batches.get(tx.db, id)) ?? notFound('Payroll batch', id);
  breaksRule('payrollBatch.nothing', `Nothing of ${batchNumber} is left to approve.`);
}

/**
 * Approves what is processed of a batch; what the caller made stays while another active user could approve it, and is
 * counted.
 * @throws AppError notFound; conflict when a payroll of it was changed since the given version; rule when nothing is left to
 *   approve, and as `approvePayroll`.
 */
export async function approvePayrollBatch(
  ctx: Ctx,
  id: number,
  { version }: { version?: number | undefined } = {},
): Promise<BatchApproval> {
  return transact(ctx, async (tx) => {
    const processed = await lockProcessedOf(tx.db, id);
    if (processed.length === 0) await refuseNothing(tx, id);
    if (version !== undefined)
      assertVersion('payroll batch', (await getPayrollBatch(tx, id)).version, version);
    const { batchNumber } = processed[0]!;
    const caller = await callerOf(tx);
    const others = processed.filter((one) => !isForOthers(one, caller));
    const counts = { approved: others.length, own: processed.length - others.length };
    const auditAs = () =>
      audit(tx, {
        action: 'payrollBatch.approve',
        entity: 'payrollBatch',
        entityId: id,
        summary: `${batchNumber}: ${counts.approved} payrolls approved`,
        facts: counts,
      });
    if (others.length > 0) await approveLocked(tx, others, caller, auditAs);
    return { ...counts, batch: await getPayrollBatch(tx, id) };
  });
}
