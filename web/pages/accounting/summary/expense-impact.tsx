import type { StatementLine } from '@nimule/core/accounting/statements/schema';
import { formatMonth, type IsoMonth } from '@nimule/core/kernel/dates';
import { type Cents, sumToSsp } from '@nimule/core/kernel/money';
import type { MonthlyProfitLoss } from '@nimule/core/reports/finance/schema';
import { useRead } from '../../../client/use-read.ts';
import { Panel } from '../../../ui/page.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { Money } from '../../../ui/values.tsx';
import styles from '../accounting.module.css';
import { LedgerFigure } from '../ledger/ledger-link.tsx';
import { shareOf } from './comparison.ts';

/** What the expenses of a month leave of its revenue, from the monthly P&L report (seeds/001 2 and 3). */
export function ExpenseImpact({ month }: { month: IsoMonth }) {
  const read = useRead('monthlyProfitLoss', { params: { month } });
  return (
    <Panel title="Expense Impact on P&L" description={`In ${formatMonth(month)}`}>
      <Loaded
        read={read}
        loading="Loading the P&L report…"
        failed="Failed to fetch P&L data"
        lines={8}
      >
        {(report) => <Impact month={month} report={report} />}
      </Loaded>
    </Panel>
  );
}

function Impact({ month, report }: { month: IsoMonth; report: MonthlyProfitLoss }) {
  const { lines, totals, exchangeRate } = report;
  const revenue = totals.revenue.amount;
  const common = { month, revenue };
  return (
    <table className={styles.impact}>
      <caption className="visually-hidden">Expense impact in {formatMonth(month)}</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">Item</th>
          <th scope="col">Share of revenue</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        <Total label="Revenue" usd={revenue} ssp={sumToSsp(revenue, exchangeRate)} share="" />
        <Section
          {...common}
          title="Cost of sales"
          lines={lines.costOfSales}
          none="No cost of sales expenses recorded"
        />
        <Total
          label="Gross profit"
          usd={totals.grossProfit.amount}
          share={percentOf(report.costOfGoodsSold.grossProfitMargin)}
        />
        <Section
          {...common}
          title="Operating expenses"
          lines={lines.operating}
          none="No operating expenses recorded"
        />
        <Total
          label="Operating income"
          usd={totals.operatingIncome.amount}
          share={percentOf(report.operatingExpenses.operatingMargin)}
        />
        <Section
          {...common}
          title="Non-operating expenses"
          lines={lines.nonOperating}
          none="No non-operating expenses recorded"
        />
        <Total
          label={report.netIncome < 0 ? 'Net loss' : 'Net income'}
          usd={report.netIncome}
          ssp={sumToSsp(report.netIncome, exchangeRate)}
          share={percentOf(report.netProfitMargin)}
        />
      </tbody>
    </table>
  );
}

function percentOf(margin: number | null): string {
  return margin === null ? '–' : `${margin.toFixed(1)}%`;
}

interface TotalProps {
  label: string;
  usd: Cents;
  ssp?: Cents | null;
  share: string;
}

function Total({ label, usd, ssp, share }: TotalProps) {
  return (
    <tr className={styles.impactTotal}>
      <th scope="row">{label}</th>
      <td className={`quiet ${styles.right}`}>{share}</td>
      <td className={styles.right}>
        <Money usd={usd} ssp={ssp} />
      </td>
    </tr>
  );
}

interface SectionProps {
  month: IsoMonth;
  revenue: Cents;
  title: string;
  lines: readonly StatementLine[];
  none: string;
}

function Section({ month, revenue, title, lines, none }: SectionProps) {
  const shown = lines.filter(({ amount }) => amount !== 0);
  return (
    <>
      <tr className={styles.impactHead}>
        <th scope="rowgroup" colSpan={3}>
          {title}
        </th>
      </tr>
      {shown.length === 0 && (
        <tr>
          <td colSpan={3} className="quiet">
            {none}
          </td>
        </tr>
      )}
      {shown.map(({ code, name, amount }) => (
        <tr key={code}>
          <td>{name}</td>
          <td className={`quiet ${styles.right}`}>{shareOf(amount, revenue)}</td>
          <td className={styles.right}>
            <LedgerFigure account={code} from={month} to={month} usd={amount} />
          </td>
        </tr>
      ))}
    </>
  );
}
