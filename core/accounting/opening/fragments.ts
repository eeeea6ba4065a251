import { type RawBuilder, sql } from 'kysely';
import { leaf } from '../chart.ts';
import { OPENINGS } from './schema.ts';

const account = sql.lit(leaf.openingBalances);
const source = sql.lit(OPENINGS);

/**
 * The ids of the entries that open balances, whose cash is in no flow (decision 73): those with a line on 3120, and those of
 * imported trial balances.
 */
export const openingEntries: RawBuilder<unknown> = sql`
  select entry_id from journal_lines where account_code = ${account}
  union all select id from journal_entries where source = ${source}`;

/** Whether an entry `id` opens balances. */
export function isOpeningEntry(id: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(exists (select 1 from journal_lines o where o.entry_id = ${id} and o.account_code = ${account})
    or exists (select 1 from journal_entries o where o.id = ${id} and o.source = ${source}))`;
}
