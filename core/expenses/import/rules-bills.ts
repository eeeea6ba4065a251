import { currencyName, plainAmount } from '../../kernel/currencies.ts';
import type { Cents } from '../../kernel/money.ts';
import { searchKey } from '../../kernel/text.ts';
import type { ImportedExpense } from './schema-file.ts';

/** What is told of a bill, or why none of its rows is taken; `cell` names the bill. */
export interface BillFinding {
  message: string;
  cell: string;
  isRefusal?: true;
}

const OTHER_TOTAL =
  'statedTotal: What is booked of a bill is not the total that the file says of it, such as without tax or a discount, or because rows of it are refused. If the total is owed, import a file with one row for each bill';
const TWO_TOTALS =
  'statedTotal: Rows of one bill say different totals of it, which were compared with none';
const BESIDE =
  'taxAmount: The file says tax or a discount beside the amounts, and no total; what is booked are the amounts';

type Row = Partial<ImportedExpense>;

const currencyOf = ({ amountSsp, currency }: Row) => (amountSsp ? 'SSP' : currencyName(currency));
/** In cents of the currency that the row says. */
const amountOf = ({ amountSsp, amountUsd }: Row) => amountSsp || amountUsd || 0;

/** The bill of a row: its vendor and number, in one currency; undefined for a row without a number. */
export function billKeyOf(row: Row): string | undefined {
  const { location = '', reference = '' } = row;
  return reference === ''
    ? undefined
    : JSON.stringify([searchKey(location), searchKey(reference), currencyOf(row)]);
}

interface Bill {
  name: string;
  rows: number;
  /** What is booked of its rows. */
  booked: number;
  totals: Set<number>;
  beside: number;
  /** Each row says the total as its amount. */
  isRepeated: boolean;
}

function added(bill: Bill | undefined, row: Row, isTaken: boolean): Bill {
  const { location = '', reference = '', statedTotal, taxAmount, discountAmount } = row;
  const before: Bill = bill ?? {
    name: reference || location || 'a row',
    ...{ rows: 0, booked: 0, totals: new Set<number>(), beside: 0, isRepeated: true },
  };
  if (statedTotal !== undefined) before.totals.add(statedTotal);
  return {
    ...before,
    rows: before.rows + 1,
    booked: before.booked + (isTaken ? amountOf(row) : 0),
    beside: before.beside + Math.abs(taxAmount ?? 0) + Math.abs(discountAmount ?? 0),
    isRepeated: before.isRepeated && amountOf(row) === statedTotal,
  };
}

function judged({ name, rows, booked, totals, beside, isRepeated }: Bill): BillFinding | undefined {
  const text = (amount: number) => plainAmount(amount as Cents);
  const [total, another] = totals;
  if (total === undefined)
    return beside === 0 ? undefined : { message: BESIDE, cell: `${name} ${text(beside)}` };
  if (another !== undefined)
    return { message: TWO_TOTALS, cell: `${name} ${text(total)} and ${text(another)}` };
  if (rows > 1 && isRepeated && total !== 0)
    return {
      message: `statedTotal: ${rows} rows have the number ${name}, and each says the total of ${text(total)} as its amount. Say which column holds the amount of each row: map amountUsd to it.`,
      ...{ cell: name, isRefusal: true },
    };
  return booked === total
    ? undefined
    : { message: OTHER_TOTAL, cell: `${name} ${text(booked)} of ${text(total)}` };
}

/** Adds up the bills of a file by their rows, wherever these are. */
export function createBills(): {
  /** `isTaken`: the row can be booked, or is booked already. */
  add(row: Row, isTaken: boolean): void;
  /** What is told of each bill, by `billKeyOf`. */
  findings(): Map<string, BillFinding>;
} {
  const bills = new Map<string, Bill>();
  return {
    add(row, isTaken) {
      const key = billKeyOf(row);
      if (key !== undefined) bills.set(key, added(bills.get(key), row, isTaken));
    },
    findings: () =>
      new Map(
        [...bills].flatMap(([key, bill]) => {
          const finding = judged(bill);
          return finding ? [[key, finding] as const] : [];
        }),
      ),
  };
}

/** What is told of the bill of a row; one without a number is a bill of its own. */
export function findingOf(
  row: ImportedExpense,
  bills: ReadonlyMap<string, BillFinding>,
): BillFinding | undefined {
  const key = billKeyOf(row);
  return key === undefined ? judged(added(undefined, row, true)) : bills.get(key);
}
