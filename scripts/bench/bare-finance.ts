import { cashFlowItemOf, cashFlowItems } from '@nimule/core/accounting/statements/rules-cash-flow';
import { cashFlowItemNames } from '@nimule/core/accounting/statements/schema';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';

const SUMS = `
  select a.code, a.name, a.type, g.code as "groupCode", g.name as "groupName", a.is_cash, a.cash_flow, a.expense_class,
    s.month, s.year_to_date, s.before_year, s.before, coalesce(c.month, 0)::bigint as cash, coalesce(c.year_to_date, 0)::bigint as cash_year
  from (
    select account_code,
      coalesce(sum(debit_cents - credit_cents) filter (where month = $1), 0)::bigint as month,
      coalesce(sum(debit_cents - credit_cents) filter (where month >= $2), 0)::bigint as year_to_date,
      coalesce(sum(debit_cents - credit_cents) filter (where month < $2), 0)::bigint as before_year,
      coalesce(sum(debit_cents - credit_cents) filter (where month < $1), 0)::bigint as before
    from account_months where month <= $1 group by account_code) s
  left join (
    select account_code, coalesce(sum(debit_cents - credit_cents) filter (where month = $1), 0)::bigint as month,
      sum(debit_cents - credit_cents)::bigint as year_to_date
    from cash_months where month between $2 and $1 group by account_code) c using (account_code)
  join accounts a on a.code = s.account_code
  join accounts g on g.code = a.parent_code order by a.code`;

interface Row {
  code: string;
  name: string;
  type: string;
  groupCode: string;
  groupName: string;
  is_cash: boolean;
  cash_flow: string;
  expense_class: string | null;
  month: number;
  year_to_date: number;
  before_year: number;
  before: number;
  cash: number;
  cash_year: number;
}
type Amount = (row: Row) => number;

const accountOf = ({ cash_flow, ...row }: Row) =>
  ({ ...row, cashFlow: cash_flow }) as Parameters<typeof cashFlowItemOf>[0];

interface Figure {
  amount: number;
  compared: number;
  yearToDate: number | null;
}

