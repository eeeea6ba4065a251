import { HTMLSelect } from '@blueprintjs/core';
import { type Comparison, comparisons } from '@nimule/core/accounting/statements/schema';
import { formatDate, formatMonth, type IsoMonth, lastDay } from '@nimule/core/kernel/dates';
import type { FinancialStatements } from '@nimule/core/reports/finance/schema';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useRead } from '../../../client/use-read.ts';
import { formatRate } from '../../../parts/rates.ts';
import { Panel } from '../../../ui/page.tsx';
import { Empty, Loaded } from '../../../ui/states.tsx';
import { StatusTag } from '../../../ui/tags.tsx';
import { periodOfMonth } from '../accounting-url.ts';
import { addFigures, groupsOfActivity } from './statement-rows.ts';
import {
  type StatementColumns,
  type StatementSection,
  StatementTable,
} from './statement-table.tsx';

const labels: Record<Comparison, string> = {
  previousMonth: 'Previous month',
  previousYear: 'Previous year',
};

/** The comparison of the URL; shared by the three statements. */
function useComparison() {
  const [params, setParams] = useSearchParams();
  const compare = comparisons.find((comparison) => comparison === params.get('compare'));
  const choose = (value: string) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      if (value === '') next.delete('compare');
      else next.set('compare', value);
      return next;
    });
  return { compare, choose };
}

interface StatementProps {
  title: string;
  month: IsoMonth;
  describe: (statements: FinancialStatements) => ReactNode;
  hasYear: boolean;
  isBalance?: boolean;
  isCash?: boolean;
  isEmpty: (statements: FinancialStatements) => boolean;
  sectionsOf: (statements: FinancialStatements) => readonly StatementSection[];
}

/** A statement of a month with the selector of what it is compared with. */
function Statement(props: StatementProps) {
  const { title, month, describe, isBalance, isEmpty, sectionsOf } = props;
  const { compare, choose } = useComparison();
  const read = useRead('financialStatements', {
    query: { ...periodOfMonth(month), ...(compare ? { compare } : {}) },
  });
  return (
    <Panel
      flush
      title={title}
      description={read.data && describe(read.data)}
      actions={
        <HTMLSelect
          aria-label="Compare with"
          value={compare ?? ''}
          onChange={(event) => choose(event.target.value)}
          options={[
            { value: '', label: 'No comparison' },
            ...comparisons.map((value) => ({ value, label: labels[value] })),
          ]}
        />
      }
    >
      <Loaded
        read={read}
        loading={`Loading the ${title}…`}
        failed="The statements could not be loaded"
        lines={10}
      >
        {(statements) =>
          isEmpty(statements) ? (
            <Empty
              title="No financial data available for the period"
              description={`Nothing was posted ${isBalance ? '' : `in ${month.slice(0, 4)} `}up to the end of ${formatMonth(month)}.`}
            />
          ) : (
            <StatementTable
              label={`${title}, ${formatMonth(month)}`}
              columns={columnsOf(statements, props)}
              sections={sectionsOf(statements)}
            />
          )
        }
      </Loaded>
    </Panel>
  );
}

function columnsOf(
  { month, comparedMonth, exchangeRate }: FinancialStatements,
  { hasYear, isBalance = false, isCash = false }: StatementProps,
): StatementColumns {
  return { month, comparedMonth, exchangeRate, hasYear, isBalance, isCash };
}

const ofMonth = ({ month, exchangeRate }: FinancialStatements) =>
  `${formatMonth(month)}, pounds at ${formatRate(exchangeRate)}`;

