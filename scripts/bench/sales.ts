import { type App, type Ctx, createContext } from '@nimule/core/context';
import { createSale } from '@nimule/core/sales/orders/service';
import { changeSaleStatus } from '@nimule/core/sales/orders/service-status';
import { forgetStatistics } from '@nimule/fixtures/testing/databases/statements';
import { openApp } from '@nimule/fixtures/testing/measured-app';
import type pg from 'pg';
import { type Bench, fillCustomers } from './database.ts';
import { fixed, line, median, seconds, verdict } from './measure.ts';

const ROUNDS = 41;
/** Lines of an order: a usual number, and the most that one may have, of which only the ratio is shown. */
const LINES = [10, 200] as const;
const COST = 1000;
const PRICE = 1250;
const UNITS = 2;
const AT_MOST = 1.5;

interface Size {
  customers: number;
  items: number;
  moves: number;
}

/** Customers, and items with moves and enough in stock; plain SQL, not measured. */
async function fill(app: App, { customers, items, moves }: Size): Promise<void> {
  await fillCustomers(app, customers);
  await app.pool.query(
    `insert into equipment (equipment_id, name, search_text, category_id, unit_cost_cents, selling_price_cents, created_at, created_by, updated_at)
     select 'EQ-' || lpad(n::text, 4, '0'), 'Router ' || n, 'router ' || n || ' eq-' || n, 1 + n % 8, ${COST}, ${PRICE}, now(), 'bench', now()
     from generate_series(1, $1::int) n`,
    [items],
  );
  await app.pool.query(
    `insert into stock_moves (equipment_id, move_date, kind, quantity, value_cents, source, source_id, reference, created_at, created_by)
     select 1 + n % $1::int, date '2026-01-01' + (n / 1000)::int, 'receipt', 100, 100 * ${COST}, 'bench', n, 'GRN-2026-' || n, now(), 'bench'
     from generate_series(1, $2::int) n`,
    [items, moves],
  );
  await app.pool.query('vacuum');
  await forgetStatistics(app.pool);
}

interface AuditRow {
  action: string;
  entity: string;
  entity_id: string;
  summary: string;
  before: string | null;
  after: string | null;
}

/** The lines of the audit log of a sale, in their order: ordered, invoice, confirmed, delivered. */
type AuditRows = readonly AuditRow[];

interface Sold {
  customer: number;
  equipment: readonly number[];
}

const TAKE = `insert into counters as c (name, value) values ($1, 1), ($2, 1)
  on conflict (name) do update set value = c.value + 1 returning name, value`;
const LOCK_LEVELS = `select * from stock_levels where equipment_id = any($1::bigint[]) order by equipment_id for no key update`;
const LOCK_ORDER = 'select * from sales_orders where id = $1 for no key update';
/** The step knows the order, and locks the customer's account before it. */
const LOCK_CUSTOMER =
  'select * from customers where id = (select customer_id from sales_orders where id = $1) for no key update';
/** Revenue from before the opening date is posted elsewhere; a change of the date waits. */
const HOLD_OPENING = `select value from settings where name = 'openingDate' for share`;
/** With whether units need serial numbers. */
const READ_LINES = `select l.*, e.is_serialised from sales_order_lines l join equipment e on e.id = l.equipment_id
  where l.order_id = $1 order by l.line_no`;

/**
 * Writes the rows of a sale as it is ordered, confirmed and delivered, in three transactions, with the locks and the reads
 * that any program needs; rows are sent as lists, and statements are planned for their values, as ours are.
 */
