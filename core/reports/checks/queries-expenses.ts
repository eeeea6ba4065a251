import { type RawBuilder, sql } from 'kysely';
import { leaf } from '../../accounting/chart.ts';
import type { BooksCheckQuery } from '../../accounting/service-check.ts';
import { gaps, usd } from './queries.ts';

const EXPENSE = sql`('expense', 'expense.reversal')`;
const PAYMENT = sql`('expense.payment', 'expense.payment.reversal')`;

/** '12.00 and SSP 4800.00' of two columns of cents. */
function both(cents: string, pounds: string): RawBuilder<string> {
  return sql`${usd(cents)} || ' and SSP ' || ${usd(pounds)}`;
}

/** What is posted of documents by id and account: cents and pounds, debits above zero. */
function postedBy(sources: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select e.source_id as id, l.account_code as code, sum(l.debit_cents - l.credit_cents) as cents,
      coalesce(sum(l.ssp_cents), 0) as ssp
    from journal_entries e join journal_lines l on l.entry_id = e.id
    where e.source in ${sources} group by 1, 2`;
}

/** The pounds of an amount where its account is kept in pounds. */
function poundsOn(account: string, pounds: string): RawBuilder<unknown> {
  return sql`case when (select currency from accounts where code = ${sql.ref(account)}) = 'SSP'
    then coalesce(${sql.ref(pounds)}::bigint, 0) else 0 end`;
}

/** Checks that expenses, their payments and the ledger agree. */
export const expenseChecks: readonly BooksCheckQuery[] = [
  {
    name: 'Expenses stand in the ledger on their accounts with their amount, deleted ones with nothing',
    violations: sql`
      with posted as (${postedBy(EXPENSE)}),
      due as (
        select id, debit_account as code, amount_cents::bigint as cents, 0 as ssp
        from expenses where deleted_at is null
        union all
        select e.id, e.credit_account, -e.amount_cents::bigint, -(${poundsOn('e.credit_account', 'e.ssp_cents')})
        from expenses e where e.deleted_at is null)
      select coalesce(x.transaction_id, 'Expense id ' || id) || ' on ' || code || ': amount '
        || ${both('coalesce(d.cents, 0)', 'coalesce(d.ssp, 0)')} || ', posted '
        || ${both('coalesce(p.cents, 0)', 'coalesce(p.ssp, 0)')} as what
      from due d full join posted p using (id, code) left join expenses x using (id)
      where coalesce(d.cents, 0) <> coalesce(p.cents, 0) or coalesce(d.ssp, 0) <> coalesce(p.ssp, 0)`,
  },
  {
    name: 'Each revision of an expense is posted once, and reversed if it is not the current one',
    violations: sql`
      select coalesce(x.transaction_id, 'Expense id ' || id) || ': revision ' || coalesce(x.revision, 0) || ', '
        || coalesce(p.postings, 0) || ' posted, ' || coalesce(p.reversals, 0) || ' reversed' as what
      from expenses x full join (
        select source_id as id, max(revision) as last, count(*) filter (where source = 'expense') as postings,
          count(*) filter (where source = 'expense.reversal') as reversals
        from journal_entries where source in ${EXPENSE} group by 1) p using (id)
      where (x.revision, x.revision, x.revision - case when x.deleted_at is null then 1 else 0 end)
        is distinct from (p.last, p.postings, p.reversals)`,
  },
  {
    name: 'Payments of expenses stand in the ledger on their account, reversed ones with nothing',
    violations: sql`
      with posted as (${postedBy(PAYMENT)}),
      due as (
        select p.id, p.credit_account as code, p.amount_cents::bigint as cents,
          ${poundsOn('p.credit_account', 'p.ssp_cents')} as ssp
        from expense_payments p where p.reversed_on is null)
      select coalesce(x.transaction_id || ', payment id ', 'Payment id ') || coalesce(d.id, p.id) || ' on ' || code || ': paid '
        || ${both('coalesce(d.cents, 0)', 'coalesce(d.ssp, 0)')} || ', posted '
        || ${both('coalesce(-p.cents, 0)', 'coalesce(-p.ssp, 0)')} as what
      from due d full join posted p using (id, code)
      left join expense_payments y using (id) left join expenses x on x.id = y.expense_id
      where (coalesce(d.cents, 0) <> coalesce(-p.cents, 0) or coalesce(d.ssp, 0) <> coalesce(-p.ssp, 0))
        and (d.id is not null or code = y.credit_account or y.id is null)`,
  },
  {
    name: 'Each payment of an expense is posted once, and reversed once if it is reversed',
    violations: sql`
      select coalesce(x.transaction_id || ', payment id ', 'Payment id ') || coalesce(y.id, p.id) || ': ' || coalesce(p.postings, 0) || ' posted, '
        || coalesce(p.reversals, 0) || ' reversed' as what
      from expense_payments y full join (
        select source_id as id, count(*) filter (where source = 'expense.payment') as postings,
          count(*) filter (where source = 'expense.payment.reversal') as reversals
        from journal_entries where source in ${PAYMENT} group by 1) p using (id)
      left join expenses x on x.id = y.expense_id
      where (case when y.expense_id is null then 0 else 1 end, case when y.reversed_on is null then 0 else 1 end)
        is distinct from (p.postings::int, p.reversals::int)`,
  },
  {
    name: 'Expenses are settled by their payments',
    violations: sql`
      select x.transaction_id || ': settled ' || ${both('x.settled_cents', 'x.settled_ssp_cents')} || ', payments '
        || ${both('coalesce(p.cents, 0)', 'coalesce(p.ssp, 0)')} as what
      from expenses x left join (
        select expense_id as id, sum(settled_cents) as cents, sum(settled_ssp_cents) as ssp
        from expense_payments where reversed_on is null group by 1) p using (id)
      where x.settled_cents <> coalesce(p.cents, 0) or x.settled_ssp_cents <> coalesce(p.ssp, 0)`,
  },
  {
    name: 'Open expenses equal what is owed for them, expense by expense',
    violations: sql`
      with posted as (
        select id, code, sum(cents) as cents, sum(ssp) as ssp from (
          select id, code, cents, ssp from (${postedBy(EXPENSE)}) e
          union all
          select p.expense_id, code, cents, ssp from (${postedBy(PAYMENT)}) e join expense_payments p using (id)) l
        where code in (${leaf.tradePayables}, ${leaf.tradePayablesSsp}) group by 1, 2),
      due as (
        select id, credit_account as code, amount_cents - settled_cents as cents,
          coalesce(ssp_cents, 0) - settled_ssp_cents as ssp
        from expenses where deleted_at is null and account = 'accounts_payable')
      select coalesce(x.transaction_id, 'Expense id ' || id) || ' on ' || code || ': open '
        || ${both('coalesce(d.cents, 0)', 'coalesce(d.ssp, 0)')} || ', owed '
        || ${both('coalesce(-p.cents, 0)', 'coalesce(-p.ssp, 0)')} as what
      from due d full join posted p using (id, code) left join expenses x using (id)
      where coalesce(d.cents, 0) <> coalesce(-p.cents, 0) or coalesce(d.ssp, 0) <> coalesce(-p.ssp, 0)`,
  },
  {
    name: 'Expense numbers follow each other without gaps',
    violations: gaps({
      prefix: 'TXN',
      counter: 'expense',
      numbers: sql`select transaction_id as number, true as own from expenses`,
    }),
  },
];
