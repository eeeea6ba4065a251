import { linesOf, linesProblem, poundsProblem } from '@nimule/core/accounting/journal/rules';
import type { Account, JournalLine } from '@nimule/core/accounting/schema';
import type { FieldErrors } from '@nimule/core/kernel/errors';
import {
  addCents,
  type Cents,
  ledgerMoney,
  parseCents,
  toDecimal,
  ZERO,
} from '@nimule/core/kernel/money';
import { z } from 'zod';

/** An amount as typed; blank is none. */
const amountBox = z.string().superRefine((text, ctx) => {
  if (text.trim() === '') return;
  const read = z.safeDecode(ledgerMoney, text);
  if (!read.success)
    ctx.addIssue({ code: 'custom', message: read.error.issues[0]?.message ?? 'Enter an amount.' });
});

/** The boxes of a line in the form. */
export const lineBoxes = z.object({
  accountCode: z.string(),
  debitAmount: amountBox,
  creditAmount: amountBox,
  sspAmount: amountBox,
  description: z.string().max(500, 'The description is too long: at most 500 characters.'),
});
export type LineBoxes = z.output<typeof lineBoxes>;

export const EMPTY_LINE: LineBoxes = {
  accountCode: '',
  debitAmount: '',
  creditAmount: '',
  sspAmount: '',
  description: '',
};

/** Cents of a box; zero where it is blank or cannot be read. */
function centsIn(text: string): Cents {
  return text.trim() === '' ? ZERO : (parseCents(text) ?? ZERO);
}

export interface LineTotals {
  debit: Cents;
  credit: Cents;
}

export function totalsOfBoxes(lines: readonly LineBoxes[]): LineTotals {
  return {
    debit: addCents(...lines.map(({ debitAmount }) => centsIn(debitAmount))),
    credit: addCents(...lines.map(({ creditAmount }) => centsIn(creditAmount))),
  };
}

/** Whether an entry can be posted as far as its amounts go (seeds/001 5; the balance is exact, decision 8). */
export function isBalanced({ debit, credit }: LineTotals): boolean {
  return debit === credit && debit > 0;
}

/** A line that balances the others; empty if they balance. */
export function balancingLine({ debit, credit }: LineTotals): LineBoxes {
  if (debit > credit) return { ...EMPTY_LINE, creditAmount: toDecimal((debit - credit) as Cents) };
  if (credit > debit) return { ...EMPTY_LINE, debitAmount: toDecimal((credit - debit) as Cents) };
  return EMPTY_LINE;
}

/** The lines of a call. Pounds are sent for accounts in pounds alone. */
export function linesToSend(lines: readonly LineBoxes[], accounts: readonly Account[]) {
  const currencies = new Map(accounts.map(({ code, currency }) => [code, currency]));
  const filled = (text: string) => (text.trim() === '' ? undefined : text);
  return lines.map((line) => ({
    accountCode: line.accountCode,
    debitAmount: filled(line.debitAmount),
    creditAmount: filled(line.creditAmount),
    ...(currencies.get(line.accountCode) === 'SSP' ? { sspAmount: filled(line.sspAmount) } : {}),
    description: line.description,
  }));
}

export interface LinesRefusal {
  /** 'Entry Not Balanced'. */
  title: string;
  message: string;
  fields?: FieldErrors;
}

/** Why the lines cannot be posted, by the rules of the server, in the words of seeds/001 5. */
export function refusalOf(
  lines: readonly LineBoxes[],
  accounts: readonly Account[],
): LinesRefusal | undefined {
  const posting = linesOf(
    lines.map((line) => ({
      accountCode: line.accountCode,
      debitAmount: centsIn(line.debitAmount),
      creditAmount: centsIn(line.creditAmount),
    })),
  );
  const problem = linesProblem(posting);
  if (problem) {
    const at = problem.message.indexOf(': ');
    const fields = problem.fields ? { fields: problem.fields } : {};
    return at < 0
      ? { title: 'Error', message: problem.message, ...fields }
      : {
          title: problem.message.slice(0, at),
          message: problem.message.slice(at + 2),
          ...fields,
        };
  }
  for (const [index, line] of lines.entries()) {
    const account = accounts.find(({ code }) => code === line.accountCode);
    if (account?.currency !== 'SSP') continue;
    const message = poundsProblem(
      line.sspAmount.trim() === '' ? {} : { ssp: centsIn(line.sspAmount) },
      account,
    );
    if (message)
      return {
        title: 'Missing Pounds',
        message,
        fields: { [`entries.${index}.sspAmount`]: message },
      };
  }
  return undefined;
}

type StoredLine = Pick<
  JournalLine,
  'accountCode' | 'debitAmount' | 'creditAmount' | 'sspAmount' | 'description'
>;

/** The boxes of stored lines. */
export function boxesOf(lines: readonly StoredLine[]): LineBoxes[] {
  const text = (amount: Cents | null) => (amount === null || amount === 0 ? '' : toDecimal(amount));
  return lines.map((line) => ({
    accountCode: line.accountCode,
    debitAmount: text(line.debitAmount),
    creditAmount: text(line.creditAmount),
    sspAmount: line.sspAmount === null ? '' : toDecimal(line.sspAmount),
    description: line.description,
  }));
}
