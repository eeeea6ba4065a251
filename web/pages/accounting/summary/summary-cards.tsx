import { type IsoMonth, lastDay } from '@nimule/core/kernel/dates';
import {
  type Cents,
  formatSspSum,
  formatUsd,
  subtractCents,
  sumToSsp,
} from '@nimule/core/kernel/money';
import { useRead } from '../../../client/use-read.ts';
import { formatRate } from '../../../parts/rates.ts';
import { FigureStrip, StatCard } from '../../../ui/stat-card.tsx';
import { StatusTag } from '../../../ui/tags.tsx';
import { today } from '../../../ui/today.ts';
import { DateText } from '../../../ui/values.tsx';
import styles from '../accounting.module.css';
import { periodOfMonth } from '../accounting-url.ts';
import { trendOf } from './comparison.ts';

/** Revenue, expenses, net profit and trial balance of a month (seeds/001 2). */
export function SummaryCards({ month }: { month: IsoMonth }) {
  const period = periodOfMonth(month);
  const statements = useRead('financialStatements', {
    query: { ...period, compare: 'previousMonth' },
  });
  const balance = useRead('trialBalance', { query: period });
  const { data } = statements;
  const totals = data?.profitLoss.totals;
  const hasEnded = lastDay(month) <= today();
  const compared = data?.comparedMonth ?? null;
  const failed = statements.error !== undefined && !data;
  const ssp = (usd: Cents) => data && formatSspSum(sumToSsp(usd, data.exchangeRate));
  const rate = data && formatRate(data.exchangeRate);
  return (
    <FigureStrip title="Figures of the month">
      <StatCard
        title="Total Revenue"
        value={totals && formatUsd(totals.revenue.amount)}
        subtitle={totals && <span title={rate}>{ssp(totals.revenue.amount)}</span>}
        trend={totals && trendOf(totals.revenue, compared, 'good', hasEnded)}
        failed={failed}
      />
      <StatCard
        title="Total Expenses"
        value={totals && formatUsd(totals.expenses.amount)}
        subtitle={totals && <span title={rate}>{ssp(totals.expenses.amount)}</span>}
        trend={totals && trendOf(totals.expenses, compared, 'bad', hasEnded)}
        failed={failed}
      />
      <StatCard
        title="Net Profit"
        value={
          totals && (
            <span className={totals.netProfit.amount < 0 ? styles.loss : undefined}>
              {formatUsd(totals.netProfit.amount)}
            </span>
          )
        }
        subtitle={
          totals && (
            <span title={rate}>
              {ssp(totals.netProfit.amount)}
              {totals.netProfit.amount < 0 && ', a loss'}
            </span>
          )
        }
        trend={totals && trendOf(totals.netProfit, compared, 'good', hasEnded)}
        failed={failed}
      />
      <StatCard
        title="Trial Balance"
        value={
          balance.data && <StatusTag status={balance.data.isBalanced ? 'balanced' : 'unbalanced'} />
        }
        subtitle={
          balance.data &&
          (balance.data.isBalanced ? (
            <>
              {formatUsd(balance.data.totalDebit)} on each side, <DateText date={lastDay(month)} />
            </>
          ) : (
            `Debits and credits differ by ${formatUsd(
              subtractCents(balance.data.totalDebit, balance.data.totalCredit),
            )}`
          ))
        }
        failed={balance.error !== undefined && !balance.data}
      />
    </FigureStrip>
  );
}
