import { createHash } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import type pg from 'pg';

interface Query {
  pageSize?: string;
  q?: string;
}

/** The minimum that returns the same answer: the session query, one list query, a literal mapper, JSON. */
export function bareServer(pool: pg.Pool): FastifyInstance {
  const server = Fastify({ logger: false });
  const signedIn = async (cookie: string | undefined): Promise<boolean> => {
    const token = /nimule_session=([^;]+)/.exec(cookie ?? '')?.[1] ?? '';
    const hash = createHash('sha256').update(token).digest();
    const found = await pool.query(
      `select s.id, u.id as user_id, u.username, u.full_name, u.role, u.grants, u.must_change_password, s.last_activity_at, s.created_at
       from sessions s join users u on u.id = s.user_id where s.token_hash = $1 and u.is_active`,
      [hash],
    );
    return found.rows.length === 1;
  };
  server.get('/api/customers', async (request, reply) => {
    if (!(await signedIn(request.headers.cookie))) return reply.code(401).send();
    const { pageSize = '50', q } = request.query as Query;
    const words = q?.split(' ') ?? [];
    const conditions = words.map((_word, index) => `search_text like $${index + 3}`).join(' and ');
    const source = q ? `(select * from customers where ${conditions} offset 0)` : 'customers';
    const { rows } = await pool.query(
      `select c.*, (select rate_cents from currency_rates where purpose = 'standard' and valid_from <= $2
         order by valid_from desc, id desc limit 1) as rate, d.*
       from (select * from ${source} c order by search_text, id limit $1) c
       cross join lateral (
         select coalesce(sum(amount_cents - paid_cents), 0)::bigint as open_cents,
           coalesce(sum(amount_cents - paid_cents) filter (where status = 'overdue' or due_date <= $2::date - 15), 0)::bigint as overdue_cents
         from (select * from invoices where customer_id = c.id offset 0) i where status in ('pending', 'overdue')) d
       order by search_text, id`,
      [Number(pageSize), '2026-11-01', ...words.map((word) => `%${word}%`)],
    );
    return rows.map((row) => ({
      id: row.id,
      customerId: row.customer_id,
      name: row.name,
      type: row.type,
      email: row.email,
      phone: row.phone,
      location: row.location,
      address: row.address,
      packageType: row.package_type,
      bandwidth: row.bandwidth,
      monthlyFeeUsd: row.monthly_fee_cents / 100,
      connectionFeeUsd: row.connection_fee_cents / 100,
      otherExpensesUsd: row.other_expenses_cents / 100,
      monthlyFeeSsp: (row.monthly_fee_cents * row.rate) / 10_000,
      connectionFeeSsp: (row.connection_fee_cents * row.rate) / 10_000,
      otherExpensesSsp: (row.other_expenses_cents * row.rate) / 10_000,
      connectionFeeBilled: row.connection_fee_billed,
      serviceStartDate: row.service_start_date,
      installationDate: row.installation_date,
      status: row.status,
      suspendedByRule: row.suspended_by_rule,
      doNotDisconnectUntil: row.do_not_disconnect_until,
      doNotDisconnectReason: row.do_not_disconnect_reason,
      createdAt: row.created_at.toISOString(),
      version: row.version,
      openUsd: row.open_cents / 100,
      openSsp: (row.open_cents * row.rate) / 10_000,
      overdueUsd: row.overdue_cents / 100,
    }));
  });
  server.get('/api/billing/invoices', async (request, reply) => {
    if (!(await signedIn(request.headers.cookie))) return reply.code(401).send();
    const { pageSize = '50' } = request.query as Query;
    const { rows } = await pool.query(
      `select i.*, c.customer_id as customer_number, c.name as customer_name from invoices i join customers c on c.id = i.customer_id
       order by i.bill_date desc, i.id desc limit $1`,
      [Number(pageSize)],
    );
    return rows.map((row) => ({
      id: row.id,
      invoiceId: row.invoice_number,
      customerId: row.customer_id,
      customerNumber: row.customer_number,
      customerName: row.customer_name,
      kind: row.kind,
      billingMonth: row.billing_month?.slice(0, 7) ?? null,
      description: row.description,
      amountUsd: row.amount_cents / 100,
      amountSsp: row.ssp_cents / 100,
      exchangeRate: row.rate_cents / 100,
      paidUsd: row.paid_cents / 100,
      openUsd: (row.amount_cents - row.paid_cents) / 100,
      paidSsp: Math.round((row.ssp_cents * row.paid_cents) / row.amount_cents) / 100,
      openSsp:
        Math.round((row.ssp_cents * (row.amount_cents - row.paid_cents)) / row.amount_cents) / 100,
      status: row.status,
      billDate: row.bill_date,
      dueDate: row.due_date,
      daysPastDue: 0,
      nearingOverdue: false,
      paidDate: row.paid_date,
      paymentAccount: row.payment_account,
      paymentReference: row.payment_reference,
      notes: row.notes,
      createdAt: row.created_at.toISOString(),
      version: row.version,
    }));
  });
  return server;
}
