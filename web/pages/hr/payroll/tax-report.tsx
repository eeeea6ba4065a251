import type { TaxReport } from '@nimule/core/hr/payroll/schema';
import { addMonths, formatMonth, type IsoMonth, monthOf } from '@nimule/core/kernel/dates';
import { addCents, type Cents, formatUsd, sumOf } from '@nimule/core/kernel/money';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useRead } from '../../../client/use-read.ts';
import { ExportMenu } from '../../../parts/export-menu.tsx';
import { MonthSelect, monthsAround } from '../../../parts/months.tsx';
import { numberText } from '../../../ui/counted.ts';
import { Inline, Stack, TwoLines } from '../../../ui/layout.tsx';
import { Panel } from '../../../ui/page.tsx';
import { Empty, Loaded } from '../../../ui/states.tsx';
import { type SmallColumn, SmallTable } from '../../../ui/table/small-table.tsx';
import { today } from '../../../ui/today.ts';
import { Money } from '../../../ui/values.tsx';

/** The months that can be chosen, newest first, and of how many the report is at first. */
const MONTHS_BACK = 35;
const USUAL_MONTHS = 12;

/** The period of the report, in the URL: `?tax-from=2026-01&tax-to=2026-06`. */
function usePeriod(months: readonly IsoMonth[]) {
  const [params, setParams] = useSearchParams();
  const chosen = (name: string, fallback: IsoMonth) =>
    months.find((month) => month === params.get(name)) ?? fallback;
  const thisMonth = monthOf(today());
  const to = chosen('tax-to', thisMonth);
  const from = chosen('tax-from', addMonths(thisMonth, 1 - USUAL_MONTHS));
  const choose = (name: 'tax-from' | 'tax-to') => (month: IsoMonth) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      next.set(name, month);
      // The other end follows one that passes it.
      if (name === 'tax-from' && month > to) next.set('tax-to', month);
      if (name === 'tax-to' && month < from) next.set('tax-from', month);
      return next;
    });
  return { from, to, chooseFrom: choose('tax-from'), chooseTo: choose('tax-to') };
}

/** Tax, social security and other deductions by month of pay, with what was remitted for each month. */
export function TaxReportView() {
  const months = monthsAround(today(), MONTHS_BACK, 1);
  const { from, to, chooseFrom, chooseTo } = usePeriod(months);
  const read = useRead('payrollTaxReport', { query: { from, to } }, { keepPrevious: true });
  return (
    <Stack>
      <Panel
        title="Tax and social security by month"
        description="Of approved and paid payrolls, by the month of their last day."
        actions={
          <Inline>
            <MonthSelect label="First month" months={months} value={from} onChoose={chooseFrom} />
            <MonthSelect label="Last month" months={months} value={to} onChoose={chooseTo} />
            <ExportMenu
              operation="exportPayrollTaxReport"
              query={{ from, to }}
              what="The months and employees of this period"
              label="Export the report"
            />
          </Inline>
        }
      >
        <Loaded read={read} loading="Loading the report…" lines={8}>
          {(report) => <Months report={report} />}
        </Loaded>
      </Panel>
      {read.data && read.data.employees.length > 0 && <EmployeesPanel report={read.data} />}
    </Stack>
  );
}

type Month = TaxReport['months'][number];
type Sums = Omit<Month, 'month' | 'employees'>;
const amounts = [
  'grossUsd',
  'taxUsd',
  'socialUsd',
  'employerUsd',
  'otherUsd',
  'netUsd',
  'remittedTaxUsd',
  'remittedSocialUsd',
  'remittedOtherUsd',
] as const satisfies readonly (keyof Sums)[];

interface Row extends Sums {
  key: string;
  title: ReactNode;
  employees: string;
}

const plain = (header: string, field: keyof Sums): SmallColumn<Row> => ({
  header,
  align: 'right',
  minor: true,
  cell: (row) => <Money usd={row[field]} dashForZero />,
});

/** What is owed, with what was remitted for the month below. */
const owedColumn = (
  header: string,
  owed: (row: Row) => Cents,
  remitted: keyof Sums,
): SmallColumn<Row> => ({
  header,
  align: 'right',
  cell: (row) => (
    <TwoLines align="right" quiet={remittedText(owed(row), row[remitted])}>
      <Money usd={owed(row)} dashForZero />
    </TwoLines>
  ),
});

