import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { poundsToday } from '../../rates/fragments.ts';
import type { FieldValues } from '../texts/rules-fields.ts';

export interface Sample {
  name: string;
  /** Of the customer, the latest invoice and the latest payment, where there are any. */
  fields: FieldValues;
}

/** The values of a customer for the preview of texts; of the first Active one if none is named. */
export async function findSample(
  db: Db,
  customerId: number | undefined,
  today: IsoDate,
): Promise<Sample | undefined> {
  const which =
    customerId === undefined
      ? sql`c.status = 'Active' order by c.id limit 1`
      : sql`c.id = ${customerId}`;
  const { rows } = await sql<Sample>`
    select c.name, jsonb_strip_nulls(jsonb_build_object('customerId', c.customer_id, 'package', c.package_type,
        'balance', (select coalesce(sum(o.amount_cents - o.paid_cents), 0)::bigint from invoices o
          where o.customer_id = c.id and o.status in ('pending', 'overdue')))
      || coalesce(i.fields, '{}') || coalesce(p.fields, '{}')) as fields
    from (select * from customers c where ${which}) c
    left join lateral (select jsonb_build_object('invoice', invoice_number, 'amount', amount_cents::bigint,
        'amountSsp', ${poundsToday(sql`amount_cents`, today)}, 'dueDate', due_date) as fields
      from invoices where customer_id = c.id and status <> 'cancelled' order by id desc limit 1) i on true
    left join lateral (select jsonb_build_object('receipt', receipt_number, 'date', payment_date) as fields
      from payments where customer_id = c.id and status = 'recorded' order by id desc limit 1) p on true`.execute(
    db,
  );
  return rows[0];
}
