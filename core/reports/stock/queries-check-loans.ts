import { sql } from 'kysely';
import { leaf } from '../../accounting/chart.ts';
import type { BooksCheckQuery } from '../../accounting/service-check.ts';
import { gaps, usd } from '../checks/queries.ts';

/** Checks that equipment on loan agrees with stock, its units and the ledger. */
export const loanChecks: readonly BooksCheckQuery[] = [
  {
    name: 'Equipment at customers equals account 1320',
    violations: sql`
      with out as (select coalesce(sum(value_cents), 0) as cents from equipment_loans where status = 'out'),
      ledger as (select coalesce(sum(debit_cents - credit_cents), 0) as cents from account_months
        where account_code = ${leaf.equipmentAtCustomers})
      select 'Loans ' || ${usd('out.cents')} || ', account 1320 ' || ${usd('ledger.cents')} as what
      from out, ledger where out.cents <> ledger.cents`,
  },
  {
    name: 'Loans stand on account 1320 with their value, ended ones with nothing',
    violations: sql`
      with posted as (
        select e.source_id as id, sum(l.debit_cents - l.credit_cents) as cents
        from journal_entries e join journal_lines l on l.entry_id = e.id
        where l.account_code = ${leaf.equipmentAtCustomers} and e.source in ('loan.issue', 'loan.return', 'loan.loss')
        group by e.source_id having sum(l.debit_cents - l.credit_cents) <> 0),
      due as (select id, value_cents as cents from equipment_loans where status = 'out')
      select coalesce(n.loan_number, 'Loan id ' || id) || ': worth ' || ${usd('coalesce(d.cents, 0)')}
        || ', posted ' || ${usd('coalesce(p.cents, 0)')} as what
      from due d full join posted p using (id) left join equipment_loans n using (id)
      where coalesce(d.cents, 0) <> coalesce(p.cents, 0)`,
  },
  {
    name: 'Moves of stock by loans equal the loans',
    violations: sql`
      with moved as (
        select source_id as id, sum(quantity) as units, sum(value_cents) as cents, count(*) as moves
        from stock_moves where source in ('loan.issue', 'loan.return') group by source_id),
      due as (
        select id, case status when 'good' then 0 else -quantity end as units,
          case status when 'good' then 0 else -value_cents end as cents, case status when 'good' then 2 else 1 end as moves
        from equipment_loans)
      select coalesce(n.loan_number, 'Loan id ' || id) || ': ' || coalesce(d.units, 0) || ' units for '
        || ${usd('coalesce(d.cents, 0)')} || ', moved ' || coalesce(m.units, 0) || ' for ' || ${usd('coalesce(m.cents, 0)')} as what
      from due d full join moved m using (id) left join equipment_loans n using (id)
      where d.units is distinct from m.units or d.cents is distinct from m.cents or d.moves is distinct from m.moves`,
  },
  {
    name: 'Units on loan are those of the loans that are out',
    violations: sql`
      with units as (select id, customer_id from equipment_units where place = 'loan'),
      due as (select unit_id as id, customer_id from equipment_loans where status = 'out' and unit_id is not null)
      select coalesce(n.serial, 'Unit id ' || id) || ': on loan to customer id ' || coalesce(d.customer_id::text, 'none')
        || ', kept for ' || coalesce(u.customer_id::text, 'none') as what
      from due d full join units u using (id) left join equipment_units n using (id)
      where d.customer_id is distinct from u.customer_id`,
  },
  {
    name: 'Loan numbers follow each other without gaps',
    violations: gaps({
      prefix: 'LN',
      counter: 'equipmentLoan',
      numbers: sql`select loan_number as number, true as own from equipment_loans`,
    }),
  },
];
