import { type App, type Ctx, createContext } from '@nimule/core/context';
import { receiveGoods } from '@nimule/core/procurement/receipts/service';
import { forgetStatistics } from '@nimule/fixtures/testing/databases/statements';
import { openApp } from '@nimule/fixtures/testing/measured-app';
import type { Bench } from './database.ts';
import { CONNECTIONS, compareServers } from './http.ts';
import { fixed, line, median, seconds, verdict } from './measure.ts';

const ROUNDS = 31;
/** Lines of an order: the most that one may have, and a usual number, of which only the ratio is shown. */
const LINES = [200, 10] as const;
const PRICE = 1234;
const UNITS = 5;
const AT_MOST = 1.5;

interface Size {
  items: number;
  moves: number;
}

/** Items with moves, a supplier, and approved orders with `lines` lines for both sides; plain SQL, not measured. */
async function fill(app: App, { items, moves }: Size): Promise<void> {
  await app.pool.query(
    `insert into equipment (equipment_id, name, search_text, category_id, brand, model, unit_cost_cents, selling_price_cents, created_at,
       created_by, updated_at)
     select 'EQ-' || lpad(n::text, 4, '0'), name, lower(name) || ' eq-' || lpad(n::text, 4, '0'), 1 + n % 8, 'MikroTik', 'hAP ' || n,
       ${PRICE}, 1543, now(), 'bench', now()
     from (select n, (array['Router','Switch','Antenna','Cable','ONU'])[1 + n % 5] || ' ' || n as name
       from generate_series(1, $1::int) n) g`,
    [items],
  );
  await app.pool.query(
    `insert into stock_moves (equipment_id, move_date, kind, quantity, value_cents, source, source_id, reference, note, created_at, created_by)
     select 1 + n % $1::int, date '2026-01-01' + (n / 400)::int, 'receipt', 2, 2 * ${PRICE}, 'bench', n, 'GRN-2026-' || n, 'LPO-2026-042, Supplier',
       now(), 'bench' from generate_series(1, $2::int) n`,
    [items, moves],
  );
  await app.pool.query(
    `insert into suppliers (supplier_code, name, name_key, search_text, created_at, created_by, updated_at)
     values ('SUP-001', 'Supplier', 'supplier', 'supplier', now(), 'bench', now())`,
  );
  for (const lines of LINES) await fillOrders(app, items, lines);
  await app.pool.query('vacuum');
  await forgetStatistics(app.pool);
}

async function fillOrders(app: App, items: number, lines: number): Promise<void> {
  await app.pool.query(
    `with made as (
       insert into purchase_orders (po_number, supplier_id, order_date, expected_delivery, rate_cents, total_amount_cents, total_cents, status,
         search_text, created_by, changed_by, created_at, updated_at)
       select 'LPO-2026-' || $1::int || '-' || n, 1, '2026-11-01', '2026-12-01', 40000, $1::bigint * ${UNITS * PRICE}, $1::bigint * ${UNITS * PRICE},
         'approved', 'lpo', 'bench', 'bench', now(), now() from generate_series(1, $3::int) n
       returning id)
     insert into purchase_order_lines (order_id, line_no, equipment_id, description, quantity, unit_price_cents)
     select id, n, 1 + (id * 211 + n * 7) % $2::int, 'Goods ' || n, ${UNITS}, ${PRICE} from made, generate_series(1, $1::int) n`,
    [lines, items, 2 * ROUNDS],
  );
}

/**
 * The statements that write the rows of a receipt as it is posted, sent the lines as any program is: $1 is the order, $2 the
 * day, $3 the numbers of the lines, $4 their units, $5 their values and $6 their items.
 */
const PLAIN = [
  `select * from purchase_orders where id = $1 for no key update`,
  `select * from stock_levels where equipment_id = any($6::bigint[]) order by equipment_id for no key update`,
  `insert into counters as c (name, value) values ('goodsReceipt:2026', 1) on conflict (name) do update set value = c.value + 1`,
  `insert into goods_receipts (receipt_id, order_id, kind, receipt_date, created_at, created_by)
   select 'GRN-2026-' || lpad(value::text, 4, '0'), $1, 'receipt', $2, now(), 'bench' from counters where name = 'goodsReceipt:2026'`,
  `insert into goods_receipt_lines (receipt_id, line_no, order_id, order_line, quantity, value_cents)
   select r.id, l.line, r.order_id, l.line, l.units, l.cents from goods_receipts r,
     unnest($3::int[], $4::int[], $5::bigint[]) as l (line, units, cents) where r.order_id = $1`,
  `insert into stock_moves (equipment_id, move_date, kind, quantity, value_cents, source, source_id, line_no, reference, note, created_at, created_by)
   select l.item, r.receipt_date, 'receipt', l.units, l.cents, 'goods.receipt', r.id, l.line, r.receipt_id, 'LPO-2026-042, Supplier', now(), 'bench'
   from goods_receipts r, unnest($3::int[], $4::int[], $5::bigint[], $6::bigint[]) as l (line, units, cents, item) where r.order_id = $1`,
  `update purchase_order_lines o set received = o.received + l.units from unnest($3::int[], $4::int[]) as l (line, units)
   where o.order_id = $1 and o.line_no = l.line`,
  `update purchase_orders set status = 'received', received_on = $2, updated_at = now(), version = version + 1 where id = $1`,
  `insert into counters as c (name, value) values ('journal', 1), ('journal:2026', 1) on conflict (name) do update set value = c.value + 1`,
  `insert into journal_lines (entry_id, line_no, month, account_code, debit_cents, credit_cents, supplier_id)
   select c.value, s.side, date_trunc('month', $2::date)::date, case s.side when 1 then '1410' else '2130' end,
     case s.side when 1 then o.total_cents else 0 end, case s.side when 2 then o.total_cents else 0 end, case s.side when 2 then 1 end
   from counters c, purchase_orders o, generate_series(1, 2) as s (side) where c.name = 'journal' and o.id = $1`,
  `insert into journal_entries (id, entry_number, entry_date, month, description, reference, source, source_id, total_cents, created_at, created_by)
   select c.value, 'JE-2026-' || lpad(y.value::text, 6, '0'), $2, date_trunc('month', $2::date)::date,
     'Goods receipt ' || r.receipt_id || ', ' || o.po_number || ', Supplier', r.receipt_id, 'goods.receipt', r.id, o.total_cents, now(), 'bench'
   from counters c, counters y, purchase_orders o join goods_receipts r on r.order_id = o.id
   where c.name = 'journal' and y.name = 'journal:2026' and o.id = $1`,
] as const;

