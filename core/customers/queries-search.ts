import { sql } from 'kysely';
import { rowsOf } from '../database/bulk.ts';
import type { Db } from '../database/connect.ts';
import { matchesSearch } from '../database/like.ts';
import { customerSearchText } from './rules.ts';
import type { Customer } from './schema.ts';

export type FoundCustomer = Pick<
  Customer,
  'id' | 'customerId' | 'name' | 'status' | 'suspendedByRule' | 'phone' | 'location'
>;

/** Matching customers, an exact id first. The matches are found before they are sorted. */
export async function searchCustomers(db: Db, q: string, limit: number): Promise<FoundCustomer[]> {
  const { rows } = await sql<FoundCustomer>`
    select c.id, c.customer_id as "customerId", c.name, c.status, c.suspended_by_rule as "suspendedByRule", c.phone, c.location
    from (select * from customers c where ${matchesSearch(sql`c.search_text`, q)} offset 0) c
    order by upper(c.customer_id) <> upper(${q}), c.search_text, c.id limit ${limit}`.execute(db);
  return rows;
}

type Searched = Parameters<typeof customerSearchText>[0] & { id: number; searchText: string };

/**
 * Updates the search texts of the next customers by key that differ from the rule's result. Locks the rows, so that
 * a concurrent edit is not overwritten. Returns the last id read; undefined at the end.
 */
export async function refreshSearchTexts(
  db: Db,
  afterId: number,
  limit: number,
): Promise<number | undefined> {
  const { rows } = await sql<Searched>`
    select id, customer_id as "customerId", name, location, phone, email, ip_address as "ipAddress",
      mac_address as "macAddress", device_serial as "deviceSerial", search_text as "searchText"
    from customers where id > ${afterId} order by id limit ${limit} for no key update`.execute(db);
  const changed = rows
    .map((row) => ({ id: row.id, before: row.searchText, after: customerSearchText(row) }))
    .filter(({ before, after }) => before !== after);
  if (changed.length > 0) {
    await sql`update customers c set search_text = n.search_text from (${rowsOf(changed, {
      id: ['bigint', ({ id }) => id],
      search_text: ['text', ({ after }) => after],
    })}) as n where c.id = n.id`.execute(db);
  }
  return rows.at(-1)?.id;
}
