import { type Ctx, transact } from '../../context.ts';
import { documentNumber, takeNumbers } from '../../database/counters.ts';
import { actorName } from '../../identity/actor.ts';
import { breaksRule, invalidField, notFound } from '../../kernel/errors.ts';
import { assertVersion } from '../../kernel/versions.ts';
import { audit } from '../../records/audit.ts';
import * as queries from './queries.ts';
import { suppliers } from './queries.ts';
import {
  nameOfSupplier,
  newSupplier,
  SUPPLIER_COUNTER,
  SUPPLIER_PREFIX,
  SUPPLIER_WIDTH,
  type SupplierRecord,
  sentFields,
} from './rules.ts';
import {
  type Supplier,
  type SupplierInput,
  type SupplierUpdate,
  supplier as schema,
} from './schema.ts';

/** A supplier with what is owed and paid in advance, in US cents. @throws AppError notFound. */
export async function getSupplier(ctx: Ctx, id: number): Promise<Supplier> {
  return (await queries.getSupplier(ctx.db, id)) ?? notFound('Supplier', id);
}

/** The supplier of a new order, locked. @throws AppError invalid for one that does not exist or is inactive. */
export async function lockActiveSupplier(tx: Ctx, id: number): Promise<SupplierRecord> {
  const record = await suppliers.lock(tx.db, id);
  if (!record) invalidField('supplierId', 'This supplier does not exist.');
  if (record.status !== 'active')
    breaksRule('supplier.inactive', `${nameOfSupplier(record)} is inactive.`);
  return record;
}

/**
 * Adds a supplier with the next code, SUP-001; a code that a client sends is ignored (decision 28).
 * @throws AppError conflict for a name that is taken, in any case.
 */
export async function createSupplier(ctx: Ctx, input: SupplierInput): Promise<Supplier> {
  return transact(ctx, async (tx) => {
    const { id } = await insertSupplier(tx, input);
    return getSupplier(tx, id);
  });
}

/** As `createSupplier`, in the caller's transaction; answers the row. */
export async function insertSupplier(tx: Ctx, input: SupplierInput): Promise<SupplierRecord> {
  const number = await takeNumbers(tx.db, SUPPLIER_COUNTER);
  const after = await suppliers.insert(
    tx.db,
    {
      ...newSupplier(input),
      supplierCode: documentNumber(SUPPLIER_PREFIX, number, SUPPLIER_WIDTH),
      createdAt: tx.now,
    },
    {
      created_by: ['text', () => actorName(tx.actor)],
      updated_at: ['timestamptz', () => tx.now],
    },
  );
  await auditSupplier(tx, 'supplier.create', { after });
  return after;
}

/**
 * Changes the sent fields; an inactive supplier gets no new orders.
 * @throws AppError notFound; conflict for an outdated version or a name that is taken.
 */
export async function updateSupplier(
  ctx: Ctx,
  id: number,
  input: SupplierUpdate,
): Promise<Supplier> {
  return transact(ctx, async (tx) => {
    const before = (await suppliers.lock(tx.db, id)) ?? notFound('Supplier', id);
    assertVersion('supplier', before.version, input.version);
    const changes = sentFields(input);
    const after = await suppliers.update(tx.db, before, changes, { updated_at: tx.now });
    await auditSupplier(tx, 'supplier.update', { before, after });
    return getSupplier(tx, id);
  });
}

function auditSupplier(
  tx: Ctx,
  action: string,
  change: { before?: SupplierRecord; after: SupplierRecord },
): Promise<void> {
  const { id } = change.after;
  const summary = nameOfSupplier(change.after);
  return audit(tx, { action, entity: 'supplier', entityId: id, summary, schema, ...change });
}
