import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { findPage, type Sorts } from '../../database/list.ts';
import type { Page } from '../../kernel/paging.ts';
import type { HistoryEntity } from '../kinds/rules.ts';
import type { HistoryEvent } from '../kinds/rules-kind.ts';
import type { HistoryQuery } from './schema.ts';

export interface HistoryRecord extends HistoryEvent {
  id: string;
  at: Date;
}

const columns = sql`a.at, a.id as place, a.actor_kind as "actorKind", a.actor_name as "actorName", a.action, a.summary, a.before, a.after, a.format`;

function logOf(entity: string, id: number): RawBuilder<unknown> {
  return sql`select 'a' || a.id as id, ${columns} from audit_log a
    where a.entity = ${entity}::text and a.entity_id = ${String(id)}::text`;
}

/**
 * An event that has no audit line; sorted before audit lines of the same time. `by` is the name of a user or a job,
 * without actor kind.
 */
function unlogged(
  id: RawBuilder<unknown>,
  {
    at,
    by,
    action,
  }: { at: RawBuilder<unknown>; by: RawBuilder<unknown>; action: RawBuilder<unknown> },
  after: RawBuilder<unknown> = sql`null::jsonb`,
): RawBuilder<unknown> {
  return sql`select ${id} as id, ${at} as at, 0::bigint as place, 'system' as actor_kind, ${by} as actor_name,
    ${action} as action, '' as summary, null::jsonb as before, ${after} as after, 1::smallint as format`;
}

function isLogged(entity: string, id: RawBuilder<unknown>, actions: readonly string[]) {
  return sql`exists (select from audit_log l where l.entity = ${entity} and l.entity_id = ${id}::text
    and l.action in (${sql.join(actions)}))`;
}

/**
 * The audit lines of the customer; status changes without their own line, because an import or the daily rule writes
 * one line for all customers; and the creation by an import.
 */
function ofCustomer(id: number): RawBuilder<unknown> {
  return sql`${logOf('customer', id)}
    union all
    select 's' || s.id, s.at, s.id, s.actor_kind, s.actor_name,
      case when s.reconstructed then 'customer.statusBefore' when s.by_rule then 'customer.statusByRule'
        else 'customer.statusByImport' end,
      '', jsonb_build_object('status', s.from_status), jsonb_build_object('status', s.to_status), 1::smallint
    from customer_status_changes s
    where s.customer_id = ${id} and not exists (
      select from audit_log l where l.entity = 'customer' and l.entity_id = ${String(id)} and l.at = s.at
        and l.before ->> 'status' = s.from_status and l.after ->> 'status' = s.to_status)
    union all
    ${unlogged(sql`'c'`, { at: sql`c.created_at`, by: sql`''`, action: sql`'customer.imported'` })} from customers c
    where c.id = ${id} and not ${isLogged('customer', sql`c.id`, ['customer.create'])}`;
}

/**
 * The audit lines of the invoice and of its payments, including reversed ones, read per payment so that the index is
 * used; and the creation of the invoice, if it has no audit line.
 */
function ofInvoice(id: number): RawBuilder<unknown> {
  const payments = sql`(select payment_id from payment_allocations where invoice_id = ${id}
    union select payment_id from reversed_allocations where invoice_id = ${id}) own`;
  const made = sql`case when i.kind in ('imported', 'opening') then 'invoice.imported' else 'invoice.made' end`;
  return sql`${logOf('invoice', id)}
    union all
    select 'a' || a.id, ${columns} from ${payments} cross join lateral (
      select * from audit_log l where l.entity = 'payment' and l.entity_id = own.payment_id::text offset 0) a
    union all
    ${unlogged(
      sql`'p' || p.id`,
      { at: sql`p.created_at`, by: sql`p.created_by`, action: sql`'payment.made'` },
      sql`jsonb_build_object('receiptId', p.receipt_number, 'amountUsd', p.amount_cents)`,
    )} from ${payments} join payments p on p.id = own.payment_id
    where not ${isLogged('payment', sql`p.id`, ['payment.record', 'credit.grant'])}
    union all
    ${unlogged(sql`'c'`, { at: sql`i.created_at`, by: sql`i.created_by`, action: made })} from invoices i
    where i.id = ${id} and not ${isLogged('invoice', sql`i.id`, ['invoice.create'])}`;
}

function ofPayment(id: number): RawBuilder<unknown> {
  const made = { at: sql`p.created_at`, by: sql`p.created_by`, action: sql`'payment.made'` };
  return sql`${logOf('payment', id)}
    union all
    ${unlogged(sql`'c'`, made)} from payments p
    where p.id = ${id} and not ${isLogged('payment', sql`p.id`, ['payment.record', 'credit.grant'])}`;
}