/** The statements of a month beside the one before it, with the least that gives the same answer. */
function statements(present: Row[], compared: Row[], month: string, before: string, rate: number) {
  const others = new Map(compared.map((row) => [row.code, row]));
  const part = (holds: (row: Row) => boolean, amount: Amount, year?: Amount) => {
    const figure: Figure = { amount: 0, compared: 0, yearToDate: year ? 0 : null };
    const lines: ({ code: string } & Record<string, unknown>)[] = [];
    for (const row of present) {
      if (!holds(row)) continue;
      const other = others.get(row.code);
      const [now, then, all] = [amount(row), other ? amount(other) : 0, year?.(row) ?? null];
      figure.amount += now;
      figure.compared += then;
      if (figure.yearToDate !== null) figure.yearToDate += all!;
      if (now || then || all)
        lines.push({
          code: row.code,
          name: row.name,
          type: row.type,
          groupCode: row.groupCode,
          groupName: row.groupName,
          amount: now / 100,
          compared: then / 100,
          yearToDate: all === null ? null : all / 100,
        });
    }
    return { figure, lines };
  };
  const plus = (...figures: readonly [Figure, number][]): Figure => ({
    amount: figures.reduce((sum, [one, sign]) => sum + sign * one.amount, 0),
    compared: figures.reduce((sum, [one, sign]) => sum + sign * one.compared, 0),
    yearToDate: figures.some(([one]) => one.yearToDate === null)
      ? null
      : figures.reduce((sum, [one, sign]) => sum + sign * one.yearToDate!, 0),
  });
  const usd = ({ amount, compared: then, yearToDate }: Figure) => ({
    amount: amount / 100,
    compared: then / 100,
    yearToDate: yearToDate === null ? null : yearToDate / 100,
  });
  const expense = (wanted: string) =>
    part(
      (row) => row.expense_class === wanted,
      (row) => row.month,
      (row) => row.year_to_date,
    );
  const balance = (wanted: string, sign: number) =>
    part(
      (row) => row.type === wanted,
      (row) => sign * (row.before + row.month),
    );
  const isResult = (row: Row) => row.type === 'REVENUE' || row.type === 'EXPENSE';
  const flow = (holds: (row: Row) => boolean) =>
    part(
      (row) => !row.is_cash && holds(row),
      (row) => -row.cash,
      (row) => -row.cash_year,
    );
  const revenue = part(
    (row) => row.type === 'REVENUE',
    (row) => -row.month,
    (row) => -row.year_to_date,
  );
  const [sales, running, other] = ['cost_of_sales', 'operating', 'non_operating'].map(expense) as [
    ReturnType<typeof part>,
    ReturnType<typeof part>,
    ReturnType<typeof part>,
  ];
  const gross = plus([revenue.figure, 1], [sales.figure, -1]);
  const income = plus([gross, 1], [running.figure, -1]);
  const net = plus([income, 1], [other.figure, -1]);
  const expenses = plus([sales.figure, 1], [running.figure, 1], [other.figure, 1]);
  const assets = balance('ASSET', 1);
  const liabilities = balance('LIABILITY', -1);
  const owners = balance('EQUITY', -1);
  const earlier = part(isResult, (row) => -row.before_year).figure;
  const current = part(isResult, (row) => -row.year_to_date).figure;
  const equity = plus([owners.figure, 1], [earlier, 1], [current, 1]);
  const [operating, investing, financing] = ['operating', 'investing', 'financing'].map((wanted) =>
    flow((row) => row.cash_flow === wanted),
  ) as [ReturnType<typeof part>, ReturnType<typeof part>, ReturnType<typeof part>];
  const exchange = flow((row) => row.code === '4520' || row.code === '5620').figure;
  const change = plus([operating.figure, 1], [investing.figure, 1], [financing.figure, 1]);
  const isCash = (row: Row) => row.is_cash;
  const end = (row: Row) => row.before + row.month;
  const closing = part(isCash, end, end).figure;
  const opening = plus([closing, 1], [change, -1]);
  const items = (activity: string) =>
    cashFlowItemNames.flatMap((item) => {
      const { figure, lines } = flow(
        (row) => row.cash_flow === activity && cashFlowItemOf(accountOf(row)) === item,
      );
      const accounts = lines.map(({ code }) => code);
      if (accounts.length === 0) return [];
      return [{ ...usd(figure), item, name: cashFlowItems[item].name, accounts }];
    });
  return {
    month,
    comparedMonth: before,
    profitLoss: {
      revenue: revenue.figure.amount / 100,
      expenses: expenses.amount / 100,
      netProfit: net.amount / 100,
      lines: {
        revenue: revenue.lines,
        costOfSales: sales.lines,
        operating: running.lines,
        nonOperating: other.lines,
      },
      totals: {
        revenue: usd(revenue.figure),
        costOfSales: usd(sales.figure),
        grossProfit: usd(gross),
        operating: usd(running.figure),
        operatingIncome: usd(income),
        nonOperating: usd(other.figure),
        expenses: usd(expenses),
        netProfit: usd(net),
      },
    },
    balanceSheet: {
      assets: assets.figure.amount / 100,
      liabilities: liabilities.figure.amount / 100,
      equity: equity.amount / 100,
      isBalanced: assets.figure.amount === liabilities.figure.amount + equity.amount,
      lines: { assets: assets.lines, liabilities: liabilities.lines, equity: owners.lines },
      totals: {
        assets: usd(assets.figure),
        liabilities: usd(liabilities.figure),
        equity: usd(equity),
        earlierResult: usd(earlier),
        currentResult: usd(current),
      },
    },
    cashFlow: {
      operatingActivities: operating.figure.amount / 100,
      investingActivities: investing.figure.amount / 100,
      financingActivities: financing.figure.amount / 100,
      netCashChange: change.amount / 100,
      lines: {
        operating: operating.lines,
        investing: investing.lines,
        financing: financing.lines,
      },
      items: {
        operating: items('operating'),
        investing: items('investing'),
        financing: items('financing'),
      },
      totals: {
        operating: usd(operating.figure),
        exchangeDifferences: usd(exchange),
        investing: usd(investing.figure),
        financing: usd(financing.figure),
        netCashChange: usd(change),
        openingCash: usd(opening),
        closingCash: usd(closing),
      },
    },
    exchangeRate: rate / 100,
  };
}

/** The statements of a month and the month before it: the session query, the queries, a literal mapper, JSON. */
export function addBareStatements(
  server: FastifyInstance,
  pool: pg.Pool,
  signedIn: (cookie: string | undefined) => Promise<boolean>,
): void {
  server.get('/api/accounting/financial-statements', async (request: FastifyRequest, reply) => {
    if (!(await signedIn(request.headers.cookie))) return reply.code(401).send();
    const { month, year } = request.query as { month: string; year: string };
    const [now, then] = [Number(month), Number(month) - 1].map(
      (number) => `${year}-${String(number).padStart(2, '0')}`,
    ) as [string, string];
    const rate = await pool.query<{ rate_cents: number }>(
      `select rate_cents from currency_rates where purpose = 'standard' and valid_from <= $1
       order by valid_from desc, id desc limit 1`,
      [`${now}-28`],
    );
    const first = `${year}-01-01`;
    const present = await pool.query<Row>(SUMS, [`${now}-01`, first]);
    const compared = await pool.query<Row>(SUMS, [`${then}-01`, first]);
    return statements(present.rows, compared.rows, now, then, rate.rows[0]!.rate_cents);
  });
}
