import type { Ctx } from '../context.ts';
import type { HandlersOf } from '../kernel/contract.ts';
import { createBundle, listBundles, updateBundle } from './bundles/service.ts';
import { activateVoucher, redeemVoucher } from './redeem/service.ts';
import type { voucherRoutes } from './routes.ts';
import { sellVouchers } from './sales/service.ts';
import * as batches from './sales/service-batches.ts';
import * as list from './sales/service-list.ts';
import { voidVouchers } from './sales/service-void.ts';
import * as settings from './settings/service.ts';
import { voucherSheet } from './sheet/service.ts';
import { getVoucherStats, listVoucherSellers } from './stats/service.ts';

/** All but `textVouchers`, which writes messages (messaging/operations.ts). */
export const voucherOperations: HandlersOf<Omit<typeof voucherRoutes, 'textVouchers'>, Ctx> = {
  getVoucherStats: (ctx) => getVoucherStats(ctx),
  listVoucherBundles: (ctx, { query }) => listBundles(ctx, query),
  createVoucherBundle: (ctx, { body }) => createBundle(ctx, body),
  updateVoucherBundle: (ctx, { params, body }) => updateBundle(ctx, params.id, body),
  listVouchers: (ctx, { query }) => list.listVouchers(ctx, query),
  voucherSums: (ctx, { query }) => list.getVoucherSums(ctx, query),
  exportVouchers: (ctx, { query }) => list.exportVouchers(ctx, query),
  sellVouchers: (ctx, { body }) => sellVouchers(ctx, body),
  activateVoucher: (ctx, { params }) => activateVoucher(ctx, params.id),
  redeemVoucher: (ctx, { body }) => redeemVoucher(ctx, body),
  listVoucherBatches: (ctx, { query }) => batches.listBatches(ctx, query),
  voucherBatchSums: (ctx, { query }) => batches.getBatchSums(ctx, query),
  exportVoucherBatches: (ctx, { query }) => batches.exportBatches(ctx, query),
  getVoucherBatch: (ctx, { params }) => list.getVoucherBatch(ctx, params.id),
  voucherSignIns: (ctx, { params }) => batches.voucherSignIns(ctx, params.id),
  voucherSheet: (ctx, { params }) => voucherSheet(ctx, params.id),
  voidVouchers: (ctx, { params, body }) => voidVouchers(ctx, params.id, body),
  listVoucherSellers: (ctx, { query }) => listVoucherSellers(ctx, query),
  getVoucherSettings: (ctx) => settings.getVoucherSettings(ctx),
  updateVoucherSettings: (ctx, { body }) => settings.updateVoucherSettings(ctx, body),
};
