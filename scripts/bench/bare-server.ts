import { createHash } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import type pg from 'pg';
import { addBareStatements } from './bare-finance.ts';
import { addBareStock } from './bare-stock.ts';
import { addBareVouchers } from './bare-vouchers.ts';

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
         order by valid_from desc, id desc limit 1) as rate, n.name as node_name, d.*
       from (select * from ${source} c order by search_text, id limit $1) c
       left join network_nodes n on n.id = c.node_id
       cross join lateral (
         select coalesce(sum(amount_cents - paid_cents), 0)::bigint as open_cents,
           coalesce(sum(amount_cents - paid_cents) filter (where status = 'overdue' or due_date <= $2::date - 15), 0)::bigint as overdue_cents
         from (select * from invoices where customer_id = c.id offset 0) i where status in ('pending', 'overdue')) d
       order by c.search_text, c.id`,
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
      contactBy: row.contact_by,
      refusesNews: row.refuses_news,
      nodeId: row.node_id,
      nodeName: row.node_name ?? '',
      accessType: row.access_type,
      ipAddress: row.ip_address,
      macAddress: row.mac_address,
      deviceSerial: row.device_serial,
      port: row.port,
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
  server.get('/api/support-tickets', async (request, reply) => {
    if (!(await signedIn(request.headers.cookie))) return reply.code(401).send();
    const { pageSize = '50' } = request.query as Query;
    const { rows } = await pool.query(
      `select t.*, c.customer_id as customer_number, c.name as customer_name, c.phone as customer_phone,
         c.location as customer_location, c.address as customer_address, n.name as node_name, m.ticket_id as merged_into_ticket,
         (select count(*) from attachments a where a.entity = 'ticket' and a.entity_id = t.id)::int as attachments,
         (select count(*) from ticket_comments k where k.ticket_id = t.id)::int as comments
       from (select * from tickets order by id desc limit $1) t
       left join customers c on c.id = t.customer_id
       left join network_nodes n on n.id = t.node_id
       left join tickets m on m.id = t.merged_into_id
       order by t.id desc`,
      [Number(pageSize)],
    );
    const instant = (value: Date | null) => value?.toISOString() ?? null;
    return rows.map((row) => ({
      id: row.id,
      ticketId: row.ticket_id,
      customerId: row.customer_id,
      customerNumber: row.customer_number ?? '',
      customerName: row.customer_name ?? '',
      customerPhone: row.customer_phone ?? '',
      customerLocation: row.customer_location,
      customerAddress: row.customer_address ?? '',
      nodeId: row.node_id,
      nodeName: row.node_name ?? '',
      title: row.title,
      description: row.description,
      issueType: row.issue_type,
      priority: row.priority,
      status: row.status,
      assignedTo: row.assigned_to,
      assignedName: row.assigned_name,
      resolution: row.resolution,
      firstResponseAt: instant(row.first_response_at),
      resolvedAt: instant(row.resolved_at),
      closedAt: instant(row.closed_at),
      responseDueAt: instant(row.response_due_at),
      resolutionDueAt: instant(row.resolution_due_at),
      due: 'none',
      visitDate: row.visit_date,
      visitPlace: row.visit_place,
      arrivedAt: instant(row.arrived_at),
      completedAt: instant(row.completed_at),
      workDone: row.work_done,
      partsUsed: row.parts_used,
      outageId: row.outage_id ?? row.alarm_id,
      mergedIntoId: row.merged_into_id,
      mergedIntoTicket: row.merged_into_ticket ?? '',
      attachments: row.attachments,
      comments: row.comments,
      createdAt: row.created_at.toISOString(),
      createdBy: row.created_by,
      version: row.version,
    }));
  });
  addBareStatements(server, pool, signedIn);
  addBareStock(server, pool, signedIn);
  addBareVouchers(server, pool, signedIn);
  return server;
}
