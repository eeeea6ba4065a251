import { z } from 'zod';
import { MAX_CUSTOMER_ID } from '../../customers/schema.ts';
import { currencyText } from '../../kernel/currencies.ts';
import { dateText } from '../../kernel/dates.ts';
import { amountSigned, moneyOfAnyCurrency } from '../../kernel/money.ts';
import { optionalText, requiredText, searchKey } from '../../kernel/text.ts';

const usd = moneyOfAnyCurrency.optional();
const ssp = amountSigned('SSP').optional();

/** States of transactions that moved no money, or whose money went back. */
const NOT_COMPLETED = new Set([
  'failed',
  'cancelled',
  'canceled',
  'declined',
  'rejected',
  'reversed',
  'expired',
  'pending',
]);
const transactionStatus = optionalText('The status', 100).refine(
  (status) => !NOT_COMPLETED.has(searchKey(status)),
  { error: ({ input }) => `This transaction was not completed (${String(input).trim()}).` },
);

/** Money in or out, in a column of its own. */
export const directions = ['in', 'out'] as const;

export const cashRow = z.object({
  date: dateText,
  amountUsd: usd,
  amountSsp: ssp,
  moneyInUsd: usd,
  moneyOutUsd: usd,
  moneyInSsp: ssp,
  moneyOutSsp: ssp,
  reference: optionalText('The reference', 200).optional(),
  description: optionalText('The description', 500).optional(),
  account: optionalText('The account', 200).optional(),
  customerId: requiredText('The customer ID', MAX_CUSTOMER_ID).optional(),
  customerName: optionalText('The customer name', 200).optional(),
  counterAccount: optionalText('The counter account', 200).optional(),
  status: transactionStatus.optional(),
  invoiceNumber: optionalText('The invoice number', 60).optional(),
  currency: currencyText.optional(),
  direction: z.enum(directions).optional(),
  /** What the account holds after the line; checked, and not stored. */
  balance: moneyOfAnyCurrency.optional(),
});
export type CashRow = z.output<typeof cashRow>;
