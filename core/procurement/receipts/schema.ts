import { z } from 'zod';
import { dateText, instant } from '../../kernel/dates.ts';
import { money } from '../../kernel/money.ts';
import {
  optionalLines,
  optionalText,
  recordId,
  recordVersion,
  requiredText,
  wholeNumber,
} from '../../kernel/text.ts';

const unit = z.object({
  serial: requiredText('The serial number', 60),
  macAddress: optionalText('The MAC address', 40).optional(),
});
export const receiptInput = z.object({
  kind: z.enum(['receipt', 'return']).optional(),
  date: dateText.optional(),
  deliveryNote: optionalText('The delivery note', 100).optional(),
  notes: optionalLines('The notes', 2000).optional(),
  lines: z
    .object({
      lineNo: wholeNumber('The line', 1, 200),
      quantity: wholeNumber('The quantity', 1, 1_000_000),
      units: unit.array().max(1000, 'A line can have at most 1,000 serial numbers.').optional(),
    })
    .array()
    .min(1, 'A receipt needs at least one line.')
    .max(200, 'A receipt can have at most 200 lines.'),
  /** Take over the receipt's cost as the list's cost of these items. */
  updateCosts: recordId.array().max(200).optional(),
  version: recordVersion,
});
export type ReceiptInput = z.output<typeof receiptInput>;
export const goodsReceipt = z.object({
  id: recordId,
  receiptId: z.string(),
  orderId: recordId,
  kind: z.enum(['receipt', 'return']),
  date: dateText,
  deliveryNote: z.string(),
  notes: z.string(),
  lines: z
    .object({ lineNo: z.number(), description: z.string(), quantity: z.number(), valueUsd: money })
    .array(),
  createdAt: instant,
  createdBy: z.string(),
});
export type GoodsReceipt = z.output<typeof goodsReceipt>;
