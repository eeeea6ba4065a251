import { secureRandom } from '@nimule/core/ports/random';
import { secretsOf } from '@nimule/core/ports/secrets';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';

const VOUCHERS = `
  select v.id, v.line_no, v.code_encrypted, v.status, v.activated_at, v.expires_at, b.id as batch_id, b.batch_number, b.bundle_id,
    b.bundle_name, b.data_mb, b.validity_days, b.speed_mbps, b.customer_name, b.customer_phone, b.notes, b.price_cents,
    b.price_ssp_cents, b.currency, b.sold_on, b.sold_by, b.lapses_on
  from (select * from vouchers order by id desc limit $1) v join voucher_batches b on b.id = v.batch_id order by v.id desc`;

/** The list of vouchers with their codes: the session query, the query, a literal mapper that decrypts, JSON. */
export function addBareVouchers(
  server: FastifyInstance,
  pool: pg.Pool,
  signedIn: (cookie: string | undefined) => Promise<boolean>,
): void {
  const secrets = secretsOf(Buffer.alloc(32, 7), secureRandom);
  const now = new Date('2026-11-01T00:05:00+02:00');
  server.get('/api/internet-vouchers', async (request: FastifyRequest, reply) => {
    if (!(await signedIn(request.headers.cookie))) return reply.code(401).send();
    const { pageSize = '50' } = request.query as { pageSize?: string };
    const { rows } = await pool.query(VOUCHERS, [Number(pageSize)]);
    return rows.map((row) => {
      const purpose = `voucher:${row.batch_number}:${row.line_no}`;
      const code = secrets.decrypt(row.code_encrypted, purpose);
      const isEnded = row.status === 'activated' && row.expires_at <= now;
      return {
        id: row.id,
        voucherCode: `${code.slice(0, 4)}-${code.slice(4, 8)}-${code.slice(8)}`,
        batchId: row.batch_id,
        batchNumber: row.batch_number,
        bundleId: row.bundle_id,
        bundleName: row.bundle_name,
        dataAllowanceMB: row.data_mb,
        validityDays: row.validity_days,
        speedMbps: row.speed_mbps,
        customerName: row.customer_name,
        customerPhone: row.customer_phone,
        notes: row.notes,
        salePrice: row.price_cents / 100,
        salePriceSsp: row.price_ssp_cents / 100,
        currency: row.currency,
        status: isEnded ? 'expired' : row.status,
        soldDate: row.sold_on,
        soldBy: row.sold_by,
        activatedAt: row.activated_at?.toISOString() ?? null,
        expiryDate: row.expires_at?.toISOString() ?? null,
        lapsesOn: row.lapses_on,
      };
    });
  });
}
