import type { Ctx } from '../../context.ts';
import { fixedPackage } from '../../customers/schema.ts';
import { feesOfCustomers } from '../../customers/service-import.ts';
import type { BookValues } from '../../kernel/books.ts';
import { groupedBy } from '../../kernel/groups.ts';
import { sumOf } from '../../kernel/money.ts';
import * as queries from './queries.ts';
import type { ImportedOpening } from './service.ts';

/**
 * What the books hold of imported customers: their fees and the opening balances that are in force. With a reason for a fee
 * that the package sets, and for an opening balance that was cancelled or corrected in the portal.
 */
export async function customersInBooks(
  tx: Ctx,
  rows: readonly ImportedOpening[],
): Promise<(BookValues | undefined)[]> {
  const find = await feesOfCustomers(
    tx,
    rows.map(({ customerId }) => customerId),
  );
  const found = rows.map(({ customerId }) => find(customerId));
  const opened = rows.flatMap(({ openingBalanceUsd }, index) =>
    openingBalanceUsd === undefined ? [] : (found[index]?.id ?? []),
  );
  const documents = groupedBy(
    await queries.findOpenings(tx.db, opened),
    ({ customerId }) => customerId,
  );
  return found.map((customer): BookValues | undefined => {
    if (!customer) return undefined;
    const own = documents.get(customer.id) ?? [];
    const { packageType, monthlyFeeUsd, status } = customer;
    const isBilled = status === 'Active';
    const byPackage = fixedPackage(packageType) && `The package ${packageType} sets the fee.`;
    const inForce = own.filter(({ isInForce }) => isInForce);
    return {
      values: {
        customers: 1,
        monthlyFees: monthlyFeeUsd,
        billed: isBilled ? monthlyFeeUsd : 0,
        openingBalances: sumOf(inForce, ({ owedUsd }) => owedUsd),
      },
      reasons: {
        ...(byPackage && { monthlyFees: byPackage, billed: byPackage }),
        ...(!isBilled && { billed: `The customer is ${status}, and is not billed.` }),
        ...(own.some(({ isReplaced }) => !isReplaced) && {
          openingBalances: 'The opening balance was cancelled or corrected in the portal.',
        }),
      },
    };
  });
}
