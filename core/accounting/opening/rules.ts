import { formatDate, type IsoDate } from '../../kernel/dates.ts';
import { leaf } from '../chart.ts';
import type { Problem } from '../journal/rules.ts';
import type { PostingLine } from '../rules.ts';
import type { Account } from '../schema.ts';

/** Where the balance of an account is kept, and what is imported to open it; both as parts of a sentence. */
interface Keeper {
  keptBy: string;
  openedBy: string;
  /** What to do instead of a manual line, which is refused on this account. */
  instead?: string;
}

const receivables: Keeper = {
  keptBy: 'invoices and payments',
  openedBy: 'importing opening balances of customers, or their open invoices',
};

/**
 * The accounts whose balances modules keep by document and customer (decision 45). An import of entries refuses lines on
 * them, and an opening entered by hand, imported or as a trial balance may not use them, because their balance would be
 * counted twice. A module that keeps an account adds it here.
 */
const keptByModules: Readonly<Record<string, Keeper>> = {
  [leaf.residentialReceivable]: receivables,
  [leaf.corporateReceivable]: receivables,
  [leaf.customerCredit]: {
    keptBy: 'payments of customers',
    openedBy: 'importing negative opening balances of customers',
  },
  [leaf.equipmentInventory]: {
    keptBy: 'the moves of stock',
    openedBy: 'importing items, or entering equipment, with the quantity in stock',
    instead:
      'Adjust the stock of an item in Equipment, count it, or receive or return goods of a purchase order',
  },
  [leaf.equipmentAtCustomers]: {
    keptBy: 'equipment on loan',
    openedBy: 'entering the equipment into stock and issuing it to the customers',
    instead: 'Issue equipment to a customer, or take it back',
  },
  [leaf.goodsNotInvoiced]: {
    keptBy: 'goods receipts and supplier bills',
    openedBy: 'receiving the goods of a purchase order',
    instead: 'Receive or return goods of a purchase order, or record the bill of its supplier',
  },
  [leaf.unusedVouchers]: {
    keptBy: 'vouchers that are sold and not yet used',
    openedBy: 'selling the vouchers that are still to be used',
    instead: 'Sell, activate or void a voucher',
  },
};

/** Whether a document of this day belongs to the time before these books; never if no opening date is set. */
export function isBeforeOpening(date: IsoDate, openingDate: IsoDate | null): boolean {
  return openingDate !== null && date < openingDate;
}

/** Whether an entry opens balances. */
export function isOpening(lines: readonly Pick<PostingLine, 'account'>[]): boolean {
  return lines.some(({ account }) => account === leaf.openingBalances);
}

/** Why an opening may not have this account; undefined if it may. */
export function openedByModule(account: string): string | undefined {
  const keeper = keptByModules[account];
  return (
    keeper &&
    `Account ${account} is opened by ${keeper.openedBy}. Leave it out of the opening entry.`
  );
}

/** Why no import may post to this account; undefined if it may (decision 45). */
export function keptAccountProblem({ code, name }: Account): string | undefined {
  const keeper = keptByModules[code];
  return (
    keeper &&
    `${code} ${name} is kept by ${keeper.keptBy}, which an entry of a file cannot replace.`
  );
}

/** The problem of a manual entry, or the reversal of one, with a line on an account that allows none. */
export function keptLinesProblem(
  lines: readonly Pick<PostingLine, 'account'>[],
): Problem | undefined {
  for (const [index, { account }] of lines.entries()) {
    const keeper = keptByModules[account];
    if (!keeper?.instead) continue;
    const message = `Account ${account} is kept by ${keeper.keptBy}. ${keeper.instead}: its entry follows.`;
    return {
      code: 'entry.keptByModule',
      message,
      fields: { [`entries.${index}.accountCode`]: message },
    };
  }
  return undefined;
}

/** Why an import may post nothing but openings on a day before the books begin; undefined on other days. */
export function beforeOpeningProblem(
  date: IsoDate,
  openingDate: IsoDate | null,
): string | undefined {
  return isBeforeOpening(date, openingDate)
    ? `The books begin on ${formatDate(openingDate!)}. What came before that day belongs into the opening balances.`
    : undefined;
}

/** The problem of a manual entry against Opening Balances with an account that a module opens (decision 45). */
export function openingProblem(lines: readonly PostingLine[]): Problem | undefined {
  if (!isOpening(lines)) return undefined;
  for (const [index, { account }] of lines.entries()) {
    const message = openedByModule(account);
    if (message)
      return {
        code: 'entry.openedByModule',
        message,
        fields: { [`entries.${index}.accountCode`]: message },
      };
  }
  return undefined;
}
