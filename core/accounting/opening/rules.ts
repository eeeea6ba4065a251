import type { IsoDate } from '../../kernel/dates.ts';
import { leaf } from '../chart.ts';
import type { PostingLine } from '../rules.ts';
import type { Problem } from '../rules-journal.ts';

/**
 * The accounts whose opening balances come from the records of a module, with what to import for them (decision 45). An
 * opening entered by hand or as a trial balance may not use them, because their balance would be counted twice. A module
 * that keeps an account adds it here.
 */
export const accountsOpenedByModules: Readonly<Record<string, string>> = {
  [leaf.residentialReceivable]: 'opening balances of customers, or their open invoices',
  [leaf.corporateReceivable]: 'opening balances of customers, or their open invoices',
  [leaf.customerCredit]: 'negative opening balances of customers',
};

/** Whether a document of this day belongs to the time before these books; never if no opening date is set. */
export function isBeforeOpening(date: IsoDate, openingDate: IsoDate | null): boolean {
  return openingDate !== null && date < openingDate;
}

/** Why an opening may not have this account; undefined if it may. */
export function openedByModule(account: string): string | undefined {
  const source = accountsOpenedByModules[account];
  return source === undefined
    ? undefined
    : `Account ${account} is opened by importing ${source}. Leave it out of the opening entry.`;
}

/** The problem of a manual entry against Opening Balances with an account that a module opens (decision 45). */
export function openingProblem(lines: readonly PostingLine[]): Problem | undefined {
  if (!lines.some(({ account }) => account === leaf.openingBalances)) return undefined;
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
