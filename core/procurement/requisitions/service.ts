import { type Ctx, transact } from '../../context.ts';
import { takeYearlyNumbers } from '../../database/counters.ts';
import { changedFields } from '../../database/record.ts';
import { assertDateAllowed } from '../../kernel/dates.ts';
import { invalidField } from '../../kernel/errors.ts';
import type { Cents } from '../../kernel/money.ts';
import { ZERO } from '../../kernel/money.ts';
import { currentRate } from '../../rates/service-current.ts';
import { findItems } from '../queries-equipment.ts';
import { totalOfLines } from '../rules.ts';
import { authorOf, callerOf } from '../service-caller.ts';
import * as queries from './queries.ts';
import { requisitions } from './queries.ts';
import {
  REQUISITIONS,
  type RequisitionLineRecord,
  type RequisitionRow,
  requisitionDefaults,
} from './rules.ts';
import { assertPossible } from './rules-actions.ts';
import type { Requisition, RequisitionInput, RequisitionUpdate } from './schema.ts';
import { moveTo } from './service-decide.ts';
import { getRequisition } from './service-list.ts';
import { auditRequisition, lockRequisition } from './service-record.ts';

/** seeds/002 5. */
const NO_DATE = 'Please select expected delivery date';
const NO_ITEMS = 'Please add at least one valid item';

type NewLine = Omit<RequisitionLineRecord, 'requisitionId'>;

/**
 * The lines of a form: an item's list cost stands in for a cost that is left out.
 * @throws AppError invalid without lines, and for an item that does not exist.
 */
async function linesOf(
  tx: Ctx,
  items: NonNullable<RequisitionInput['items']>,
): Promise<{ lines: NewLine[]; totalAmountUsd: Cents }> {
  if (items.length === 0) invalidField('items', NO_ITEMS);
  const known = await findItems(
    tx.db,
    items.flatMap(({ equipmentId }) => equipmentId ?? []),
  );
  const lines = items.map(({ equipmentId = null, description, quantity, unitCostUsd }, place) => {
    const item = equipmentId === null ? undefined : known.get(equipmentId);
    if (equipmentId !== null && !item)
      invalidField(`items.${place}.equipmentId`, 'This equipment does not exist.');
    const cost = unitCostUsd ?? item?.unitCostUsd ?? ZERO;
    return { lineNo: place + 1, equipmentId, description, quantity, unitCostUsd: cost };
  });
  const prices = lines.map(({ quantity, unitCostUsd }) => ({ quantity, unitPrice: unitCostUsd }));
  return { lines, totalAmountUsd: totalOfLines(prices, 'USD') };
}

interface Made {
  isLowStock?: boolean;
}

/**
 * Asks for goods, with the next number of the year (decision 7) and the rate of today; it is pending, whatever a client
 * says of status, number, totals and who acts (decision 28).
 * @throws AppError invalid without a delivery date or lines, for an item that does not exist, and above the largest amount.
 */
export async function createRequisition(
  ctx: Ctx,
  input: RequisitionInput,
  { isLowStock = false }: Made = {},
): Promise<Requisition> {
  return transact(ctx, async (tx) => {
    const { expectedDeliveryDate, items = [], notes = '' } = input;
    if (expectedDeliveryDate === undefined) invalidField('expectedDeliveryDate', NO_DATE);
    assertDateAllowed('expectedDeliveryDate', expectedDeliveryDate, tx.today);
    const { lines, totalAmountUsd } = await linesOf(tx, items);
    const exchangeRate = await currentRate(tx, 'standard', tx.today);
    const { by, byId } = authorOf(tx);
    const [requisitionId] = await takeYearlyNumbers(tx.db, REQUISITIONS, [tx.today]);
    const row = await requisitions.insert(
      tx.db,
      {
        requisitionId: requisitionId!,
        requestedBy: by,
        requestedById: byId,
        changedBy: by,
        changedById: byId,
        department: input.department || requisitionDefaults.department,
        priority: input.priority ?? requisitionDefaults.priority,
        requestDate: tx.today,
        expectedDeliveryDate,
        exchangeRate,
        totalAmountUsd,
        status: 'pending' as const,
        notes,
        isLowStock,
        createdAt: tx.now,
      },
      { updated_at: ['timestamptz', () => tx.now] },
    );
    const made = lines.map((line) => ({ ...line, requisitionId: row.id }));
    await queries.insertLines(tx.db, made);
    const after = { ...row, purchaseOrder: null, orderStatus: null, hasOrders: false };
    await auditRequisition(tx, { action: 'requisition.create', after, lines: made });
    return getRequisition(tx, row.id);
  });
}

