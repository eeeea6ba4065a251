import { type Account, LEAF_LEVEL } from '@nimule/core/accounting/schema';
import { useRead } from '../../../client/use-read.ts';

const NONE: readonly Account[] = [];

/** The expense accounts that a line of an order can name; none while they are loading. */
export function useExpenseAccounts(): readonly Account[] {
  const { data } = useRead('listAccounts');
  return (
    data?.filter(
      ({ type, level, isActive }) => type === 'EXPENSE' && level === LEAF_LEVEL && isActive,
    ) ?? NONE
  );
}
