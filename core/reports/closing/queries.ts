import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { sumCents } from '../../database/list.ts';
import { addDays, type IsoDate, startOfDay } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import type { Found } from './rules.ts';

interface Sum {
  kind: string;
  count: number;
  amountUsd: Cents;
}

/** Cost of equipment less what is depreciated, and the expense of depreciation (`accounting/chart.ts`). */
const EQUIPMENT = ['1310', '1320', '1390'] as const;
const DEPRECIATION = '5951';

/** What is open of tables that are small, or that an index of what is open leads to. */
export async function countOpen(
  db: Db,
  { from, to, now }: { from: IsoDate; to: IsoDate; now: Date },
): Promise<Map<string, Found>> {
  const end = startOfDay(addDays(to, 1));
  const none = sql`0::bigint`;
  const equipment = sql.join(EQUIPMENT.map((code) => sql.lit(code)));
  const { rows } = await sql<Sum>`
    select 'tillsOpen' as kind, count(*) as count, ${none} as "amountUsd" from tills
      where status = 'open' and opened_on <= ${to}
    union all select 'tillDifferences', count(*), ${sumCents(sql`counted_usd_cents - expected_usd_cents`)} from tills
      where status = 'counted' and counted_on <= ${to}
        and (counted_usd_cents <> expected_usd_cents or counted_ssp_cents <> expected_ssp_cents)
    union all select 'mobileMoney', count(*), ${sumCents('usd_cents')} from payment_intents
      where status = 'review' and created_at < ${end}
    union all select case kind when 'expense' then 'expensesWaiting' else 'approvalsWaiting' end, count(*),
        ${sumCents('amount_cents')} from approvals
      where status = 'waiting' and expires_at > ${now} and requested_at < ${end} group by 1
    union all select 'supplierBillsHeld', count(*), ${sumCents('total_cents')} from supplier_bills
      where status = 'held' and bill_date between ${from} and ${to}
    union all select 'payrollWaiting', count(*), ${sumCents('net_cents')} from payrolls
      where status = 'processed' and end_date between ${from} and ${to}
    union all select 'leaveWaiting', count(*), ${none} from leave_requests
      where status = 'pending' and start_date <= ${to} and end_date >= ${from}
    union all select 'depreciation', case when ${sumCents(sql`debit_cents - credit_cents`, sql`account_code <> ${sql.lit(DEPRECIATION)}`)} > 0
        and ${sumCents('debit_cents', sql`account_code = ${sql.lit(DEPRECIATION)} and month = ${from}`)} = 0 then 1 else 0 end, ${none}
      from account_months where account_code in (${equipment}, ${sql.lit(DEPRECIATION)}) and month <= ${from}`.execute(
    db,
  );
  return new Map(rows.map(({ kind, ...found }) => [kind, found]));
}

/** Invoices billed on these days that no e-mail was sent of, or is being sent. */
export async function countNotSent(db: Db, from: IsoDate, to: IsoDate): Promise<Found> {
  const { rows } = await sql<Found>`
    select count(*) as count, ${sumCents('i.amount_cents')} as "amountUsd"
    from (select id, amount_cents from invoices
      where bill_date between ${from} and ${to} and status <> 'cancelled' offset 0) i
    full join (select distinct invoice_id from invoice_emails where status <> 'failed') e on e.invoice_id = i.id
    where i.id is not null and e.invoice_id is null`.execute(db);
  return rows[0]!;
}
