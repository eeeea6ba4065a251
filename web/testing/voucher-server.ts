import { currentRates } from './samples.ts';
import type { StubServer } from './stub-server.tsx';
import { aBatch, aBatchDetail, aBundle, aCodeUse, aVoucher } from './voucher-samples.ts';

const daily = aBundle({
  id: 5,
  name: 'Daily 500 MB',
  dataAllowanceMB: 500,
  validityDays: 1,
  priceUsd: '1.00',
  priceSsp: '1300.00',
  isActive: false,
});

/** Responses for the voucher page, with one sale of three vouchers. */
export function voucherServer(): StubServer {
  return {
    getVoucherStats: () => ({
      totalVouchers: 1203,
      activatedVouchers: 41,
      totalRevenue: 4210.5,
      activeBundles: 1,
      unusedVouchers: 66,
      unusedValueUsd: 310,
    }),
    listVouchers: () => ({ rows: [aVoucher()], total: 1 }),
    listVoucherBundles: ({ query }) => {
      const { isActive } = query as { isActive?: boolean };
      const rows = [aBundle(), daily].filter(
        (bundle) => isActive === undefined || bundle.isActive === isActive,
      );
      return { rows, total: rows.length };
    },
    listVoucherBatches: () => ({ rows: [aBatch()], total: 1 }),
    voucherBatchSums: () => ({
      ...{ sales: 3, vouchers: 16, void: 2, sold: 14 },
      ...{ revenueUsd: 35, receivedUsd: 15, receivedSsp: 26000 },
    }),
    voucherSums: () => ({
      ...{ vouchers: 16, unused: 12, active: 1, expired: 1, void: 2, sold: 14 },
      ...{ revenueUsd: 35, receivedUsd: 15, receivedSsp: 26000 },
    }),
    listVoucherSellers: () => [
      {
        sellerId: 7,
        seller: 'Grace Akol',
        batches: 2,
        sold: 5,
        unused: 3,
        active: 1,
        expired: 1,
        void: 0,
        revenueUsd: 25,
        receivedUsd: 5,
        receivedSsp: 26000,
      },
      {
        sellerId: 9,
        seller: 'Mary Keji',
        batches: 1,
        sold: 10,
        unused: 10,
        active: 0,
        expired: 0,
        void: 0,
        revenueUsd: 10,
        receivedUsd: 10,
        receivedSsp: 0,
      },
    ],
    getVoucherBatch: () => aBatchDetail(),
    voucherSignIns: () => [aCodeUse()],
    voucherSheet: () => ({ filename: 'vouchers-VB-2026-000012.pdf' }),
    exportVoucherBatches: () => ({ filename: 'voucher-sales.csv' }),
    exportVouchers: () => ({ filename: 'vouchers.csv' }),
    getOwnTill: () => ({ till: null }),
    getTillSettings: () => ({ isRequired: false }),
    currentRates: () => currentRates,
    getVoucherSettings: () => ({ lapseDays: 365 }),
  };
}
