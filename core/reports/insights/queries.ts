import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { byKey } from '../../database/look-up.ts';
import {
  addDays,
  addMonths,
  firstDay,
  type IsoDate,
  monthOf,
  startOfDay,
} from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import {
  AT_RISK_POINTS,
  DOUBLE_DAYS,
  DOUBLE_SINCE_DAYS,
  LATE_DAYS,
  LONG_SUSPENSION_DAYS,
  MANY_LATE,
  MANY_TICKETS,
  RISK_MONTHS,
  TICKET_DAYS,
  USUAL_MONTHS,
} from './rules-facts.ts';

/** Who is named: SC003 and the name. */
interface Named {
  customerId: string;
  name: string;
}

export interface AtRisk extends Named {
  feeUsd: Cents;
  late: number;
  tickets: number;
  /** The days of a suspension that lasts; 0 without one. */
  suspendedDays: number;
  hasDowngraded: boolean;
}

export interface RiskFigures {
  customers: number;
  feesUsd: Cents;
  first: AtRisk[];
}

/** What a recurring invoice `i` bills each month: without the connection fee, which is billed once. */
const monthlyCents = sql`(i.amount_cents - coalesce((select sum(n.amount_cents) from invoice_lines n
  where n.invoice_id = i.id and n.kind = 'connection'), 0))`;

/** Full joins, because without statistics these are never nested loops. */
export async function findAtRisk(db: Db, today: IsoDate, limit: number): Promise<RiskFigures> {
  const month = monthOf(today);
  const since = firstDay(addMonths(month, -RISK_MONTHS));
  const ticketsSince = startOfDay(addDays(today, -TICKET_DAYS));
  const late = sql`(select customer_id, count(*) as number from invoices
    where due_date between ${since} and ${today} and status <> 'cancelled' and case
      when status = 'paid' then paid_date - due_date >= ${LATE_DAYS}::int
      else due_date <= ${addDays(today, -LATE_DAYS)} end
    group by customer_id having count(*) > 1)`;
  const tickets = sql`(select customer_id, count(*) as number from tickets
    where created_at >= ${ticketsSince} and merged_into_id is null and customer_id is not null
    group by customer_id having count(*) >= ${MANY_TICKETS}::int)`;
  const suspended = sql`(select customer_id, ${today}::date - max(business_date) as days
    from customer_status_changes where to_status = 'Suspended' group by customer_id)`;
  const before = sql`(select distinct on (customer_id) customer_id, package_name, ${monthlyCents} as amount_cents from invoices i
    where kind = 'recurring' and billing_month between ${firstDay(addMonths(month, -3))} and ${firstDay(addMonths(month, -1))}
      and package_name is not null and status <> 'cancelled'
    order by customer_id, billing_month)`;
  const { rows } = await sql<AtRisk & { customers: number; feesUsd: Cents }>`
    select r.*, count(*) over () as customers, (sum("feeUsd") over ())::bigint as "feesUsd" from (
      select id, "customerId", name, "feeUsd", late, tickets, "suspendedDays", "hasDowngraded",
        case when late >= ${MANY_LATE}::int then 2 when late > 1 then 1 else 0 end
          + case when tickets > 0 then 1 else 0 end
          + case when "suspendedDays" > ${LONG_SUSPENSION_DAYS}::int then 2 else 0 end
          + case when "hasDowngraded" then 1 else 0 end as points
      from (
        select c.id, c.customer_id as "customerId", c.name, c.monthly_fee_cents as "feeUsd",
          coalesce(l.number, 0) as late, coalesce(t.number, 0) as tickets,
          case when c.status = 'Suspended' then coalesce(s.days, 0) else 0 end as "suspendedDays",
          coalesce(b.package_name <> c.package_type and b.amount_cents > c.monthly_fee_cents + c.other_expenses_cents, false)
            as "hasDowngraded"
        from customers c
        full join ${late} l on l.customer_id = c.id
        full join ${tickets} t on t.customer_id = c.id
        full join ${suspended} s on s.customer_id = c.id
        full join ${before} b on b.customer_id = c.id
        where c.status <> 'Inactive') f) r
    where points >= ${AT_RISK_POINTS}::int
    order by points desc, "feeUsd" desc, id limit ${limit}`.execute(db);
  return {
    customers: rows[0]?.customers ?? 0,
    feesUsd: rows[0]?.feesUsd ?? (0 as Cents),
    first: rows,
  };
}

export interface SuspensionLoss {
  customers: number;
  days: number;
  lostUsd: Cents;
}

