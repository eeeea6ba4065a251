import type { Account } from '@nimule/core/accounting/schema';
import { mayOrderOn } from '@nimule/core/procurement/orders/rules';
import { useRead } from '../../../client/use-read.ts';

const NONE: readonly Account[] = [];

/** The accounts that a line without equipment can be booked to (decision 87); none while they are loading. */
export function useLineAccounts(): readonly Account[] {
  const { data } = useRead('listAccounts');
  return data?.filter(mayOrderOn) ?? NONE;
}
