import type { Db } from '../../database/connect.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import type { BandwidthPurchase } from './schema.ts';

const columns = [
  'id',
  'valid_from as validFrom',
  'mbps',
  'created_at as createdAt',
  'created_by as createdBy',
] as const;

export function findBandwidthPurchases(db: Db, limit: number): Promise<BandwidthPurchase[]> {
  return db
    .selectFrom('bandwidth_purchases')
    .select(columns)
    .orderBy('valid_from', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** The Mbps bought in force on a day, or undefined where none is configured. */
export async function getBoughtBandwidth(db: Db, on: IsoDate): Promise<number | undefined> {
  const purchase = await db
    .selectFrom('bandwidth_purchases')
    .select('mbps')
    .where('valid_from', '<=', on)
    .orderBy('valid_from', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return purchase?.mbps;
}

export function insertBandwidthPurchase(
  db: Db,
  { validFrom, mbps, createdAt, createdBy }: Omit<BandwidthPurchase, 'id'>,
): Promise<BandwidthPurchase> {
  return db
    .insertInto('bandwidth_purchases')
    .values({ valid_from: validFrom, mbps, created_at: createdAt, created_by: createdBy })
    .returning(columns)
    .executeTakeFirstOrThrow();
}
