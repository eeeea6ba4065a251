import type { App } from '@nimule/core/context';
import { fillCustomers } from './database.ts';

export const MONTHS = 10;
/** Months that each payment settles; the last month of the ten stays open. */
const PAID_AT_ONCE = 3;
const PAYMENTS = 3;

const number = (prefix: string, id: string) =>
  `'${prefix}-2026-' || lpad((${id})::text, greatest(6, length((${id})::text)), '0')`;

/**
 * Fills a database with customers, ten monthly invoices for each, and three payments of three months, with all postings,
 * as billing runs and payments would; plain SQL, not measured. The books are sound.
 */
export async function fillBooks(app: App, customers: number): Promise<void> {
  await fillCustomers(app, customers);
  const client = await app.pool.connect();
  const invoices = customers * MONTHS;
  const payments = customers * PAYMENTS;
  try {
    await client.query('begin');
    // Without triggers and foreign keys, which take most of the time; what they keep is written below.
    await client.query('set local session_replication_role = replica');
    await client.query('update customers set connection_fee_billed = true');
    for (let month = 1; month <= MONTHS; month += 1)
      await client.query(invoicesOf(month, customers));
    for (let turn = 1; turn <= PAYMENTS; turn += 1) await client.query(paymentsOf(turn, customers));
    for (const statement of postings(invoices)) await client.query(statement);
    await client.query(
      `insert into counters (name, value) values ('invoice:2026', $1), ('receipt:2026', $2), ('journal:2026', $3)`,
      [invoices, payments, invoices + payments],
    );
    await client.query(`insert into outbox (at, fact, entity_id, data)
      select created_at, 'invoice.issued', id, '{}' from invoices order by id`);
    for (const table of ['invoices', 'payments', 'journal_entries'])
      await client.query(
        `select setval(pg_get_serial_sequence($1, 'id'), (select max(id) from ${table})) where pg_get_serial_sequence($1, 'id') is not null`,
        [table],
      );
    await client.query('commit');
    await client.query('vacuum analyze');
  } finally {
    client.release();
  }
}

function invoicesOf(month: number, customers: number): string {
  const first = `make_date(2026, ${month}, 1)`;
  const id = `${(month - 1) * customers} + c.id`;
  const isPaid = month <= PAYMENTS * PAID_AT_ONCE;
  const paidIn = Math.ceil(month / PAID_AT_ONCE) * PAID_AT_ONCE;
  return `
    insert into invoices (id, invoice_number, customer_id, kind, billing_month, bill_date, due_date, status, amount_cents,
      paid_cents, rate_cents, ssp_cents, description, receivable_account, paid_date, payment_account, created_at, created_by, package_name)
    select ${id}, ${number('INV', id)}, c.id, 'recurring', ${first}, ${first}, ${first} + 14, '${isPaid ? 'paid' : 'pending'}',
      c.monthly_fee_cents, ${isPaid ? 'c.monthly_fee_cents' : '0'}, 40000, c.monthly_fee_cents * 400,
      to_char(${first}, 'FMMonth YYYY') || ': ' || c.package_type, case c.type when 'business' then '1220' else '1210' end,
      ${isPaid ? `make_date(2026, ${paidIn}, 25), 'cash'` : 'null, null'}, ${first} + interval '5 minutes', 'bench', c.package_type
    from customers c order by c.id`;
}

function paymentsOf(turn: number, customers: number): string {
  const id = `${(turn - 1) * customers} + c.id`;
  const day = `make_date(2026, ${turn * PAID_AT_ONCE}, 25)`;
  return `
    insert into payments (id, receipt_number, customer_id, kind, payment_date, account, money_account, currency, amount_cents,
      ssp_cents, rate_cents, unallocated_cents, reference, status, created_at, created_by)
    select ${id}, ${number('RCT', id)}, c.id, 'payment', ${day}, 'cash', '1110', 'USD', c.monthly_fee_cents * ${PAID_AT_ONCE},
      c.monthly_fee_cents * ${PAID_AT_ONCE * 400}, 40000, 0, case when c.id % 4 = 0 then 'TX' || md5((${id})::text) else '' end,
      'recorded', ${day} + (c.id % 36000) * interval '1 second', 'bench'
    from customers c order by c.id`;
}

