import type { Db } from '../../database/connect.ts';
import { defineRecord } from '../../database/record.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import type { BandwidthPurchase } from './schema.ts';

export const purchases = defineRecord<'bandwidth_purchases', BandwidthPurchase>(
  'bandwidth_purchases',
  {
    id: 'id bigint',
    validFrom: 'valid_from date',
    mbps: 'mbps int',
    createdAt: 'created_at timestamptz',
    createdBy: 'created_by text',
  },
);

/** Purchases of bandwidth by start date, newest first. */
export function findBandwidthPurchases(db: Db, limit: number): Promise<BandwidthPurchase[]> {
  return db
    .selectFrom('bandwidth_purchases')
    .select(purchases.list())
    .orderBy('valid_from', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** The purchased Mbps valid on a day; undefined if none is configured. */
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
