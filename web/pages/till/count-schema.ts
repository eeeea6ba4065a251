import { subtractCents } from '@nimule/core/kernel/money';
import { optionalLines, wholeNumber } from '@nimule/core/kernel/text';
import { countPieces, differenceText } from '@nimule/core/till/rules';
import type { Till, TillCountInput } from '@nimule/core/till/schema';
import { z } from 'zod';
import { type Both, pieceFields } from './till-words.ts';

const MAX_PIECES = 1_000_000;
const pieces = wholeNumber('The number', 0, MAX_PIECES).optional();
const shape = {
  ...(Object.fromEntries(pieceFields.map(({ name }) => [name, pieces])) as Record<
    `${'USD' | 'SSP'}_${number}`,
    typeof pieces
  >),
  note: optionalLines('The note', 500).optional(),
};

type Held = Pick<Till, 'cashUsd' | 'cashSsp'>;

/** The pieces of the input of a form; blank and unreadable boxes count as none. */
export function piecesOf(values: Readonly<Record<string, unknown>>): TillCountInput['pieces'] {
  return pieceFields.flatMap(({ currency, denomination, name }) => {
    const text = String(values[name] ?? '').trim();
    const number = /^\d{1,7}$/.test(text) ? Number(text) : 0;
    return number > 0 && number <= MAX_PIECES ? [{ currency, denomination, pieces: number }] : [];
  });
}

/** What was counted, and the difference from what the till holds, by the rule of the server. */
export function countOf(
  values: Readonly<Record<string, unknown>>,
  { cashUsd, cashSsp }: Held,
): { totals: Both; difference: Both } {
  const count = countPieces(piecesOf(values));
  if ('field' in count) throw new Error(count.message);
  const { totals } = count;
  const difference = {
    USD: subtractCents(totals.USD, cashUsd),
    SSP: subtractCents(totals.SSP, cashSsp),
  };
  return { totals, difference };
}

/** The form of a count: a difference needs a note. */
export function countForm(held: Held) {
  return z.object(shape).superRefine((values, ctx) => {
    const text = differenceText(countOf(values, held).difference);
    if (text === '' || (values.note ?? '') !== '') return;
    ctx.addIssue({
      code: 'custom',
      path: ['note'],
      message: `The till is ${text}. Say why in the note, or count again.`,
    });
  });
}
