import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';

const EQUIPMENT = `
  select e.*, c.name as category_name, coalesce(l.on_hand, 0) as on_hand, coalesce(l.reserved, 0) as reserved,
    coalesce(l.value_cents, 0) as value_cents,
    coalesce((select sum(rl.quantity) from requisition_lines rl join requisitions r on r.id = rl.requisition_id
      where rl.equipment_id = e.id and r.status in ('pending', 'reviewed', 'approved', 'ordered') and not exists (
        select from purchase_orders o where o.requisition_id = r.id and o.status in ('pending', 'approved', 'received'))), 0)::int
    + coalesce((select sum(ol.quantity - ol.received) from purchase_order_lines ol join purchase_orders o on o.id = ol.order_id
      where ol.equipment_id = e.id and o.status in ('pending', 'approved')), 0)::int as under_way
  from (select * from equipment order by search_text, id limit $1) e
  left join stock_levels l on l.equipment_id = e.id join equipment_categories c on c.id = e.category_id
  order by e.search_text, e.id`;
const MOVES = `
  select m.*, e.equipment_id as number, e.name
  from (select * from stock_moves order by move_date desc, id desc limit $1) m join equipment e on e.id = m.equipment_id
  order by m.move_date desc, m.id desc`;

const labelOf = (onHand: number, minimum: number) => {
  if (onHand <= 0) return 'out';
  return onHand <= minimum ? 'low' : 'in';
};

/** The lists of equipment and of the moves of stock: the session query, the queries, a literal mapper, JSON. */
export function addBareStock(
  server: FastifyInstance,
  pool: pg.Pool,
  signedIn: (cookie: string | undefined) => Promise<boolean>,
): void {
  const pageSize = (request: FastifyRequest) =>
    Number((request.query as { pageSize?: string }).pageSize ?? 50);
  server.get('/api/network-equipment', async (request, reply) => {
    if (!(await signedIn(request.headers.cookie))) return reply.code(401).send();
    const rates = await pool.query<{ rate_cents: number }>(
      `select rate_cents from currency_rates where purpose = 'standard' and valid_from <= $1
       order by valid_from desc, id desc limit 1`,
      ['2026-11-01'],
    );
    const rate = rates.rows[0]!.rate_cents;
    const { rows } = await pool.query(EQUIPMENT, [pageSize(request)]);
    return rows.map((row) => ({
      id: row.id,
      equipmentId: row.equipment_id,
      name: row.name,
      sku: row.sku,
      categoryId: row.category_id,
      categoryName: row.category_name,
      brand: row.brand,
      model: row.model,
      description: row.description,
      specifications: row.specifications,
      unitCostUsd: row.unit_cost_cents / 100,
      unitCostSsp: (row.unit_cost_cents * rate) / 10_000,
      markupPercentage: row.markup_points / 100,
      sellingPriceUsd: row.selling_price_cents / 100,
      sellingPriceSsp: (row.selling_price_cents * rate) / 10_000,
      quantityInStock: row.on_hand,
      reserved: row.reserved,
      available: row.on_hand - row.reserved,
      averageCostUsd: row.on_hand > 0 ? Math.round(row.value_cents / row.on_hand) / 100 : null,
      stockValueUsd: row.value_cents / 100,
      minimumStock: row.minimum_stock,
      stockLabel: labelOf(row.on_hand, row.minimum_stock),
      underWay: row.under_way,
      status: row.status,
      isSerialised: row.is_serialised,
      createdAt: row.created_at.toISOString(),
      version: row.version,
    }));
  });
  server.get('/api/stock/moves', async (request, reply) => {
    if (!(await signedIn(request.headers.cookie))) return reply.code(401).send();
    const { rows } = await pool.query(MOVES, [pageSize(request)]);
    return rows.map((row) => ({
      id: row.id,
      equipmentId: row.equipment_id,
      equipmentNumber: row.number,
      equipmentName: row.name,
      date: row.move_date,
      kind: row.kind,
      quantity: row.quantity,
      valueUsd: row.value_cents / 100,
      reserved: row.reserved,
      source: row.source,
      sourceId: row.source_id,
      reference: row.reference,
      note: row.note,
      createdAt: row.created_at.toISOString(),
      createdBy: row.created_by,
    }));
  });
}
