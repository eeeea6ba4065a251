import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import type { BandwidthPurchase } from './schema.ts';

const bandwidthColumns = sql`id, valid_from as "validFrom", mbps, created_at as "createdAt", created_by as "createdBy"`;

export async function findBandwidthPurchases(db: Db, limit: number): Promise<BandwidthPurchase[]> {
  return (
    await sql<BandwidthPurchase>`select ${bandwidthColumns} from bandwidth_purchases order by valid_from desc, id desc limit ${limit}`.execute(
      db,
    )
  ).rows;
}

/** The Mbps bought in force on a day, or undefined where none is configured. */
export async function getBoughtBandwidth(db: Db, on: IsoDate): Promise<number | undefined> {
  const result = await sql<{ mbps: number }>`
    select mbps from bandwidth_purchases where valid_from <= ${on} order by valid_from desc, id desc limit 1`.execute(
    db,
  );
  return result.rows[0]?.mbps;
}

export async function insertBandwidthPurchase(
  db: Db,
  purchase: { validFrom: IsoDate; mbps: number; at: Date; by: string },
): Promise<BandwidthPurchase> {
  const result = await sql<BandwidthPurchase>`
    insert into bandwidth_purchases (valid_from, mbps, created_at, created_by)
    values (${purchase.validFrom}, ${purchase.mbps}, ${purchase.at}, ${purchase.by}) returning ${bandwidthColumns}`.execute(
    db,
  );
  return result.rows[0]!;
}