/** Whether the sent lines differ from the stored ones. */
function isOther(before: readonly RequisitionLineRecord[], after: readonly NewLine[]): boolean {
  return (
    before.length !== after.length ||
    after.some((line, place) => changedFields<NewLine>(before[place]!, line).length > 0)
  );
}

async function edit(
  tx: Ctx,
  before: RequisitionRow,
  input: RequisitionUpdate,
): Promise<RequisitionRow> {
  const { items, department, priority, expectedDeliveryDate, notes } = input;
  const linesBefore = await queries.findLines(tx.db, [before.id]);
  const sent = items && (await linesOf(tx, items));
  const isNew = sent !== undefined && isOther(linesBefore, sent.lines);
  const { by, byId } = authorOf(tx);
  const changes = {
    department: department === '' ? requisitionDefaults.department : department,
    priority,
    expectedDeliveryDate,
    notes,
    ...(isNew ? { totalAmountUsd: sent.totalAmountUsd, changedBy: by, changedById: byId } : {}),
  };
  const fields = Object.fromEntries(
    Object.entries(changes).filter(([, value]) => value !== undefined),
  ) as Partial<RequisitionRow>;
  if (!isNew && changedFields(before, fields).length === 0) return before;
  assertPossible('edit', before, await callerOf(tx));
  if (fields.expectedDeliveryDate)
    assertDateAllowed('expectedDeliveryDate', fields.expectedDeliveryDate, tx.today);
  const row = await requisitions.update(tx.db, before, fields, { updated_at: tx.now });
  // New lines may leave the row itself as it was.
  if (row.version === before.version) await queries.raiseVersion(tx.db, before.id, tx.now);
  let lines = linesBefore;
  if (isNew) {
    lines = sent.lines.map((line) => ({ ...line, requisitionId: before.id }));
    await queries.deleteLines(tx.db, before.id);
    await queries.insertLines(tx.db, lines);
  }
  const after = { ...before, ...row };
  await auditRequisition(tx, { action: 'requisition.update', before, after, linesBefore, lines });
  return after;
}

/**
 * Changes the sent fields, and the status: the sent one is the wanted transition, judged by the action table (decision 42).
 * The lines may be changed by the requester while it is pending, and by those who approve until it is decided.
 * @throws AppError notFound; conflict for an outdated version; forbidden and rule as the action table says; invalid as
 *   `createRequisition`, and without a reason for a status that no ordinary step leads to.
 */
export async function updateRequisition(
  ctx: Ctx,
  id: number,
  input: RequisitionUpdate,
): Promise<Requisition> {
  return transact(ctx, async (tx) => {
    const before = await lockRequisition(tx, id, input.version);
    const edited = await edit(tx, before, input);
    if (input.status !== undefined) await moveTo(tx, edited, input.status, input.reason ?? '');
    return getRequisition(tx, id);
  });
}

/**
 * Deletes a requisition that no order names.
 * @throws AppError notFound; forbidden and rule as the action table says.
 */
export async function deleteRequisition(ctx: Ctx, id: number): Promise<Requisition> {
  return transact(ctx, async (tx) => {
    const before = await lockRequisition(tx, id);
    assertPossible('delete', before, await callerOf(tx));
    const answer = await getRequisition(tx, id);
    const lines = await queries.findLines(tx.db, [id]);
    await requisitions.remove(tx.db, id);
    await auditRequisition(tx, { action: 'requisition.delete', before, lines });
    return answer;
  });
}
