import { type Cents, cents, ZERO } from '@nimule/core/kernel/money';
import { wholeNumber } from '@nimule/core/kernel/text';
import type { SalesOrderDetail } from '@nimule/core/sales/schema';
import { z } from 'zod';
import { box } from '../../../ui/form/text-box.ts';
import { serialsIn } from '../equipment-words.ts';
import { serialsProblem } from './sale-lines.ts';

const serials = z.string().max(100_000, 'These are too many serial numbers.');

/** Goods of an order handed over: a serial number for each unit that has one. */
export const deliverForm = z
  .object({
    units: z.array(
      z.object({ lineNo: z.number(), name: z.string(), quantity: z.number(), serials }),
    ),
    receivedBy: z.string().max(200, 'The name is too long: at most 200 characters.'),
  })
  .superRefine(({ units }, ctx) => {
    for (const [place, unit] of units.entries()) {
      const message = serialsProblem(String(unit.quantity), unit.serials);
      if (message) ctx.addIssue({ code: 'custom', path: ['units', place, 'serials'], message });
    }
  });
export type DeliverValues = z.input<typeof deliverForm>;

/** The customer is proposed as who takes the goods. */
export function deliverValues({ items, customerName }: SalesOrderDetail): DeliverValues {
  return {
    units: items
      .filter(({ isSerialised }) => isSerialised)
      .map(({ lineNo, name, quantity }) => ({ lineNo, name, quantity, serials: '' })),
    receivedBy: customerName,
  };
}

export function deliverBody({ units, receivedBy }: DeliverValues, version: number) {
  return {
    status: 'delivered' as const,
    receivedBy,
    units: units.map(({ lineNo, serials: text }) => ({ lineNo, serials: serialsIn(text) })),
    version,
  };
}

const returnLine = z.object({
  lineNo: z.number(),
  /** Delivered and not back. */
  most: z.number(),
  hasSerials: z.boolean(),
  quantity: box(wholeNumber('The quantity', 0, 1_000_000)),
  serials,
});

function problemOf({ most, hasSerials, quantity, serials: text }: z.output<typeof returnLine>) {
  if (Number(quantity) > most) return ['quantity', `At most ${most} can come back.`] as const;
  const problem = hasSerials && Number(quantity) > 0 ? serialsProblem(quantity, text) : undefined;
  return problem === undefined ? undefined : (['serials', problem] as const);
}

/** Goods that come back, in part or all, with the reason. */
export const returnForm = z
  .object({
    lines: z.array(returnLine),
    reason: z
      .string()
      .refine((text) => text.trim() !== '', 'Enter the reason.')
      .max(500, 'The reason is too long: at most 500 characters.'),
  })
  .superRefine(({ lines }, ctx) => {
    for (const [place, line] of lines.entries()) {
      const [field, message] = problemOf(line) ?? [];
      if (field) ctx.addIssue({ code: 'custom', path: ['lines', place, field], message: message! });
    }
    if (lines.some(({ quantity }) => Number(quantity) > 0)) return;
    const message = 'Enter what comes back.';
    ctx.addIssue({ code: 'custom', path: ['lines', 0, 'quantity'], message });
  });
export type ReturnValues = z.input<typeof returnForm>;

/** Lines with units that may come back; of a single unit its return is proposed. */
export function returnValues({ items, deliveredUnits }: SalesOrderDetail): ReturnValues {
  const left = items.filter(({ quantity, returned }) => quantity > returned);
  const units = left.reduce((sum, { quantity, returned }) => sum + quantity - returned, 0);
  return {
    lines: left.map(({ lineNo, equipmentId, isSerialised, quantity, returned }) => {
      const known = deliveredUnits.filter((unit) => unit.equipmentId === equipmentId);
      return {
        lineNo,
        most: quantity - returned,
        hasSerials: isSerialised || known.length > 0,
        quantity: units === 1 ? '1' : '',
        serials: units === 1 ? (known[0]?.serial ?? '') : '',
      };
    }),
    reason: '',
  };
}

/** What is credited for the typed quantities, in US cents. */
export function creditOf(lines: ReturnValues['lines'], { items }: SalesOrderDetail): Cents {
  return lines.reduce<Cents>((sum, { lineNo, quantity, most }) => {
    const units = Number(quantity);
    const price = items.find((item) => item.lineNo === lineNo)?.unitPriceUsd ?? ZERO;
    return Number.isInteger(units) && units > 0 && units <= most ? cents(sum + units * price) : sum;
  }, ZERO);
}

export function returnBody({ lines, reason }: ReturnValues, version: number) {
  return {
    lines: lines
      .filter(({ quantity }) => Number(quantity) > 0)
      .map(({ lineNo, quantity, hasSerials, serials: text }) => ({
        ...{ lineNo, quantity },
        ...(hasSerials && { serials: serialsIn(text) }),
      })),
    reason,
    version,
  };
}
