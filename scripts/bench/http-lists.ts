import { createPool, type PoolSettings } from '@nimule/core/database/connect';
import type { Bench } from './database.ts';
import { CONNECTIONS, compareServers } from './http.ts';
import { line } from './measure.ts';

const lists = [
  ['customer list', '/api/customers?pageSize=50'],
  ['customer search', '/api/customers?pageSize=50&q=nyandeng%20kuol'],
  ['invoice list', '/api/billing/invoices?pageSize=50'],
  ['ticket list', '/api/support-tickets?pageSize=50'],
] as const;

/** A ticket for each customer. */
async function fillTickets(settings: PoolSettings): Promise<void> {
  const pool = createPool({ ...settings, max: 1 });
  await pool.query(
    `insert into tickets (ticket_id, customer_id, title, description, search_text, issue_type, priority, status, assigned_name,
       resolution, resolved_at, created_at, created_by, updated_at)
     select 'TKT-' || id, id, 'No connection', 'The light of the router is red.', 'no connection tkt-' || id, 'connection', 'medium',
       'resolved', 'Bench', 'New cable', now(), now(), 'Bench', now()
     from customers order by id`,
  );
  await pool.query('vacuum analyze tickets');
  await pool.end();
}

/** (c) Lists and search over HTTP compared with a minimal handler that returns the same bytes. */
export async function benchHttp(bench: Bench, database: string): Promise<void> {
  line(
    `(c) lists over HTTP, ${CONNECTIONS} connections, 50 rows a page, 100000 customers, invoices and tickets`,
  );
  const settings = bench.settings(database);
  await fillTickets(settings);
  await compareServers(settings, lists);
}
