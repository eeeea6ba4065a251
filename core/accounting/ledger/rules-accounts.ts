import type { FieldErrors } from '../../kernel/errors.ts';
import { fixedCodes } from '../import-accounts/rules-node.ts';
import { type Account, LEAF_LEVEL } from '../schema.ts';
import type { AccountInput } from './schema.ts';

export interface AccountProblem {
  code: string;
  message: string;
  fields?: FieldErrors;
}

/** The group whose accounts may be cash. */
const CASH_GROUP = '1100';
const MIN_DIGITS = 4;
const MAX_DIGITS = 6;
const CODE = /^\d+$/;

function onField(field: string, code: string, message: string): AccountProblem {
  return { code, message, fields: { [field]: message } };
}

/**
 * The leaf to add, with what is left out taken from its group, or why it is refused: leaves are in a group of the second
 * level, and the first digit of their code is that of the group, which is that of the type (seeds/001 3, decision 11).
 */
export function newAccount(
  input: AccountInput,
  accounts: readonly Account[],
): { account: Account } | { problem: AccountProblem } {
  const { code, name } = input;
  const refuse = (field: string, rule: string, message: string) => ({
    problem: onField(field, `account.${rule}`, message),
  });
  if (code.length < MIN_DIGITS || code.length > MAX_DIGITS || !CODE.test(code))
    return refuse(
      'code',
      'code',
      `The code has ${MIN_DIGITS} to ${MAX_DIGITS} digits, such as 1165.`,
    );
  const twin = accounts.find((known) => known.code === code);
  if (twin) return refuse('code', 'taken', `There is already an account ${code}: ${twin.name}.`);
  const group = accounts.find((known) => known.code === input.parentCode);
  if (!group || group.level !== LEAF_LEVEL - 1)
    return refuse('parentCode', 'group', 'Choose a group of the second level, such as 1100.');
  if (!group.isActive)
    return refuse('parentCode', 'group', `${group.code} ${group.name} is not active.`);
  if (code[0] !== group.code[0])
    return refuse(
      'code',
      'code',
      `A code in ${group.code} ${group.name} begins with ${group.code[0]}.`,
    );
  if (input.type !== undefined && input.type !== group.type)
    return refuse(
      'type',
      'type',
      `Accounts in ${group.code} ${group.name} have the type ${group.type}.`,
    );
  const isCash = input.isCash ?? group.code === CASH_GROUP;
  if (isCash && group.code !== CASH_GROUP)
    return refuse('isCash', 'cash', `Only accounts in ${CASH_GROUP} can be cash.`);
  const currency = input.currency ?? 'USD';
  if (currency === 'SSP' && group.type !== 'ASSET' && group.type !== 'LIABILITY')
    return refuse('currency', 'currency', 'Only assets and liabilities can be kept in pounds.');
  if (input.expenseClass && group.type !== 'EXPENSE')
    return refuse('expenseClass', 'expenseClass', 'Only expenses have an expense class.');
  const expenseClass =
    group.type === 'EXPENSE' ? (input.expenseClass ?? group.expenseClass ?? 'operating') : null;
  return {
    account: {
      code,
      name,
      type: group.type,
      parentCode: group.code,
      level: LEAF_LEVEL,
      normalBalance: input.normalBalance ?? group.normalBalance,
      isCash,
      currency,
      cashFlow: input.cashFlow ?? group.cashFlow,
      expenseClass,
      isActive: true,
    },
  };
}

/** Why an account cannot be deactivated; `hasBalance` says whether it has a balance in dollars or pounds. */
export function deactivationProblem(
  { code, name, level }: Account,
  hasBalance: boolean,
): AccountProblem | undefined {
  const named = `${code} ${name}`;
  if (level !== LEAF_LEVEL)
    return onField('isActive', 'account.isGroup', `${named} is a group and cannot be deactivated.`);
  if (fixedCodes.has(code))
    return onField(
      'isActive',
      'account.postedTo',
      `${named} cannot be deactivated: invoices, payments or expenses are posted to it.`,
    );
  if (hasBalance)
    return onField(
      'isActive',
      'account.hasBalance',
      `${named} has a balance and cannot be deactivated. Post an entry that moves it to another account first.`,
    );
  return undefined;
}
