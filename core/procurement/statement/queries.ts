import { type RawBuilder, sql } from 'kysely';
import { leaf } from '../../accounting/chart.ts';
import type { Db } from '../../database/connect.ts';
import { sumCents } from '../../database/list.ts';
import { byKey } from '../../database/look-up.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import type { StatementEntry } from './rules.ts';

/** What is owed to a supplier, advances taken off: the lines of bills and payments on the accounts of suppliers. */
function linesOf(supplierId: number): RawBuilder<unknown> {
  return sql`${byKey('journal_lines', 'supplier_id', sql`${supplierId}`)} l
    cross join lateral ${byKey('journal_entries', 'id', 'l.entry_id')} e
    where l.account_code in (${leaf.tradePayables}, ${leaf.tradePayablesSsp}, ${leaf.supplierAdvances})
      and (e.source like 'supplier.bill%' or e.source like 'supplier.payment%')`;
}

/** US cents owed before a day; below zero is paid in advance. */
export async function sumBefore(db: Db, supplierId: number, day: IsoDate): Promise<Cents> {
  const { rows } = await sql<{ balance: Cents }>`
    select ${sumCents(sql`l.credit_cents - l.debit_cents`)} as balance
    from ${linesOf(supplierId)} and e.entry_date < ${day}`.execute(db);
  return rows[0]!.balance;
}

/** The entries of a period that change what is owed, in their order; `netUsd` above zero is owed more. */
export async function findEntries(
  db: Db,
  supplierId: number,
  from: IsoDate,
  to: IsoDate,
  limit: number,
): Promise<StatementEntry[]> {
  const { rows } = await sql<StatementEntry>`
    select e.entry_date as date, e.source, e.source_id as id, e.reference, e.net as "netUsd",
      coalesce(b.supplier_number, p.reference, '') as note
    from (
      select e.id, e.entry_date, e.source, e.source_id, e.reference, ${sumCents(sql`l.credit_cents - l.debit_cents`)} as net
      from ${linesOf(supplierId)} and e.entry_date between ${from} and ${to}
      group by e.id, e.entry_date, e.source, e.source_id, e.reference
      having sum(l.credit_cents - l.debit_cents) <> 0
      order by e.entry_date, e.id limit ${limit}) e
    left join lateral ${byKey('supplier_bills', 'id', sql`e.source_id`)} b on e.source like 'supplier.bill%'
    left join lateral ${byKey('supplier_payments', 'id', sql`e.source_id`)} p on e.source like 'supplier.payment%'
    order by e.entry_date, e.id`.execute(db);
  return rows;
}