async function sellPlainly(
  app: App,
  day: string,
  { customer, equipment }: Sold,
  audit: AuditRows,
): Promise<number> {
  const client: pg.PoolClient = await app.pool.connect();
  const run = async (text: string, values: unknown[]) => (await client.query(text, values)).rows;
  const writeAudit = (row: AuditRow) =>
    run(
      `insert into audit_log (at, actor_kind, actor_name, origin, action, entity, entity_id, summary, before, after, format)
       values (now(), 'shell', 'bench (shell)', '', $1, $2, $3, $4, $5, $6, 2)`,
      [row.action, row.entity, row.entity_id, row.summary, row.before, row.after],
    );
  const take = async (counter: string) => {
    const rows = await run(TAKE, [counter, `${counter}:2026`]);
    const taken = (name: string) => Number(rows.find((row) => row.name === name)!.value);
    return [taken(counter), taken(`${counter}:2026`)] as const;
  };
  const post = async (
    text: string,
    source: string,
    id: number,
    [debit, credit, cents, owner]: readonly [string, string, number, number | null],
  ) => {
    const [entry, number] = await take('journal');
    await run(
      `insert into journal_lines (entry_id, line_no, month, account_code, debit_cents, credit_cents, customer_id, cash_place)
       values ($1, 1, date_trunc('month', $2::date)::date, $3, $5, 0, $6, case $3 when '1110' then 'safe' end),
         ($1, 2, date_trunc('month', $2::date)::date, $4, 0, $5, null, case $4 when '1110' then 'safe' end)`,
      [entry, day, debit, credit, cents, owner],
    );
    await run(
      `insert into journal_entries (id, entry_number, entry_date, month, description, reference, source, source_id, total_cents, created_at, created_by)
       values ($1, 'JE-2026-' || lpad($2::text, 6, '0'), $3, date_trunc('month', $3::date)::date, $4, 'SO-2026', $5, $6, $7, now(), 'bench')`,
      [entry, number, day, text, source, id, cents],
    );
  };
  const ids = [...equipment];
  const count = ids.length;
  const total = count * UNITS * PRICE;

  await client.query('begin');
  await run('select * from customers where id = $1', [customer]);
  await run('select * from equipment where id = any($1::bigint[])', [ids]);
  await run(LOCK_LEVELS, [ids]);
  await run(
    `select rate_cents from currency_rates where purpose = 'standard' and valid_from <= $1 order by valid_from desc, id desc limit 1`,
    [day],
  );
  const [number] = await run(
    `insert into counters as c (name, value) values ('salesOrder:2026', 1)
     on conflict (name) do update set value = c.value + 1 returning value`,
    [],
  );
  const [order] = await run(
    `insert into sales_orders (order_number, order_date, customer_id, sales_person_name, rate_cents, total_cents, ssp_cents, search_text,
       created_at, created_by, updated_at)
     values ('SO-2026-' || lpad($1::text, 4, '0'), $2, $3, 'bench (shell)', 40000, $4, $5, 'so-2026-' || lpad($1::text, 4, '0'), now(), 'bench', now())
     returning id`,
    [number.value, day, customer, total, total * 400],
  );
  await run(
    `insert into sales_order_lines (order_id, line_no, equipment_id, description, list_price_cents, quantity, unit_price_cents, total_cents)
     select $1::bigint, l.n, l.item, 'Router', ${PRICE}, ${UNITS}, ${PRICE}, ${UNITS * PRICE}
     from unnest($2::bigint[]) with ordinality as l (item, n)`,
    [order.id, ids],
  );
  await run(
    `insert into stock_moves (equipment_id, move_date, kind, quantity, value_cents, reserved, source, source_id, line_no, reference, note, created_at, created_by)
     select l.item, $3, 'reserve', 0, 0, ${UNITS}, 'sales.order', $1::bigint, l.n, 'SO-2026-0001', 'Customer', now(), 'bench'
     from unnest($2::bigint[]) with ordinality as l (item, n)`,
    [order.id, ids, day],
  );
  await writeAudit(audit[0]!);
  await client.query('commit');

  await client.query('begin');
  await run(LOCK_CUSTOMER, [order.id]);
  await run(LOCK_ORDER, [order.id]);
  await run(READ_LINES, [order.id]);
  await run(HOLD_OPENING, []);
  const [invoice, invoiceNumber] = await take('invoice');
  await run(
    `insert into invoices (id, invoice_number, customer_id, kind, bill_date, due_date, status, amount_cents, rate_cents, ssp_cents, description,
       receivable_account, created_at, created_by)
     values ($1, 'INV-2026-' || lpad($2::text, 6, '0'), $3, 'equipment', $4, $4::date + 30, 'pending', $5, 40000, $6, 'Equipment, order SO-2026-0001',
       '1210', now(), 'bench')`,
    [invoice, invoiceNumber, customer, day, total, total * 400],
  );
  await run(
    `insert into invoice_lines (invoice_id, line_no, kind, description, amount_cents, account_code, quantity, unit_price_cents)
     select $1::bigint, n, 'equipment', 'Router', ${UNITS * PRICE}, '4410', ${UNITS}, ${PRICE} from generate_series(1, $2::int) n`,
    [invoice, count],
  );
  await run(
    `select id, unallocated_cents from payments where customer_id = $1 and status = 'recorded' and unallocated_cents > 0`,
    [customer],
  );
  await run(
    `insert into outbox (entity_id, at, fact, data) values ($1, now(), 'invoice.issued', '{}')`,
    [invoice],
  );
  await writeAudit(audit[1]!);
  await run(
    `update sales_orders set status = 'confirmed', invoice_id = $2, updated_at = now(), version = version + 1 where id = $1`,
    [order.id, invoice],
  );
  await writeAudit(audit[2]!);
  await post('Invoice', 'invoice', invoice, ['1210', '4410', total, customer]);
  await client.query('commit');

  await client.query('begin');
  await run(LOCK_CUSTOMER, [order.id]);
  await run(LOCK_ORDER, [order.id]);
  await run(READ_LINES, [order.id]);
  await run(LOCK_LEVELS, [ids]);
  await run(
    `insert into stock_moves (equipment_id, move_date, kind, quantity, value_cents, reserved, source, source_id, line_no, reference, note, created_at, created_by)
     select l.item, $3, 'sale', -${UNITS}, -${UNITS * COST}, -${UNITS}, 'sales.delivery', $1::bigint, l.n, 'SO-2026-0001', 'Customer', now(), 'bench'
     from unnest($2::bigint[]) with ordinality as l (item, n)`,
    [order.id, ids, day],
  );
  await run(`update sales_order_lines o set cost_cents = ${UNITS * COST} where o.order_id = $1`, [
    order.id,
  ]);
  await run(
    `update sales_orders set status = 'delivered', delivered_on = $2, delivered_by = 'bench', updated_at = now(), version = version + 1 where id = $1`,
    [order.id, day],
  );
  await writeAudit(audit[3]!);
  await post('Delivery', 'sales.delivery', order.id, ['5210', '1410', count * UNITS * COST, null]);
  await client.query('commit');
  client.release();
  return order.id;
}