/** The suspended days of a month up to today: each day on whose evening a customer was suspended, at most 30. */
export async function sumSuspended(
  db: Db,
  monthStart: IsoDate,
  today: IsoDate,
): Promise<SuspensionLoss> {
  const end = addDays(today, 1);
  const { rows } = await sql<SuspensionLoss>`
    select count(*) as customers, coalesce(sum(days), 0)::bigint as days,
      coalesce(sum(round(fee::numeric * days / 30)), 0)::bigint as "lostUsd"
    from (
      select c.monthly_fee_cents as fee, least(30, case when m.customer_id is not null
        then m.days + greatest(0, m.suspended_until - greatest(c.service_start_date, ${monthStart}))
        when c.status = 'Suspended' then ${end}::date - greatest(c.service_start_date, ${monthStart}) else 0 end) as days
      from customers c
      full join (
        select customer_id, sum(case when to_status = 'Suspended' then coalesce(next, ${end}::date) - business_date else 0 end) as days,
          coalesce(max(business_date) filter (where nth = 1 and from_status = 'Suspended'), ${monthStart}) as suspended_until
        from (
          select customer_id, from_status, to_status, business_date, lead(business_date) over w as next, row_number() over w as nth
          from customer_status_changes where business_date >= ${monthStart}
          window w as (partition by customer_id order by id)) h
        group by customer_id) m on m.customer_id = c.id
      where c.service_start_date <= ${today}) s
    where days > 0`.execute(db);
  return rows[0]!;
}

export interface DoublePayment extends Named {
  receiptId: string;
  earlierReceiptId: string;
  paymentDate: IsoDate;
  earlierDate: IsoDate;
  amountUsd: Cents;
}

/** Payments of an amount that the same customer had paid a few days before, the newest first, and how many there are. */
export async function findDoublePayments(
  db: Db,
  today: IsoDate,
  limit: number,
): Promise<{ total: number; sumUsd: Cents; first: DoublePayment[] }> {
  const since = addDays(today, -DOUBLE_SINCE_DAYS);
  const { rows } = await sql<DoublePayment & { total: number; sumUsd: Cents }>`
    select c.customer_id as "customerId", c.name, d.* from (
      select p.id, p.customer_id as key, p.receipt_number as "receiptId", p.earlier as "earlierReceiptId",
        p.payment_date as "paymentDate", p."before" as "earlierDate", p.amount_cents as "amountUsd",
        count(*) over () as total, (sum(p.amount_cents) over ())::bigint as "sumUsd"
      from (
        select id, customer_id, receipt_number, payment_date, amount_cents,
          lag(payment_date) over w as "before", lag(receipt_number) over w as earlier
        from payments
        where payment_date >= ${addDays(since, -DOUBLE_DAYS)} and payment_date <= ${today} and kind = 'payment' and status = 'recorded'
        window w as (partition by customer_id, currency, case currency when 'SSP' then ssp_cents else amount_cents end
          order by payment_date, id)) p
      where p.payment_date >= ${since} and p.payment_date - p."before" <= ${DOUBLE_DAYS}::int
      order by p.payment_date desc, p.id desc limit ${limit}) d
    cross join lateral ${byKey('customers', 'id', 'd.key')} c
    order by d."paymentDate" desc, d.id desc`.execute(db);
  return { total: rows[0]?.total ?? 0, sumUsd: rows[0]?.sumUsd ?? (0 as Cents), first: rows };
}

export interface UnusualInvoice extends Named {
  invoiceId: string;
  amountUsd: Cents;
  usualUsd: Cents;
}

/**
 * Invoices of a month that are over twice the mean of the customer's monthly invoices of the months before, and monthly ones
 * under half of it; the largest difference first, and how many there are.
 */
export async function findUnusualInvoices(
  db: Db,
  monthStart: IsoDate,
  today: IsoDate,
  limit: number,
): Promise<{ total: number; first: UnusualInvoice[] }> {
  const month = monthOf(monthStart);
  const first = firstDay(addMonths(month, -USUAL_MONTHS));
  const last = firstDay(addMonths(month, -1));
  const { rows } = await sql<UnusualInvoice & { total: number }>`
    select c.customer_id as "customerId", c.name, u.* from (
      select i.id, i.customer_id as key, i.invoice_number as "invoiceId", i.amount_cents as "amountUsd",
        b.usual as "usualUsd", count(*) over () as total
      from (select * from invoices where bill_date between ${monthStart} and ${today} and kind in ('recurring', 'manual')
        and status <> 'cancelled') i
      full join (select customer_id, round(avg(${monthlyCents}))::bigint as usual from invoices i
        where kind = 'recurring' and status <> 'cancelled' and billing_month between ${first} and ${last}
        group by customer_id having count(*) > 1) b on b.customer_id = i.customer_id
      where i.amount_cents > 2 * b.usual or (i.kind = 'recurring' and 2 * i.amount_cents < b.usual)
      order by abs(i.amount_cents - b.usual) desc, i.id limit ${limit}) u
    cross join lateral ${byKey('customers', 'id', 'u.key')} c
    order by abs(u."amountUsd" - u."usualUsd") desc, u.id`.execute(db);
  return { total: rows[0]?.total ?? 0, first: rows };
}