function remittedText(owed: Cents, remitted: Cents): string | undefined {
  if (remitted === 0) return undefined;
  return remitted === owed ? 'remitted' : `${formatUsd(remitted)} remitted`;
}

/** The employer's share and other deductions have columns where there are any. */
function columnsFor({ employerUsd, otherUsd, remittedOtherUsd }: Sums): SmallColumn<Row>[] {
  const both = ({ socialUsd, employerUsd: share }: Row) => addCents(socialUsd, share);
  const hasShare = employerUsd !== 0;
  const hasOther = otherUsd !== 0 || remittedOtherUsd !== 0;
  return [
    { header: 'Month', cell: ({ title }) => title },
    { header: 'Employees', align: 'right', minor: true, cell: ({ employees }) => employees },
    plain('Gross', 'grossUsd'),
    owedColumn('Income tax', ({ taxUsd }) => taxUsd, 'remittedTaxUsd'),
    owedColumn('Social security', both, 'remittedSocialUsd'),
    ...(hasShare ? [plain("of it employer's", 'employerUsd')] : []),
    ...(hasOther ? [owedColumn('Other', (row) => row.otherUsd, 'remittedOtherUsd')] : []),
    plain('Net pay', 'netUsd'),
  ];
}

/** The months, newest first, and their sum. */
function Months({ report: { months } }: { report: TaxReport }) {
  if (months.length === 0)
    return (
      <Empty
        title="No payroll in these months"
        description="Approved payrolls are counted here by the month of their last day."
      />
    );
  const rows = months
    .map(({ month, employees, ...sums }): Row => {
      return { ...sums, key: month, title: formatMonth(month), employees: numberText(employees) };
    })
    .sort((one, other) => (one.key < other.key ? 1 : -1));
  const total = Object.fromEntries(
    amounts.map((field) => [field, sumOf(months, (month) => month[field])]),
  ) as unknown as Sums;
  return (
    <SmallTable
      label="Tax and social security by month"
      columns={columnsFor(total)}
      rows={[...rows, { ...total, key: 'total', title: <strong>Total</strong>, employees: '' }]}
      rowKey={({ key }) => key}
    />
  );
}

type EmployeeRow = TaxReport['employees'][number];

const employeeMoney = (
  header: string,
  field: 'grossUsd' | 'taxUsd' | 'socialUsd' | 'employerUsd' | 'otherUsd' | 'netUsd',
  minor = true,
): SmallColumn<EmployeeRow> => ({
  header,
  align: 'right',
  minor,
  cell: (row) => <Money usd={row[field]} dashForZero />,
});

function employeeColumns(rows: readonly EmployeeRow[]): SmallColumn<EmployeeRow>[] {
  return [
    {
      header: 'Employee',
      cell: ({ employeeName, employeeNumber }) => (
        <TwoLines quiet={<span className="mono">{employeeNumber}</span>}>
          <span dir="auto">{employeeName}</span>
        </TwoLines>
      ),
    },
    employeeMoney('Gross', 'grossUsd'),
    employeeMoney('Income tax', 'taxUsd', false),
    employeeMoney('Social security', 'socialUsd', false),
    ...(rows.some((row) => row.employerUsd !== 0)
      ? [employeeMoney("Employer's share", 'employerUsd')]
      : []),
    ...(rows.some((row) => row.otherUsd !== 0) ? [employeeMoney('Other', 'otherUsd')] : []),
    employeeMoney('Net pay', 'netUsd'),
  ];
}

/** The employees of one month of the report, the last at first. */
function EmployeesPanel({ report }: { report: TaxReport }) {
  const [params, setParams] = useSearchParams();
  const months = report.months
    .map(({ month }) => month)
    .sort()
    .reverse();
  const shown = months.find((month) => month === params.get('tax-of')) ?? months[0];
  if (shown === undefined) return null;
  const rows = report.employees.filter(({ month }) => month === shown);
  const choose = (month: IsoMonth) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      next.set('tax-of', month);
      return next;
    });
  return (
    <Panel
      title="By employee"
      actions={
        <MonthSelect
          label="Month of the employees"
          months={months}
          value={shown}
          onChoose={choose}
        />
      }
    >
      <SmallTable
        label={`Tax and social security of ${formatMonth(shown)} by employee`}
        columns={employeeColumns(rows)}
        rows={rows}
        rowKey={({ employeeId }) => employeeId}
      />
    </Panel>
  );
}