async function sellOurs(ctx: Ctx, { customer, equipment }: Sold): Promise<number> {
  const items = equipment.map((equipmentId) => ({ equipmentId, quantity: UNITS }));
  const { id } = await createSale(ctx, { customerId: customer, items });
  await changeSaleStatus(ctx, id, { status: 'confirmed' });
  await changeSaleStatus(ctx, id, { status: 'delivered' });
  return id;
}

/** What an order wrote, without ids, numbers and names. */
async function written(app: App, order: number): Promise<string> {
  const { rows } = await app.pool.query(
    `select o.status, o.total_cents, o.ssp_cents, o.version, i.amount_cents, i.kind, i.status as paid,
       (select jsonb_agg(jsonb_build_array(l.line_no, l.quantity, l.total_cents, l.cost_cents) order by l.line_no)
         from sales_order_lines l where l.order_id = o.id) as lines,
       (select jsonb_agg(jsonb_build_array(n.line_no, n.quantity, n.amount_cents, n.account_code) order by n.line_no)
         from invoice_lines n where n.invoice_id = i.id) as invoiced,
       (select jsonb_agg(jsonb_build_array(m.source, m.line_no, m.kind, m.quantity, m.value_cents, m.reserved) order by m.source, m.line_no)
         from stock_moves m where m.source in ('sales.order', 'sales.delivery') and m.source_id = o.id) as moves,
       (select jsonb_agg(jsonb_build_array(e.source, j.line_no, j.account_code, j.debit_cents, j.credit_cents) order by e.source, j.line_no)
         from journal_entries e join journal_lines j on j.entry_id = e.id
         where (e.source = 'invoice' and e.source_id = i.id) or (e.source = 'sales.delivery' and e.source_id = o.id)) as posted
     from sales_orders o join invoices i on i.id = o.invoice_id where o.id = $1`,
    [order],
  );
  return JSON.stringify(rows);
}

/** Sells orders with `lines` lines, ours and plain SQL in turn, to other customers and with other items each time. */
async function measure(app: App, ctx: Ctx, size: Size, lines: number): Promise<void> {
  const [ours, plain]: [number[], number[]] = [[], []];
  let audit: AuditRows = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const first = (round * 211) % (size.items - lines);
    const equipment = Array.from({ length: lines }, (_, n) => 1 + first + n);
    const [own, other] = [1 + 2 * round, 2 + 2 * round].map((n) => (n * 4 + 1) % size.customers);
    const [sold, resold] = [own!, other!].map((customer) => ({ customer, equipment }));
    let [one, two] = [0, 0];
    ours.push(
      await seconds(async () => {
        one = await sellOurs(ctx, sold!);
      }),
    );
    if (round === 0) {
      const { rows } = await app.pool.query<AuditRow>(
        `select * from (select id, action, entity, entity_id, summary, before::text, after::text from audit_log order by id desc limit 4) a order by id`,
      );
      audit = rows;
    }
    plain.push(
      await seconds(async () => {
        two = await sellPlainly(app, ctx.today, resold!, audit);
      }),
    );
    if ((await written(app, one)) !== (await written(app, two)))
      throw new Error(`the rows of the sales ${one} and ${two} differ`);
  }
  const ratio = median(ours) / median(plain);
  const limit = lines === LINES[0] ? ` (at most ${AT_MOST}: ${verdict(ratio, AT_MOST, true)})` : '';
  line(
    `    a sale of ${lines} lines from order to delivery: median ${fixed(median(ours) * 1000, 1)} ms, plain SQL ${fixed(median(plain) * 1000, 1)} ms, ratio ${fixed(ratio)}${limit}`,
  );
}

/** (k) A sale ordered, confirmed and delivered, against plain SQL that writes the same rows with the same triggers. */
export async function benchSales(bench: Bench, size: Size): Promise<void> {
  line(`(k) a sale from order to delivery, among ${size.items} items and ${size.moves} moves`);
  await bench.create('sales');
  const app = openApp({ ...bench.settings('sales'), max: 4 });
  await fill(app, size);
  const ctx = createContext(app, { kind: 'shell', osUser: 'bench' });
  for (const lines of LINES) await measure(app, ctx, size, lines);
  await app.close();
  await bench.drop('sales');
}