/** PostgreSQL numbers the parameters of each statement from 1. */
const STATEMENTS = PLAIN.map((text) => {
  const used = [1, 2, 3, 4, 5, 6].filter((n) => text.includes(`$${n}`));
  const renumbered = text.replace(/\$(\d)/g, (_, n: string) => `$${used.indexOf(Number(n)) + 1}`);
  return { text: renumbered, used };
});

interface AuditRow {
  before: string;
  after: string;
}

async function receivePlainly(app: App, day: string, order: number, { before, after }: AuditRow) {
  const client = await app.pool.connect();
  await client.query('begin');
  const { rows } = await client.query<{ line: number; units: number; cents: number; item: number }>(
    {
      text: `select line_no as line, quantity as units, quantity * unit_price_cents as cents, equipment_id as item
      from purchase_order_lines where order_id = $1 order by line_no`,
      values: [order],
    },
  );
  const column = (of: (row: (typeof rows)[number]) => number) => rows.map(of);
  const values = [
    ...[order, day, column(({ line: n }) => n), column(({ units }) => units)],
    ...[column(({ cents }) => cents), column(({ item }) => item)],
  ];
  for (const { text, used } of STATEMENTS)
    await client.query({ text, values: used.map((n) => values[n - 1]) });
  await client.query({
    text: `insert into audit_log (at, actor_kind, actor_name, action, entity, entity_id, summary, before, after, format)
      values (now(), 'shell', 'bench', 'order.receive', 'purchaseOrder', $1, 'LPO-2026-042 Supplier: GRN-2026-0001', $2, $3, 2)`,
    values: [String(order), before, after],
  });
  await client.query('commit');
  client.release();
}

const written = (app: App, order: number) =>
  app.pool.query(
    `select g.line_no, g.quantity, g.value_cents, m.quantity as moved, m.value_cents as worth, l.received, o.status
     from goods_receipts r join goods_receipt_lines g on g.receipt_id = r.id join purchase_orders o on o.id = r.order_id
     join purchase_order_lines l on l.order_id = o.id and l.line_no = g.order_line
     join stock_moves m on m.source = 'goods.receipt' and m.source_id = r.id and m.line_no = g.line_no
     where r.order_id = $1 order by 1`,
    [order],
  );

/** Receives orders with `lines` lines whole, ours and plain SQL in turn. */
async function measure(app: App, ctx: Ctx, lines: number): Promise<void> {
  const { rows: orders } = await app.pool.query<{ id: number }>(
    'select id from purchase_orders where po_number like $1 order by id',
    [`LPO-2026-${lines}-%`],
  );
  const all = Array.from({ length: lines }, (_, n) => ({ lineNo: n + 1, quantity: UNITS }));
  const [ours, plain]: [number[], number[]] = [[], []];
  let auditRow: AuditRow = { before: '', after: '' };
  for (let round = 0; round < ROUNDS; round += 1) {
    const [own, other] = [orders[2 * round]!.id, orders[2 * round + 1]!.id];
    ours.push(await seconds(() => receiveGoods(ctx, own, { lines: all })));
    if (round === 0) {
      const { rows } = await app.pool.query<AuditRow>(
        'select before::text, after::text from audit_log order by id desc limit 1',
      );
      auditRow = rows[0]!;
    }
    plain.push(await seconds(() => receivePlainly(app, ctx.today, other, auditRow)));
    const [one, two] = await Promise.all([written(app, own), written(app, other)]);
    if (one.rows.length !== lines || JSON.stringify(one.rows) !== JSON.stringify(two.rows))
      throw new Error(`the rows of orders ${own} and ${other} differ`);
  }
  const ratio = median(ours) / median(plain);
  const limit = lines === LINES[0] ? ` (at most ${AT_MOST}: ${verdict(ratio, AT_MOST, true)})` : '';
  line(
    `    an order of ${lines} lines received: median ${fixed(median(ours) * 1000, 1)} ms, plain SQL ${fixed(median(plain) * 1000, 1)} ms, ratio ${fixed(ratio)}${limit}`,
  );
}

/** (j) An order received against plain SQL that writes the same rows, and lists of equipment and moves over HTTP. */
export async function benchProcurement(bench: Bench, size: Size): Promise<void> {
  line(
    `(j) an order received, and lists of ${size.items} items and ${size.moves} moves over HTTP, ${CONNECTIONS} connections`,
  );
  await bench.create('stock');
  const app = openApp({ ...bench.settings('stock'), max: 4 });
  await fill(app, size);
  const ctx = createContext(app, { kind: 'shell', osUser: 'bench' });
  for (const lines of LINES) await measure(app, ctx, lines);
  await app.close();
  await compareServers(bench.settings('stock'), [
    ['equipment list', '/api/network-equipment?pageSize=50'],
    ['move list', '/api/stock/moves?pageSize=50'],
  ]);
  await bench.drop('stock');
}
