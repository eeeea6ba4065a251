import { searchKey } from '../../kernel/text.ts';
import { isPostable } from '../journal/rules.ts';
import type { Account } from '../schema.ts';

/** Longer texts are neither a code nor a name; checked before a text is compared. */
const MAX_ACCOUNT = 200;

/** Finds accounts by what a file calls them. */
export type AccountFinder = (text: string) => { account: Account } | { problem: string };

/**
 * Accounts by code ('1110'), by name, ignoring case ('cash on hand'), or by both ('1110 Cash on Hand', '1110 - Cash on
 * Hand'). Of accounts with one name those that can be posted to are meant; several of them are refused. A finder answers
 * an account that can be posted to, or the problem as a sentence.
 */
export function createAccountFinder(accounts: readonly Account[]): AccountFinder {
  const byCode = new Map(accounts.map((account) => [account.code, account]));
  const byName = new Map<string, Account[]>();
  for (const account of accounts) {
    const { code, name } = account;
    for (const text of [name, `${code} ${name}`, `${code} - ${name}`]) {
      const key = searchKey(text);
      byName.set(key, [...(byName.get(key) ?? []), account]);
    }
  }
  const known = new Map<string, ReturnType<AccountFinder>>();

  function find(text: string): ReturnType<AccountFinder> {
    const coded = byCode.get(text);
    const named = coded ? [coded] : (byName.get(searchKey(text)) ?? []);
    const postable = named.filter(isPostable);
    const [account] = postable;
    if (postable.length > 1) {
      const codes = postable.map(({ code }) => code).join(', ');
      return { problem: `Several accounts are called ${text}: ${codes}. Write the code.` };
    }
    if (account) return { account };
    const [other] = named;
    if (!other) return { problem: `There is no account ${text}.` };
    return {
      problem: `Only active level-2 accounts can be posted to: ${other.code} ${other.name} is not one.`,
    };
  }

  return (text) => {
    const wanted = text.slice(0, MAX_ACCOUNT).trim();
    const found = known.get(wanted) ?? find(wanted);
    known.set(wanted, found);
    return found;
  };
}
