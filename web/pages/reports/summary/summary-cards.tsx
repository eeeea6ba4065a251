import { formatRange } from '@nimule/core/kernel/periods';
import type { Report, ReportType, SectionName } from '@nimule/core/reports/comprehensive/schema';
import type { ReactNode } from 'react';
import { numberText } from '../../../ui/counted.ts';
import { Columns } from '../../../ui/page.tsx';
import { StatCard, type Trend } from '../../../ui/stat-card.tsx';
import styles from '../reports.module.css';
import { FigureLink, noneText, percentText, poundsText, valueText } from './figure-value.tsx';
import { type ReportFigure, sectionsOfReport } from './figures.ts';

/** The figures on the cards of each type, by their section and label. */
const cards: Record<ReportType, readonly [SectionName, string][]> = {
  comprehensive: [
    ['financialSummary', 'Total revenue'],
    ['financialSummary', 'Net profit'],
    ['customerMetrics', 'Active customers'],
    ['billingAnalysis', 'Collection rate'],
  ],
  financial: [
    ['financialSummary', 'Total revenue'],
    ['financialSummary', 'Total expenses'],
    ['financialSummary', 'Net profit'],
    ['billingAnalysis', 'Collection rate'],
  ],
  operational: [
    ['operationsAnalysis', 'Tickets resolved'],
    ['operationsAnalysis', 'Node uptime'],
    ['customerMetrics', 'Active customers'],
    ['procurementAnalysis', 'Total spend'],
  ],
  customer: [
    ['customerMetrics', 'Active customers'],
    ['customerMetrics', 'New customers'],
    ['customerMetrics', 'Churn rate'],
    ['billingAnalysis', 'Collection rate'],
  ],
  procurement: [
    ['procurementAnalysis', 'Total spend'],
    ['procurementAnalysis', 'Total orders'],
  ],
  hr: [
    ['hrAnalysis', 'Total employees'],
    ['hrAnalysis', 'Total payroll'],
    ['hrAnalysis', 'Average monthly salary'],
    ['hrAnalysis', 'Attendance rate'],
  ],
};

/** 'Total revenue' → 'Total Revenue', as on other cards. */
function titleOf(label: string): string {
  return label.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

/** The cards of a type while its report is loading. */
export function SummarySkeleton({ type }: { type: ReportType }) {
  return (
    <Columns min={240}>
      {cards[type].map(([, label]) => (
        <StatCard key={label} title={titleOf(label)} value={undefined} />
      ))}
    </Columns>
  );
}

/** How the revenue differs from that of the range before (decision 50). */
function growthTrend({ financialSummary, previousRange }: Report): Trend | undefined {
  const growth = financialSummary?.revenueGrowth;
  if (growth === undefined) return undefined;
  const than = formatRange(previousRange);
  if (growth === null) return { direction: 'none', text: `no revenue in ${than}` };
  if (growth === 0) return { direction: 'flat', text: `as in ${than}` };
  return {
    direction: growth > 0 ? 'up' : 'down',
    text: `${percentText(growth, true)} against ${than}`,
    good: growth > 0,
  };
}

function marginText({ financialSummary }: Report): ReactNode {
  const margin = financialSummary?.profitMargin;
  if (margin === null || margin === undefined) return 'no revenue, so no margin';
  const isLoss = (financialSummary?.netProfit ?? 0) < 0;
  return `${isLoss ? 'a loss, ' : ''}margin ${percentText(margin, true)}`;
}

/** What a card says below its figure. */
function subtitleOf(label: string, report: Report, figure: ReportFigure): ReactNode {
  const { customerMetrics: c, billingAnalysis: b, procurementAnalysis: p } = report;
  const { operationsAnalysis: o } = report;
  const pounds = poundsText(figure.value);
  if (label === 'Net profit') return [pounds, marginText(report)].filter(Boolean).join(', ');
  if (label === 'Active customers' && c)
    return `of ${numberText(c.totalCustomers)}, ${numberText(c.newCustomers)} new`;
  if (label === 'Collection rate' && b)
    return `${numberText(b.overdueInvoices)} of ${numberText(b.totalInvoices)} invoices overdue`;
  if (label === 'Total spend' && p)
    return [pounds, `${numberText(p.totalOrders)} orders`].join(', ');
  if (label === 'Tickets resolved' && o) return `${numberText(o.ticketsOpened)} opened`;
  return pounds;
}

/** The figures that matter most in a report (seeds/002 2). */
export function SummaryCards({ report }: { report: Report }) {
  const sections = new Map(sectionsOfReport(report).map(({ name, figures }) => [name, figures]));
  const shown = cards[report.type].flatMap(([section, label]) => {
    const figure = sections.get(section)?.find((one) => one.label === label);
    return figure ? [figure] : [];
  });
  if (shown.length === 0) return null;
  return (
    <section aria-label="Summary">
      <Columns min={240}>
        {shown.map((figure) => {
          const text = valueText(figure.value);
          return (
            <StatCard
              key={figure.label}
              title={titleOf(figure.label)}
              value={
                text === null ? (
                  <span className={styles.none}>{noneText(figure.value)}</span>
                ) : (
                  <FigureLink figure={figure}>
                    <span className={text.startsWith('-') ? styles.loss : undefined}>{text}</span>
                  </FigureLink>
                )
              }
              subtitle={subtitleOf(figure.label, report, figure)}
              trend={figure.label === 'Total revenue' ? growthTrend(report) : undefined}
            />
          );
        })}
      </Columns>
    </section>
  );
}