/** Lines, allocations and postings of the invoices and payments. Ids of entries of payments follow those of invoices. */
function postings(invoices: number): string[] {
  const month = `date_trunc('month', p.payment_date)::date`;
  return [
    `insert into invoice_lines (invoice_id, line_no, kind, description, amount_cents, account_code)
     select id, 1, 'subscription', description, amount_cents, case receivable_account when '1220' then '4120' else '4110' end
     from invoices order by id`,
    `insert into payment_allocations (payment_id, invoice_id, amount_cents)
     select p.id, i.id, i.amount_cents from payments p join invoices i on i.customer_id = p.customer_id and i.paid_date = p.payment_date
     order by p.id, i.id`,
    `insert into journal_entries (id, entry_number, entry_date, month, description, reference, source, source_id, total_cents, created_at, created_by)
     select i.id, ${number('JE', 'i.id')}, i.bill_date, i.billing_month, 'Invoice ' || i.invoice_number || ', ' || c.name,
       i.invoice_number, 'invoice', i.id, i.amount_cents, i.created_at, 'bench'
     from invoices i join customers c on c.id = i.customer_id order by i.id`,
    `insert into journal_entries (id, entry_number, entry_date, month, description, reference, source, source_id, total_cents, created_at, created_by)
     select ${invoices} + p.id, ${number('JE', `${invoices} + p.id`)}, p.payment_date, ${month}, 'Payment ' || p.receipt_number || ', ' || c.name,
       p.receipt_number, 'payment', p.id, p.amount_cents, p.created_at, 'bench'
     from payments p join customers c on c.id = p.customer_id order by p.id`,
    `insert into journal_lines (entry_id, line_no, month, account_code, debit_cents, credit_cents, customer_id)
     select i.id, side, i.billing_month,
       case when side = 1 then i.receivable_account when i.receivable_account = '1220' then '4120' else '4110' end,
       case side when 1 then i.amount_cents else 0 end, case side when 2 then i.amount_cents else 0 end,
       case side when 1 then i.customer_id end
     from invoices i, generate_series(1, 2) side order by i.id, side`,
    `insert into journal_lines (entry_id, line_no, month, account_code, debit_cents, credit_cents, customer_id, cash_place)
     select ${invoices} + p.id, side, ${month},
       case when side = 1 then '1110' when c.type = 'business' then '1220' else '1210' end,
       case side when 1 then p.amount_cents else 0 end, case side when 2 then p.amount_cents else 0 end,
       case side when 2 then p.customer_id end, case side when 1 then 'safe' end
     from payments p join customers c on c.id = p.customer_id, generate_series(1, 2) side order by p.id, side`,
    'insert into accounting_months (month) select distinct month from journal_entries',
    `insert into account_months (account_code, month, debit_cents, credit_cents)
     select account_code, month, sum(debit_cents), sum(credit_cents) from journal_lines group by account_code, month`,
    `insert into invoice_counts (billing_month, invoices)
     select billing_month, count(*) from invoices group by billing_month`,
    `insert into revenue_days (day, account_code, revenue_cents)
     select e.entry_date, l.account_code, sum(l.credit_cents - l.debit_cents)
     from journal_lines l join journal_entries e on e.id = l.entry_id join accounts a on a.code = l.account_code
     where a.type = 'REVENUE' group by e.entry_date, l.account_code`,
    // The other lines of the entries with a cash line: those of the payments.
    `insert into cash_months (account_code, month, debit_cents, credit_cents)
     select account_code, month, sum(debit_cents), sum(credit_cents) from journal_lines
     where entry_id > ${invoices} and account_code <> '1110' group by account_code, month`,
  ];
}
