import { type RawBuilder, sql } from 'kysely';
import { leaf } from '../accounting/chart.ts';
import type { Db } from '../database/connect.ts';
import { sumCents } from '../database/list.ts';
import { type IsoDate, type IsoMonth, monthOf } from '../kernel/dates.ts';
import { type Cents, ZERO } from '../kernel/money.ts';
import { isSpent } from './fragments.ts';
import type { ProcurementSpending } from './schema.ts';

/** A range of days, both included. */
export interface Days {
  from: IsoDate;
  to: IsoDate;
}

const ordered = ({ from, to }: Days) =>
  sql`purchase_orders where order_date between ${from} and ${to} and ${isSpent(sql`status`)}`;
const billed = ({ from, to }: Days) =>
  sql`supplier_bills where bill_date between ${from} and ${to} and status = 'posted'`;
const paid = ({ from, to }: Days) =>
  sql`supplier_payments where payment_date between ${from} and ${to} and reversed_on is null`;
/** Goods at the order's price and rate; those that went back are below zero. */
const received = ({ from, to }: Days) => sql`goods_receipts r
  join goods_receipt_lines g on g.receipt_id = r.id where r.receipt_date between ${from} and ${to}`;
const goodsValue = sql`case r.kind when 'receipt' then g.value_cents else -g.value_cents end`;

const stages = ['orderedUsd', 'receivedUsd', 'billedUsd', 'paidUsd'] as const;
type Stage = (typeof stages)[number];

/** Sums by month of what was ordered, received, billed and paid; months without anything are left out. */
export async function sumByMonth(db: Db, days: Days) {
  const rows = (stage: Stage, date: RawBuilder<unknown>, cents: RawBuilder<unknown>) =>
    sql`select ${stage}::text as stage, date_trunc('month', ${date})::date as month, ${cents} as cents from `;
  const result = await sql<{ month: IsoDate } & Record<Stage, Cents>>`
    select month, ${sql.join(stages.map((stage) => sql`${sumCents('cents', sql`stage = ${stage}`)} as ${sql.ref(stage)}`))}
    from (${rows('orderedUsd', sql`order_date`, sql`total_cents::bigint`)} ${ordered(days)}
      union all ${rows('receivedUsd', sql`r.receipt_date`, goodsValue)} ${received(days)}
      union all ${rows('billedUsd', sql`bill_date`, sql`total_cents::bigint`)} ${billed(days)}
      union all ${rows('paidUsd', sql`payment_date`, sql`amount_usd_cents::bigint`)} ${paid(days)}) s
    group by month order by month`.execute(db);
  return new Map<IsoMonth, Record<Stage, Cents>>(
    result.rows.map(({ month, ...sums }) => [monthOf(month), sums]),
  );
}

/** What a month without anything has. */
export const NOTHING: Record<Stage, Cents> = {
  ...{ orderedUsd: ZERO, receivedUsd: ZERO, billedUsd: ZERO, paidUsd: ZERO },
};

/** The suppliers of most approved orders, with what was billed and paid in the same days. */
export async function sumBySupplier(
  db: Db,
  days: Days,
  limit: number,
): Promise<ProcurementSpending['suppliers']> {
  const sums = (source: RawBuilder<unknown>, cents: 'total_cents' | 'amount_usd_cents') =>
    sql`(select supplier_id, ${sumCents(cents)} as usd from ${source} group by supplier_id)`;
  const { rows } = await sql<ProcurementSpending['suppliers'][number]>`
    select o.supplier_id as "supplierId", s.name, o.orders, o.usd as "orderedUsd",
      coalesce(b.usd, 0)::bigint as "billedUsd", coalesce(p.usd, 0)::bigint as "paidUsd"
    from (select supplier_id, count(*) as orders, ${sumCents('total_cents')} as usd from ${ordered(days)}
      group by supplier_id order by usd desc, supplier_id limit ${limit}) o
    join suppliers s on s.id = o.supplier_id
    left join ${sums(billed(days), 'total_cents')} b on b.supplier_id = o.supplier_id
    left join ${sums(paid(days), 'amount_usd_cents')} p on p.supplier_id = o.supplier_id
    order by o.usd desc, o.supplier_id`.execute(db);
  return rows;
}

/** Goods received, less those that went back, by the account that they were entered in, the largest first. */
export async function sumByAccount(
  db: Db,
  days: Days,
): Promise<Omit<ProcurementSpending['accounts'][number], 'name'>[]> {
  const { rows } = await sql<Omit<ProcurementSpending['accounts'][number], 'name'>>`
    select code, usd as "receivedUsd"
    from (select coalesce(l.account_code, ${leaf.equipmentInventory}) as code, ${sumCents('g.cents')} as usd
      from (select g.order_id, g.order_line, ${goodsValue} as cents from ${received(days)}) g
      join purchase_order_lines l on l.order_id = g.order_id and l.line_no = g.order_line
      group by 1) s
    where usd <> 0
    order by usd desc, code`.execute(db);
  return rows;
}
