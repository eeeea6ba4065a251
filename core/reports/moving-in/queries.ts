import { sql } from 'kysely';
import { OPENINGS } from '../../accounting/opening/schema.ts';
import type { Db } from '../../database/connect.ts';
import type { MovingInFacts } from './rules.ts';

/** Customers named in the warning about debts that are there twice. */
const NAMED = 5;

/** What the books hold of a company that moves in; `ownCodes` are those of the standard chart. */
export async function getMovingInFacts(
  db: Db,
  standardCodes: readonly string[],
): Promise<MovingInFacts> {
  const { rows } = await sql<
    Omit<MovingInFacts, 'owedTwice'> & { twice: string[] | null; twiceCount: number }
  >`
    with opening as (select (value #>> '{}')::date as day from settings where name = 'openingDate'),
    twice as (
      select i.customer_id from invoices i cross join opening o
      where i.status in ('pending', 'overdue') and i.kind in ('opening', 'imported')
        and (i.kind = 'opening' or i.bill_date < o.day)
      group by i.customer_id having count(distinct i.kind) = 2)
    select
      (select day from opening) as "openingDate",
      exists (select from invoices where kind in ('recurring', 'manual')) as "isRunning",
      (select count(*) from accounts where code <> all (${[...standardCodes]}::text[])) as accounts,
      (select count(*) from customers where undone_run_id is null) as customers,
      (select count(*) from customers where status = 'Active' and monthly_fee_cents = 0) as "withoutFee",
      (select count(*) from invoices where kind = 'opening' and status <> 'cancelled' and not is_replaced)
        + (select count(*) from payments where kind = 'opening' and status = 'recorded' and not is_replaced) as openings,
      (select count(*) from invoices where kind = 'imported' and undone_run_id is null) as "importedInvoices",
      (select count(*) from imported_lines l join payments p on p.id = l.payment_id
        where p.undone_run_id is null) as payments,
      exists (select from journal_entries e where e.source = ${OPENINGS}
        and not exists (select from journal_entries r where r.reversal_of = e.id)) as "hasBalances",
      (select count(*) from suppliers) as suppliers,
      (select count(*) from equipment where status <> 'discontinued') as equipment,
      (select count(*) from expenses where deleted_at is null) as expenses,
      (select count(*) from employees) as employees,
      (select count(*) from network_nodes where retired_at is null) as nodes,
      (select count(*) from twice) as "twiceCount",
      (select array_agg(customer_id order by id) from (
        select c.customer_id, c.id from twice t join customers c on c.id = t.customer_id
        order by c.id limit ${NAMED}) named) as twice`.execute(db);
  const { twice, twiceCount, ...facts } = rows[0]!;
  return { ...facts, owedTwice: { count: twiceCount, first: twice ?? [] } };
}