/** The audit lines of the ticket, and its creation if it has none. */
function ofTicket(id: number): RawBuilder<unknown> {
  const made = { at: sql`t.created_at`, by: sql`t.created_by`, action: sql`'ticket.create'` };
  return sql`${logOf('ticket', id)}
    union all
    ${unlogged(sql`'c'`, made)} from tickets t
    where t.id = ${id} and not ${isLogged('ticket', sql`t.id`, ['ticket.create'])}`;
}

/**
 * The audit lines of the expense, and its recording by an import or a template, which have one line for all that they
 * record.
 */
function ofExpense(id: number): RawBuilder<unknown> {
  const action = sql`case when x.template_id is null then 'expense.imported' else 'expense.recurred' end`;
  const made = { at: sql`x.created_at`, by: sql`x.created_by`, action };
  return sql`${logOf('expense', id)}
    union all
    ${unlogged(sql`'c'`, made)} from expenses x
    where x.id = ${id} and not ${isLogged('expense', sql`x.id`, ['expense.create'])}`;
}

/** The audit lines of the employee, and the creation by an import, which has one line for all employees. */
function ofEmployee(id: number): RawBuilder<unknown> {
  const made = { at: sql`e.created_at`, by: sql`e.created_by`, action: sql`'employee.imported'` };
  return sql`${logOf('employee', id)}
    union all
    ${unlogged(sql`'c'`, made)} from employees e
    where e.id = ${id} and not ${isLogged('employee', sql`e.id`, ['employee.create'])}`;
}

/** The audit lines of the item, and its addition by an import, which has one line for all items. */
function ofEquipment(id: number): RawBuilder<unknown> {
  const made = { at: sql`e.created_at`, by: sql`e.created_by`, action: sql`'equipment.imported'` };
  return sql`${logOf('equipment', id)}
    union all
    ${unlogged(sql`'c'`, made)} from equipment e
    where e.id = ${id} and not ${isLogged('equipment', sql`e.id`, ['equipment.create'])}`;
}

/**
 * The audit lines of the payroll; what was done to it together with others, which has one line for the batch: how it was
 * processed and approved; and the payment that is not reversed.
 */
function ofPayroll(id: number): RawBuilder<unknown> {
  const number = (column: string) => sql`jsonb_build_object('number', ${sql.ref(column)})`;
  const made = { at: sql`p.processed_at`, by: sql`p.processed_by`, action: sql`'payroll.made'` };
  const approved = {
    at: sql`p.approved_at`,
    by: sql`p.approved_by`,
    action: sql`'payroll.approved'`,
  };
  const paid = { at: sql`m.created_at`, by: sql`m.created_by`, action: sql`'payroll.paid'` };
  return sql`${logOf('payroll', id)}
    union all
    ${unlogged(sql`'c'`, made, number('b.batch_number'))}
    from payrolls p left join payroll_batches b on b.id = p.batch_id
    where p.id = ${id} and not ${isLogged('payroll', sql`p.id`, ['payroll.create'])}
    union all
    ${unlogged(sql`'b'`, approved)} from payrolls p
    where p.id = ${id} and p.approved_at is not null
      and not ${isLogged('payroll', sql`p.id`, ['payroll.approve'])}
    union all
    ${unlogged(sql`'m'`, paid, number('m.payment_number'))}
    from payroll_payment_lines l join payroll_payments m on m.id = l.payment_id
    where l.payroll_id = ${id} and not l.is_reversed`;
}

/** Of kinds to which something happens without an audit line of their own; the others have their audit lines. */
const histories: Partial<Record<HistoryEntity, (id: number) => RawBuilder<unknown>>> = {
  employee: ofEmployee,
  payroll: ofPayroll,
  expense: ofExpense,
  equipment: ofEquipment,
  customer: ofCustomer,
  invoice: ofInvoice,
  payment: ofPayment,
  ticket: ofTicket,
};

const sorts: Sorts<'at'> = {
  keys: { at: ['at', 'place'] },
  unique: 'id',
  first: { column: 'at', descending: true },
};

/** One page of a record's history, newest first; lines of the same time in reverse order of writing. */
export function findHistory(
  db: Db,
  about: HistoryEntity,
  id: number,
  query: HistoryQuery,
): Promise<Page<HistoryRecord>> {
  const lines = histories[about]?.(id) ?? logOf(about, id);
  const history = sql<HistoryRecord & { place: number }>`(${lines})`;
  return findPage(db.selectFrom(history.as('h')).selectAll(), sorts, query);
}