/** Revenue and expenses of the month, by class (seeds/001 3). */
export function ProfitLossTab({ month }: { month: IsoMonth }) {
  return (
    <Statement
      title="P&L Statement"
      month={month}
      hasYear
      describe={ofMonth}
      isEmpty={({ profitLoss: { lines } }) => Object.values(lines).every((own) => own.length === 0)}
      sectionsOf={({ profitLoss: { lines, totals } }) => [
        {
          title: 'Revenue',
          lines: lines.revenue,
          none: 'No revenue recorded',
          totals: [{ label: 'Total revenue', ...totals.revenue }],
        },
        {
          title: 'Cost of sales',
          lines: lines.costOfSales,
          none: 'No cost of sales expenses recorded',
          totals: [
            { label: 'Total cost of sales', ...totals.costOfSales },
            { label: 'Gross profit', ...totals.grossProfit, isResult: true },
          ],
        },
        {
          title: 'Operating expenses',
          lines: lines.operating,
          none: 'No operating expenses recorded',
          totals: [
            { label: 'Total operating expenses', ...totals.operating },
            { label: 'Operating income', ...totals.operatingIncome, isResult: true },
          ],
        },
        {
          title: 'Non-operating expenses',
          lines: lines.nonOperating,
          none: 'No non-operating expenses recorded',
          totals: [
            { label: 'Total non-operating expenses', ...totals.nonOperating },
            {
              label: totals.netProfit.amount < 0 ? 'Net loss' : 'Net profit',
              ...totals.netProfit,
              isResult: true,
            },
          ],
        },
      ]}
    />
  );
}

/** What the company has and owes at the month's end (seeds/001 3). */
export function BalanceSheetTab({ month }: { month: IsoMonth }) {
  return (
    <Statement
      title="Balance Sheet"
      month={month}
      hasYear={false}
      isBalance
      describe={({ month: shown, exchangeRate, balanceSheet }) => (
        <>
          On {formatDate(lastDay(shown))}, pounds at {formatRate(exchangeRate)}{' '}
          <StatusTag status={balanceSheet.isBalanced ? 'balanced' : 'unbalanced'} />
        </>
      )}
      isEmpty={({ balanceSheet: { lines } }) =>
        Object.values(lines).every((own) => own.length === 0)
      }
      sectionsOf={({ balanceSheet: { lines, totals } }) => [
        {
          title: 'Assets',
          lines: lines.assets,
          none: 'No assets recorded',
          totals: [{ label: 'Total assets', ...totals.assets, isResult: true }],
        },
        {
          title: 'Liabilities',
          lines: lines.liabilities,
          none: 'No liabilities recorded',
          totals: [{ label: 'Total liabilities', ...totals.liabilities }],
        },
        {
          title: 'Equity',
          lines: lines.equity,
          more: [
            { label: 'Result of earlier years', ...totals.earlierResult },
            { label: `Result of ${month.slice(0, 4)}`, ...totals.currentResult },
          ],
          totals: [
            { label: 'Total equity', ...totals.equity },
            {
              label: 'Liabilities and equity',
              ...addFigures(totals.liabilities, totals.equity),
              isResult: true,
            },
          ],
        },
      ]}
    />
  );
}

/** Where the cash of the month came from and went (seeds/001 2, direct method). */
export function CashFlowTab({ month }: { month: IsoMonth }) {
  return (
    <Statement
      title="Cash Flow"
      month={month}
      hasYear
      isCash
      describe={(statements) => `Direct method, ${ofMonth(statements)}`}
      isEmpty={({ cashFlow: { lines, totals } }) =>
        Object.values(lines).every((own) => own.length === 0) &&
        totals.openingCash.amount === 0 &&
        totals.closingCash.amount === 0
      }
      sectionsOf={({ cashFlow: { lines, totals } }) => [
        {
          title: 'Operating activities',
          lines: lines.operating,
          groups: groupsOfActivity('operating', lines.operating),
          none: 'No cash from operating activities',
          totals: [{ label: 'Cash from operating activities', ...totals.operating }],
        },
        {
          title: 'Investing activities',
          lines: lines.investing,
          groups: groupsOfActivity('investing', lines.investing),
          none: 'No cash from investing activities',
          totals: [{ label: 'Cash from investing activities', ...totals.investing }],
        },
        {
          title: 'Financing activities',
          lines: lines.financing,
          groups: groupsOfActivity('financing', lines.financing),
          none: 'No cash from financing activities',
          totals: [{ label: 'Cash from financing activities', ...totals.financing }],
        },
        {
          title: 'Cash',
          lines: [],
          totals: [
            { label: 'Opening cash', ...totals.openingCash },
            { label: 'Net cash change', ...totals.netCashChange },
            { label: 'Closing cash', ...totals.closingCash, isResult: true },
          ],
        },
      ]}
    />
  );
}
