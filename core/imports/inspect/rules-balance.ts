/** A line of a list with a running balance, in cents of the file's currency. */
export interface BalancedLine {
  row: number;
  /** Of which account of the file. */
  account: string;
  date: string | undefined;
  /** Money in above zero; undefined for a line that is refused, or has no amount. */
  amount: number | undefined;
  balance: number | undefined;
}

export interface BalanceResult {
  /** 'refuted': the amounts fit the balance with another sign; 'other': the column is no running balance of the lines. */
  outcome: 'none' | 'proven' | 'refuted' | 'other';
  /** The rows whose amount does not lead to their balance. */
  misfits: number[];
  /** Rows before which no balance stands, so that theirs tells nothing of their amount. */
  unchecked: number[];
}

interface Step {
  row: number;
  amount: number;
  change: number;
}

type Order = 'ascending' | 'descending';

/** The changes of the balance between lines that follow each other, with the amounts between them. */
function stepsOf(
  lines: readonly BalancedLine[],
  order: Order,
): { steps: Step[]; unchecked: number[] } {
  const inOrder = order === 'ascending' ? lines : [...lines].reverse();
  const steps: Step[] = [];
  const unchecked: number[] = [];
  const last = new Map<string, { balance: number | undefined; amount: number }>();
  for (const { row, account, amount, balance } of inOrder) {
    const before = last.get(account);
    if (amount === undefined) {
      // Not a line: what follows is compared with its balance, if it tells one.
      if (balance !== undefined) last.set(account, { balance, amount: 0 });
      continue;
    }
    const sum = (before?.amount ?? 0) + amount;
    if (balance === undefined) {
      last.set(account, { balance: before?.balance, amount: sum });
      continue;
    }
    if (before?.balance === undefined) unchecked.push(row);
    else steps.push({ row, amount: sum, change: balance - before.balance });
    last.set(account, { balance, amount: 0 });
  }
  return { steps, unchecked };
}

const fits = ({ amount, change }: Step) => amount === change;
const fitsTurned = ({ amount, change }: Step) => amount !== change && amount === -change;
const count = (steps: readonly Step[], test: (step: Step) => boolean) => steps.filter(test).length;

/** The order that the dates of the lines tell, if all of them tell the same. */
function orderByDates(lines: readonly BalancedLine[]): Order | undefined {
  let [up, down] = [false, false];
  let before: string | undefined;
  for (const { date } of lines) {
    if (date === undefined) continue;
    if (before !== undefined && date > before) up = true;
    if (before !== undefined && date < before) down = true;
    before = date;
  }
  if (up === down) return undefined;
  return up ? 'ascending' : 'descending';
}

/** More than this share of lines with the other sign refutes a reading. */
const FEW = 0.1;

/**
 * Checks the running balance of a list line by line, in the order of its dates, else in the one that fits better: the
 * balance of a line is that of the line before and its amount. Where the size fits and the sign does not, money in and
 * money out are read the wrong way round.
 */
export function checkBalances(lines: readonly BalancedLine[]): BalanceResult {
  const told = orderByDates(lines);
  const orders: readonly Order[] = told ? [told] : ['ascending', 'descending'];
  const [{ steps, unchecked }] = orders
    .map((order) => stepsOf(lines, order))
    .sort(
      ({ steps: a }, { steps: b }) =>
        count(b, fits) + count(b, fitsTurned) - count(a, fits) - count(a, fitsTurned) ||
        count(b, fits) - count(a, fits),
    ) as [ReturnType<typeof stepsOf>];
  if (steps.length === 0) return { outcome: 'none', misfits: [], unchecked };
  const [right, turned] = [count(steps, fits), count(steps, fitsTurned)];
  const rowsOf = (test: (step: Step) => boolean) =>
    steps
      .filter(test)
      .map(({ row }) => row)
      .sort((a, b) => a - b);
  if ((right + turned) * 2 < steps.length) return { outcome: 'other', misfits: [], unchecked };
  if (turned > steps.length * FEW)
    return { outcome: 'refuted', misfits: rowsOf(fitsTurned), unchecked };
  return { outcome: 'proven', misfits: rowsOf((step) => !fits(step)), unchecked };
}
