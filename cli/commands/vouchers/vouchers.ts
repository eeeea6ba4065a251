import { typedCode } from '@nimule/core/kernel/codes';
import { AppError } from '@nimule/core/kernel/errors';
import { money } from '@nimule/core/kernel/money';
import { defineCommand, flag, list, required, text, yes } from '../../command.ts';
import { exportCommand } from '../../export-command.ts';
import { saveFile } from '../../files.ts';
import { idByNumber } from '../../find-record.ts';
import { printMessage } from '../../io.ts';
import { listCommand } from '../../list-command.ts';
import {
  instantColumn,
  moneyColumn,
  numberColumn,
  printRecord,
  printRows,
  textColumn,
} from '../../output.ts';
import { confirmed } from '../../prompts.ts';
import type { Session, WireBody } from '../../session.ts';

const bundleColumns = [
  textColumn('name', 'Bundle'),
  textColumn('bundleType', 'Type'),
  numberColumn('dataAllowanceMB', 'MB'),
  numberColumn('validityDays', 'Days'),
  numberColumn('speedMbps', 'Mbps'),
  moneyColumn('priceUsd', 'USD'),
  moneyColumn('priceSsp', 'SSP'),
  textColumn('isActive', 'Sold'),
] as const;

const voucherColumns = [
  textColumn('voucherCode', 'Code'),
  textColumn('batchNumber', 'Sale'),
  textColumn('bundleName', 'Bundle'),
  textColumn('customerName', 'Customer'),
  moneyColumn('salePrice', 'USD'),
  textColumn('status', 'Status'),
  textColumn('soldDate', 'Sold'),
  instantColumn('expiryDate', 'Ends'),
] as const;

const batchColumns = [
  textColumn('batchNumber', 'Sale'),
  textColumn('soldDate', 'Sold'),
  textColumn('bundleName', 'Bundle'),
  numberColumn('quantity', 'Vouchers'),
  numberColumn('unused', 'Unused'),
  numberColumn('active', 'Active'),
  numberColumn('expired', 'Expired'),
  numberColumn('void', 'Void'),
  moneyColumn('revenueUsd', 'Revenue USD'),
  moneyColumn('receivedSsp', 'Received SSP'),
  textColumn('account', 'Account'),
  textColumn('currency', 'Currency'),
  textColumn('customerName', 'Customer'),
  textColumn('soldBy', 'Sold by'),
] as const;

export const saleArgs = { sale: { help: 'Number of the sale, such as VB-2026-000001' } };

const batchFilters = {
  from: text('date', 'Sold from this day on'),
  to: text('date', 'Sold up to this day'),
} as const;
const voucherFilters = {
  status: text('status', 'unused, activated, expired or void'),
  ...batchFilters,
} as const;

/** The id of a sale by its number, in any case. @throws AppError notFound. */
export const findSale = (session: Session, typed: string) =>
  idByNumber(
    session,
    { operation: 'listVoucherBatches', field: 'batchNumber', noun: 'Sale', kind: 'saleOfVouchers' },
    typed,
  );

/** The id of a bundle by its name, in any case. @throws AppError notFound. */
async function findBundle(session: Session, name: string): Promise<number> {
  const wanted = name.trim().toLowerCase();
  const { body } = await session.call('listVoucherBundles', { query: { q: wanted } });
  const found = body.find((bundle) => bundle.name.toLowerCase() === wanted);
  if (found) return Number(found.id);
  throw new AppError('notFound', 'voucherBundle.notFound', `There is no bundle named ${name}.`);
}

/** The id of a voucher by its code. @throws AppError notFound. */
async function findVoucher(session: Session, code: string): Promise<number> {
  const { body } = await session.call('listVouchers', { query: { q: code } });
  const wanted = typedCode(code);
  const found = wanted && body.find(({ voucherCode }) => typedCode(voucherCode) === wanted);
  if (found) return Number(found.id);
  throw new AppError('notFound', 'voucher.notFound', 'There is no voucher with this code.');
}

/** The ids of the vouchers with these codes; of all that are unused without one. @throws AppError notFound. */
export function chosenOf(
  { batchNumber, vouchers }: WireBody<'getVoucherBatch'>,
  codes: readonly string[],
): number[] {
  if (codes.length === 0)
    return vouchers.filter(({ status }) => status === 'unused').map(({ id }) => Number(id));
  const ids = codes.map((code) => {
    const wanted = typedCode(code);
    const found = wanted && vouchers.find(({ voucherCode }) => typedCode(voucherCode) === wanted);
    if (found) return Number(found.id);
    throw new AppError('notFound', 'voucher.notFound', `${batchNumber} has no voucher ${code}.`);
  });
  return [...new Set(ids)];
}

