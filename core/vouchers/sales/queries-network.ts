import { sql } from 'kysely';
import { arrayOf } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import type { VoucherStatus } from '../schema.ts';
import { type BatchRecord, batches } from './queries.ts';

/** At most `limit` unused and activated vouchers after the id `after`. */
export async function findOpen(
  db: Db,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from vouchers where status in ('unused', 'activated') and id > ${after} order by id limit ${limit}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

export interface OpenVoucherRow {
  id: number;
  lineNo: number;
  status: VoucherStatus;
  expiresAt: Date | null;
  codeEncrypted: string;
  batch: BatchRecord;
}

type Flat = Omit<OpenVoucherRow, 'batch' | 'id'> & BatchRecord & { voucherId: number };

/** Locks those of the vouchers that are still unused or activated; one that is being changed is left for later. */
export async function lockOpen(db: Db, ids: readonly number[]): Promise<OpenVoucherRow[]> {
  const { rows } = await sql<Flat>`
    select v.id as "voucherId", v.line_no as "lineNo", v.status, v.expires_at as "expiresAt",
      v.code_encrypted as "codeEncrypted", ${batches.listText('b')}
    from vouchers v join voucher_batches b on b.id = v.batch_id
    where v.id = any(${arrayOf('bigint', ids)}) and v.status in ('unused', 'activated')
    order by v.id for no key update of v skip locked`.execute(db);
  return rows.map(({ voucherId, lineNo, status, expiresAt, codeEncrypted, ...batch }) => ({
    ...{ id: voucherId, lineNo, status, expiresAt, codeEncrypted, batch },
  }));
}
