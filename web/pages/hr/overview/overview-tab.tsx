import { Button, Callout, Intent } from '@blueprintjs/core';
import { type HrOverview, SAMPLE_TURNOVER_PERCENT } from '@nimule/core/hr/schema';
import { formatSspSum, formatUsd } from '@nimule/core/kernel/money';
import { useRead } from '../../../client/use-read.ts';
import { numberText } from '../../../ui/counted.ts';
import { Spread, Stack } from '../../../ui/layout.tsx';
import { FigureStrip, StatCard } from '../../../ui/stat-card.tsx';
import { SampleTag } from '../../../ui/tags.tsx';
import { DepartmentsPanel } from '../departments/departments-panel.tsx';
import { useShowTab } from '../hr-url.ts';
import { RulesPanel } from './rules-panel.tsx';

/** Figures, departments and rules (seeds/001 2). */
export function OverviewTab() {
  return (
    <Stack>
      <HrFigures />
      <PayrollNotice />
      <DepartmentsPanel />
      <RulesPanel />
    </Stack>
  );
}

/** Payroll that waits for somebody; nothing without the permission for salaries. */
function PayrollNotice() {
  const { data } = useRead('hrOverview');
  const show = useShowTab();
  const { payrollToApprove = 0, payrollToPay = 0 } = data ?? {};
  if (payrollToApprove + payrollToPay === 0) return null;
  return (
    <Callout intent={Intent.PRIMARY} compact role="status">
      <Spread>
        <span>
          Payroll: {numberText(payrollToApprove)} to approve, {numberText(payrollToPay)} to pay.
        </span>
        <Button size="small" onClick={() => show('payroll')}>
          Open payroll
        </Button>
      </Spread>
    </Callout>
  );
}

const percent = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** Without the permission for salaries the answer lacks their fields, and the cards are left out. */
function HrFigures() {
  const { data, error } = useRead('hrOverview');
  const failed = error !== undefined && data === undefined;
  const card = (
    title: string,
    value: (figures: HrOverview) => string,
    subtitle: (figures: HrOverview) => string,
  ) => (
    <StatCard
      title={title}
      value={data && value(data)}
      subtitle={data && subtitle(data)}
      failed={failed}
    />
  );
  return (
    <FigureStrip title="Human resources in figures">
      {card(
        'Total Employees',
        ({ totalEmployees }) => numberText(totalEmployees),
        ({ activeEmployees, inactiveEmployees }) =>
          `${numberText(activeEmployees)} active, ${numberText(inactiveEmployees)} inactive`,
      )}
      {data?.monthlyPayrollUsd !== undefined && (
        <StatCard
          title="Monthly Payroll"
          value={formatUsd(data.monthlyPayrollUsd)}
          subtitle={
            <span className="unbroken">{formatSspSum(data.monthlyPayrollSsp ?? null)}</span>
          }
        />
      )}
      {data?.averageSalaryUsd !== undefined && (
        <StatCard
          title="Average Salary"
          value={formatUsd(data.averageSalaryUsd)}
          subtitle="a month"
        />
      )}
      {card(
        'Pending Leaves',
        ({ pendingLeaves }) => numberText(pendingLeaves),
        () => 'to be decided',
      )}
      <StatCard
        title="Turnover"
        value={data && `${percent.format(data.turnoverPercent ?? SAMPLE_TURNOVER_PERCENT)}%`}
        subtitle="in twelve months"
        tag={data?.turnoverPercent === null && <SampleTag />}
        failed={failed}
      />
    </FigureStrip>
  );
}
