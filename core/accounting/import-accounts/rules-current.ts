import { searchKey } from '../../kernel/text.ts';
import type { Account } from '../schema.ts';
import { accountKind } from './rules-kinds.ts';
import { type AccountRow, keysOf, pathOf } from './rules-node.ts';

/** The present values of changed fields, by field. */
export type CurrentAccount = Partial<
  Record<'name' | 'type' | 'parent' | 'currency' | 'cashFlow' | 'expenseClass', string>
>;

/**
 * The present values of the fields in which rows of a chart differ from the books; undefined for a row that has no account
 * there. A type in other words and a parent by its name are no differences.
 */
export function currentAccounts(
  rows: readonly AccountRow[],
  accounts: readonly Account[],
): (CurrentAccount | undefined)[] {
  const byCode = new Map(accounts.map((account) => [account.code, account]));
  const byName = new Map<string, Account[]>();
  for (const account of accounts) {
    const key = searchKey(account.name);
    byName.set(key, [...(byName.get(key) ?? []), account]);
  }
  return rows.map(({ code, name = '', type, parent, ...meaning }) => {
    const named =
      code === undefined ? byName.get(searchKey(pathOf(name)?.name ?? name)) : undefined;
    const before = code === undefined ? named?.[0] : byCode.get(code);
    if (!before || (named && named.length > 1)) return undefined;
    const above = before.parentCode === null ? undefined : byCode.get(before.parentCode);
    const isAbove =
      !parent || parent === above?.code || (above && keysOf(above).includes(searchKey(parent)));
    const kind = type ? accountKind(type)?.type : undefined;
    return {
      ...(code !== undefined && name && name !== before.name && { name: before.name }),
      ...(kind && kind !== before.type && { type: before.type }),
      ...differing(meaning, before),
      ...(!isAbove && { parent: above ? `${above.code} ${above.name}` : '' }),
    };
  });
}

/** The present values of the given fields that differ. */
function differing(
  given: Pick<AccountRow, 'currency' | 'cashFlow' | 'expenseClass'>,
  { currency, cashFlow, expenseClass }: Account,
): CurrentAccount {
  return {
    ...(given.currency && given.currency !== currency && { currency }),
    ...(given.cashFlow && given.cashFlow !== cashFlow && { cashFlow }),
    ...(given.expenseClass &&
      given.expenseClass !== expenseClass && { expenseClass: expenseClass ?? '' }),
  };
}
