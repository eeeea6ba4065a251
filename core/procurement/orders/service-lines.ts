import { listAccounts } from '../../accounting/service.ts';
import type { Ctx } from '../../context.ts';
import { invalidField } from '../../kernel/errors.ts';
import type { Cents } from '../../kernel/money.ts';
import { usdToSsp } from '../../kernel/money.ts';
import { searchKey } from '../../kernel/text.ts';
import { findItems } from '../queries-equipment.ts';
import type { RequisitionLineRecord } from '../requisitions/rules.ts';
import { totalOfLines, totalUsdOfLines } from '../rules.ts';
import { DEFAULT_ACCOUNT, mayOrderOn, type OrderLineRecord, type OrderRecord } from './rules.ts';
import type { OrderInput } from './schema.ts';

export type SentLine = NonNullable<OrderInput['items']>[number];
export type NewLine = Omit<OrderLineRecord, 'orderId'>;

/** The lines of a requisition as those of an order: the unit price is the unit cost, in the order's currency. */
export function linesOfRequisition(
  lines: readonly RequisitionLineRecord[],
  { currency, exchangeRate }: Pick<OrderRecord, 'currency' | 'exchangeRate'>,
): SentLine[] {
  return lines.map(({ equipmentId, description, quantity, unitCostUsd }) => ({
    equipmentId,
    description,
    quantity,
    unitPrice: currency === 'USD' ? unitCostUsd : usdToSsp(unitCostUsd, exchangeRate),
  }));
}

/** A line that names neither equipment nor an account is that of the requisition with its description. */
function itemMeant(sent: SentLine, ofRequisition: readonly RequisitionLineRecord[]): number | null {
  if (sent.equipmentId !== undefined || sent.accountCode) return sent.equipmentId ?? null;
  const key = searchKey(sent.description);
  const same = ofRequisition.find(({ description }) => searchKey(description) === key);
  return same?.equipmentId ?? null;
}

/** @throws AppError invalid for an account that no line can be booked to (decision 87). */
async function assertAccounts(tx: Ctx, codes: ReadonlyMap<number, string>): Promise<void> {
  if (codes.size === 0) return;
  const known = new Map((await listAccounts(tx)).map((account) => [account.code, account]));
  for (const [place, code] of codes) {
    const account = known.get(code);
    if (account === undefined || !mayOrderOn(account))
      invalidField(
        `items.${place}.accountCode`,
        `${code} is no account of expenses or of equipment that an order can be booked to.`,
      );
  }
}

/**
 * The lines of an order: each names equipment, or an account of expenses or assets (decision 87).
 * @throws AppError invalid without lines, for equipment or accounts that do not exist, and for both on one line.
 */
export async function orderLines(
  tx: Ctx,
  items: readonly SentLine[],
  ofRequisition: readonly RequisitionLineRecord[],
): Promise<NewLine[]> {
  if (items.length === 0) invalidField('items', 'Please add at least one valid item');
  const equipment = items.map((sent) => itemMeant(sent, ofRequisition));
  const known = await findItems(
    tx.db,
    equipment.flatMap((id) => id ?? []),
  );
  const codes = new Map<number, string>();
  const lines = items.map((sent, place): NewLine => {
    const { description, quantity, unitPrice, accountCode } = sent;
    const equipmentId = equipment[place]!;
    if (equipmentId !== null && !known.has(equipmentId))
      invalidField(`items.${place}.equipmentId`, 'This equipment does not exist.');
    if (equipmentId !== null && accountCode)
      invalidField(`items.${place}.accountCode`, 'A line names equipment or an account, not both.');
    if (accountCode) codes.set(place, accountCode);
    return {
      lineNo: place + 1,
      equipmentId,
      accountCode: equipmentId === null ? accountCode || DEFAULT_ACCOUNT : null,
      ...{ description, quantity, unitPrice, cancelledQuantity: 0 },
      receivedQuantity: 0,
      billedQuantity: 0,
    };
  });
  await assertAccounts(tx, codes);
  return lines;
}

/** The totals of an order from its lines, whatever was sent (decision 28). @throws AppError invalid when too large. */
export function totalsOf(
  lines: readonly Pick<OrderLineRecord, 'quantity' | 'unitPrice'>[],
  order: Pick<OrderRecord, 'currency' | 'exchangeRate'>,
): { totalAmount: Cents; totalUsd: Cents } {
  const totalAmount = totalOfLines(lines, order.currency);
  const totalUsd = totalUsdOfLines(lines, order);
  // At a low rate a large amount of pounds is more dollars than a document can have.
  totalOfLines([{ quantity: 1, unitPrice: totalUsd }], 'USD');
  return { totalAmount, totalUsd };
}
