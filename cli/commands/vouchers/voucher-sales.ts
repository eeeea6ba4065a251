import { AppError } from '@nimule/core/kernel/errors';
import { defineCommand, list, text } from '../../command.ts';
import { printMessage } from '../../io.ts';
import { moneyColumn, numberColumn, printRecord, printRows, textColumn } from '../../output.ts';
import { chosenOf, findSale, saleArgs } from './vouchers.ts';

const figures = [
  numberColumn('totalVouchers', 'Vouchers sold'),
  numberColumn('activatedVouchers', 'Active'),
  numberColumn('unusedVouchers', 'Unused'),
  moneyColumn('unusedValueUsd', 'Owed for unused USD'),
  moneyColumn('totalRevenue', 'Revenue USD'),
  numberColumn('activeBundles', 'Bundles on sale'),
] as const;

const sellerColumns = [
  textColumn('seller', 'Seller'),
  numberColumn('batches', 'Sales'),
  numberColumn('sold', 'Vouchers'),
  numberColumn('unused', 'Unused'),
  numberColumn('active', 'Active'),
  numberColumn('expired', 'Expired'),
  numberColumn('void', 'Void'),
  moneyColumn('revenueUsd', 'Revenue USD'),
  moneyColumn('receivedUsd', 'Received USD'),
  moneyColumn('receivedSsp', 'Received SSP'),
] as const;

const textColumns = [numberColumn('queued', 'Codes'), textColumn('phone', 'To')] as const;

export const voucherSaleCommands = [
  defineCommand({
    name: 'vouchers stats',
    summary: 'Show the figures of vouchers as they are now',
    answers: true,
    examples: ['isp vouchers stats', 'isp vouchers stats --format json'],
    async run({ io, format, open }) {
      const { body } = await (await open()).call('getVoucherStats', {});
      await printRecord(io, format, body, figures);
    },
  }),
  defineCommand({
    name: 'vouchers sellers',
    summary: 'Show sales of vouchers by who sold them',
    options: {
      from: text('date', 'Sold from this day on'),
      to: text('date', 'Sold up to this day'),
    },
    answers: true,
    examples: ['isp vouchers sellers', 'isp vouchers sellers --from 2026-11-01 --format csv'],
    async run({ io, options: { from, to }, format, open }) {
      const query = { ...(from ? { from } : {}), ...(to ? { to } : {}) };
      const { body } = await (await open()).call('listVoucherSellers', { query });
      await printRows(io, format, body, sellerColumns);
    },
  }),
  defineCommand({
    name: 'vouchers text',
    summary: "Send the codes of a sale's unused vouchers to the customer's telephone",
    args: saleArgs,
    options: { code: list('code', 'Only this voucher of the sale; repeat it for others') },
    answers: true,
    examples: [
      'isp vouchers text VB-2026-000001',
      'isp vouchers text VB-2026-000001 --code 7K3M-WXQ2-RT9B',
    ],
    async run({ io, args: { sale }, options: { code }, format, open }) {
      const session = await open();
      const params = { id: await findSale(session, sale) };
      const { body: batch } = await session.call('getVoucherBatch', { params });
      const voucherIds = chosenOf(batch, code);
      if (voucherIds.length === 0)
        throw new AppError(
          'rule',
          'voucher.noneUnused',
          `${batch.batchNumber} has no unused vouchers.`,
        );
      const { body } = await session.call('textVouchers', { params, body: { voucherIds } });
      await printRecord(io, format, body, textColumns);
      for (const { lineNo, status } of body.leftOut)
        printMessage(
          io,
          `Voucher ${lineNo} of ${batch.batchNumber} was left out: it is ${status}.`,
        );
    },
  }),
];
