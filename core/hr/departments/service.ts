import { type Ctx, transact } from '../../context.ts';
import { actorName } from '../../identity/actor.ts';
import { invalidField, notFound } from '../../kernel/errors.ts';
import { assertVersion } from '../../kernel/versions.ts';
import { audit } from '../../records/audit.ts';
import { employeeKnown } from '../employees/service-record.ts';
import * as queries from './queries.ts';
import { departments } from './queries.ts';
import type { DepartmentCard, DepartmentRecord } from './rules.ts';
import { type DepartmentInput, type DepartmentUpdate, department as schema } from './schema.ts';

/** All departments with their active employees and monthly salaries (US cents), the oldest first. */
export function listDepartments(ctx: Ctx): Promise<DepartmentCard[]> {
  return queries.findDepartments(ctx.db);
}

async function card(ctx: Ctx, id: number): Promise<DepartmentCard> {
  return (await queries.getDepartment(ctx.db, id)) ?? notFound('Department', id);
}

/** @throws AppError conflict for a name that is taken, in any case; invalid for a manager who does not exist. */
export async function createDepartment(ctx: Ctx, input: DepartmentInput): Promise<DepartmentCard> {
  return transact(ctx, async (tx) => {
    await assertManager(tx, input.managerId);
    const { name, budget = null, managerId = null } = input;
    const after = await departments.insert(
      tx.db,
      { name, budget, managerId },
      {
        created_at: ['timestamptz', () => tx.now],
        created_by: ['text', () => actorName(tx.actor)],
        updated_at: ['timestamptz', () => tx.now],
      },
    );
    await auditDepartment(tx, 'department.create', { after });
    return card(tx, after.id);
  });
}

/**
 * Changes the sent fields.
 * @throws AppError notFound; conflict for an outdated version or a name that is taken; invalid for an unknown manager.
 */
export async function updateDepartment(
  ctx: Ctx,
  id: number,
  { version, ...changes }: DepartmentUpdate,
): Promise<DepartmentCard> {
  return transact(ctx, async (tx) => {
    const before = (await departments.lock(tx.db, id)) ?? notFound('Department', id);
    assertVersion('department', before.version, version);
    await assertManager(tx, changes.managerId);
    const after = await departments.update(tx.db, before, changes as Partial<DepartmentRecord>, {
      updated_at: tx.now,
    });
    await auditDepartment(tx, 'department.update', { before, after });
    return card(tx, id);
  });
}

/** @throws AppError notFound; conflict for a department with employees of any status. */
export async function deleteDepartment(ctx: Ctx, id: number): Promise<DepartmentCard> {
  return transact(ctx, async (tx) => {
    const before = (await departments.lock(tx.db, id)) ?? notFound('Department', id);
    const answer = await card(tx, id);
    await departments.remove(tx.db, id);
    await auditDepartment(tx, 'department.delete', { before });
    return answer;
  });
}

async function assertManager(tx: Ctx, managerId: number | null | undefined): Promise<void> {
  if (managerId != null && !(await employeeKnown(tx, managerId)))
    invalidField('managerId', 'This employee does not exist.');
}

function auditDepartment(
  tx: Ctx,
  action: string,
  change: { before?: DepartmentRecord; after?: DepartmentRecord },
): Promise<void> {
  const { id, name } = (change.after ?? change.before)!;
  return audit(tx, {
    ...{ action, entity: 'department', entityId: id, summary: name, schema },
    ...(change.before && { before: asLogged(change.before) }),
    ...(change.after && { after: asLogged(change.after) }),
  });
}

/** Without an undefined budget, which the schema knows as a guarded field. */
const asLogged = (record: DepartmentRecord) => ({ ...record, budget: record.budget });
