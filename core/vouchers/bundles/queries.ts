import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { containing } from '../../database/like.ts';
import { findPage, type Sorts } from '../../database/list.ts';
import { defineRecord } from '../../database/record.ts';
import type { Page } from '../../kernel/paging.ts';
import { searchKey } from '../../kernel/text.ts';
import type { BundleFilter, VoucherBundle } from '../schema.ts';

/** A bundle as it is stored: its price in pounds follows from the voucher rate of the day. */
export interface BundleRecord extends Omit<VoucherBundle, 'priceSsp'> {
  createdAt: Date;
  createdBy: string;
  updatedAt: Date;
}

export const bundles = defineRecord<'voucher_bundles', BundleRecord>(
  'voucher_bundles',
  {
    id: 'id bigint',
    name: 'name text',
    description: 'description text',
    dataAllowanceMB: 'data_mb int',
    validityDays: 'validity_days int',
    priceUsd: 'price_cents bigint',
    speedMbps: 'speed_mbps int',
    bundleType: 'bundle_type text',
    isActive: 'is_active boolean',
    createdAt: 'created_at timestamptz',
    createdBy: 'created_by text',
    updatedAt: 'updated_at timestamptz',
    version: 'version int',
  },
  { derived: { name_key: ['text', ({ name }) => searchKey(name)] } },
);

const sorts: Sorts<'name' | 'dataAllowanceMB' | 'validityDays' | 'priceUsd'> = {
  keys: {
    name: 'b.name_key',
    dataAllowanceMB: 'b.data_mb',
    validityDays: 'b.validity_days',
    priceUsd: 'b.price_cents',
  },
  unique: 'b.id',
  first: { column: 'name', descending: false },
};

/** One page of bundles, by name by default; searched by name. */
export function findBundles(db: Db, filter: BundleFilter): Promise<Page<BundleRecord>> {
  const { isActive, q } = filter;
  let query = db.selectFrom('voucher_bundles as b');
  if (isActive !== undefined) query = query.where('b.is_active', '=', isActive);
  if (q) query = query.where('b.name_key', 'like', containing(q));
  return findPage(query.select(bundles.list('b')), sorts, filter);
}

/** The number of bundles that are sold, as an expression. */
export const activeBundles: RawBuilder<number> = sql<number>`
  (select count(*)::int from voucher_bundles where is_active)`;