export const voucherCommands = [
  listCommand({
    name: 'vouchers bundles',
    summary: 'List voucher bundles with their prices of today',
    operation: 'listVoucherBundles',
    columns: bundleColumns,
    filters: { isActive: text('yes-or-no', 'Only those that are sold, or that are not') },
    examples: ['isp vouchers bundles', 'isp vouchers bundles --is-active yes --format json'],
  }),
  defineCommand({
    name: 'vouchers sell',
    summary: 'Sell vouchers of a bundle and show their codes',
    args: { bundle: { help: 'Name of the bundle' } },
    options: {
      quantity: text('number', 'How many, 1 to 100; 1 when left out'),
      customer: text('name', 'Name of the customer'),
      phone: text('phone', 'Telephone number of the customer'),
      account: text('account', 'cash, into the safe (when left out), bank or mobile_money'),
      reference: text('text', 'Of the payment; needed unless it is cash'),
      sameReference: flag('Sell them although another sale has the reference'),
      currency: text('currency', 'USD (when left out) or SSP'),
      notes: text('text', 'Notes'),
    },
    answers: true,
    examples: [
      'isp vouchers sell "Weekly 5 GB"',
      'isp vouchers sell "Daily 2 GB" --quantity 24 --account mobile_money --reference MM-8812 --currency SSP',
    ],
    async run({ io, args: { bundle }, options, format, open }) {
      const session = await open();
      const { quantity = '1', customer, phone, ...paid } = options;
      const bundleId = await findBundle(session, bundle);
      const { body } = await session.call('sellVouchers', {
        body: {
          ...paid,
          bundleId,
          quantity,
          customerName: customer,
          customerPhone: phone,
        } as never,
      });
      await printRows(io, format, body.vouchers, voucherColumns);
    },
  }),
  listCommand({
    name: 'vouchers list',
    summary: 'List vouchers with their codes, newest first',
    details: 'A search finds a whole code, a customer, a telephone number or the number of a sale.',
    operation: 'listVouchers',
    columns: voucherColumns,
    filters: voucherFilters,
    examples: ['isp vouchers list --status unused', 'isp vouchers list --q "0977 123 456"'],
  }),
  exportCommand({
    name: 'vouchers export',
    operation: 'exportVouchers',
    filters: voucherFilters,
    examples: ['isp vouchers export --status unused --output vouchers.csv'],
  }),
  listCommand({
    name: 'vouchers batches',
    summary: 'List sales of vouchers with what became of them, newest first',
    operation: 'listVoucherBatches',
    columns: batchColumns,
    filters: batchFilters,
    examples: ['isp vouchers batches', 'isp vouchers batches --from 2026-11-01 --format csv'],
  }),
  exportCommand({
    name: 'vouchers export-batches',
    operation: 'exportVoucherBatches',
    filters: batchFilters,
    examples: ['isp vouchers export-batches --from 2026-11-01 --output voucher-sales.xlsx'],
  }),
  defineCommand({
    name: 'vouchers void',
    summary: 'Take back the unused vouchers of a sale and give back their money',
    args: saleArgs,
    options: {
      reason: required('text', 'Why they are taken back'),
      code: list('code', 'Only this voucher of the sale; repeat it for others'),
      yes,
    },
    answers: true,
    examples: [
      'isp vouchers void VB-2026-000001 --reason "Wrong bundle"',
      'isp vouchers void VB-2026-000001 --code 7K3M-WXQ2-RT9B --reason "Lost" --yes',
    ],
    async run({ io, args: { sale }, options, format, open }) {
      const session = await open();
      const params = { id: await findSale(session, sale) };
      const { body: batch } = await session.call('getVoucherBatch', { params });
      const voucherIds = chosenOf(batch, options.code);
      if (voucherIds.length === 0) {
        const message = `${batch.batchNumber} has no unused vouchers.`;
        throw new AppError('rule', 'voucher.noneUnused', message);
      }
      const count = `${voucherIds.length} voucher${voucherIds.length === 1 ? '' : 's'}`;
      const { paidFor } = await import('@nimule/core/vouchers/rules');
      const [priceUsd, priceSsp] = [money.decode(batch.priceUsd), money.decode(batch.priceSsp)];
      const paid = paidFor({ currency: batch.currency, priceUsd, priceSsp }, voucherIds.length);
      const question = `Void ${count} of ${batch.batchNumber} and give back ${paid}? The codes stop working at once.`;
      if (!(await confirmed(io, options.yes, question))) return 0;
      const { reason } = options;
      const { body } = await session.call('voidVouchers', { params, body: { voucherIds, reason } });
      await printRecord(io, format, body, batchColumns);
      printMessage(io, `${count} of ${batch.batchNumber}: give back ${paid}.`);
      return 0;
    },
  }),
  defineCommand({
    name: 'vouchers activate',
    summary: 'Activate a voucher by its code',
    args: { code: { help: 'The code, such as 7K3M-WXQ2-RT9B' } },
    answers: true,
    examples: ['isp vouchers activate 7K3M-WXQ2-RT9B'],
    async run({ io, args: { code }, format, open }) {
      const session = await open();
      const params = { id: await findVoucher(session, code) };
      const { body } = await session.call('activateVoucher', { params });
      await printRecord(io, format, body, voucherColumns);
    },
  }),
  defineCommand({
    name: 'vouchers sheet',
    summary: 'Write the unused vouchers of a sale as PDF to cut out, 24 on a page',
    args: saleArgs,
    options: {
      output: text('file', "Where to write it; '-' for standard output"),
      force: flag('Replace a file that is there already'),
    },
    examples: [
      'isp vouchers sheet VB-2026-000001',
      'isp vouchers sheet VB-2026-000001 --output vouchers.pdf',
    ],
    async run({ io, args: { sale }, options, open }) {
      const session = await open();
      const params = { id: await findSale(session, sale) };
      const { body } = await session.call('voucherSheet', { params });
      await saveFile(io, body, options.output, options.force);
    },
  }),
];
