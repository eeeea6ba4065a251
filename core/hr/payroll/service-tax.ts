import type { Ctx } from '../../context.ts';
import { type Column, exportSheets } from '../../documents/sheets/write.ts';
import { mayOf } from '../../identity/actor.ts';
import type { FileAnswer } from '../../kernel/contract.ts';
import { addMonths, firstDay, type IsoMonth, lastDay, monthOf } from '../../kernel/dates.ts';
import { invalidField } from '../../kernel/errors.ts';
import { type Cents, ZERO } from '../../kernel/money.ts';
import { PAY } from '../schema.ts';
import { sumByEmployee, sumByMonth, sumRemitted } from './queries-tax.ts';
import type { TaxReport, TaxReportExport, TaxReportQuery } from './schema.ts';
import type { RemittanceKind } from './schema-payments.ts';

/** The months shown when none are named, and at most. */
const USUAL_MONTHS = 12;
const MOST_MONTHS = 36;

/** @throws AppError invalid for a period that ends before it begins or is longer than three years. */
function periodOf(ctx: Ctx, query: TaxReportQuery): { from: IsoMonth; to: IsoMonth } {
  const to = query.to ?? monthOf(ctx.today);
  const from = query.from ?? addMonths(to, 1 - USUAL_MONTHS);
  if (from > to) invalidField('from', 'The period ends before it begins.');
  if (addMonths(from, MOST_MONTHS) <= to)
    invalidField('from', `Choose a period of at most ${MOST_MONTHS} months.`);
  return { from, to };
}

/**
 * Tax, social security and other deductions of approved and paid payrolls by the month of their last day and by employee, and
 * what was remitted for each month. US cents; the last twelve months when none are named.
 * @throws AppError invalid for a period that ends before it begins or is longer than three years.
 */
export async function payrollTaxReport(ctx: Ctx, query: TaxReportQuery): Promise<TaxReport> {
  const { from, to } = periodOf(ctx, query);
  const [first, last] = [firstDay(from), lastDay(to)];
  const remitted = new Map<string, Cents>();
  for (const { month, kind, cents } of await sumRemitted(ctx.db, first, last))
    remitted.set(`${monthOf(month)} ${kind}`, cents);
  const byMonth = await sumByMonth(ctx.db, first, last);
  const employees = await sumByEmployee(ctx.db, first, last);
  return {
    from,
    to,
    months: byMonth.map((row) => {
      const month = monthOf(row.month);
      const of = (kind: RemittanceKind) => remitted.get(`${month} ${kind}`) ?? ZERO;
      return {
        ...row,
        month,
        remittedTaxUsd: of('income_tax'),
        remittedSocialUsd: of('social_security'),
        remittedOtherUsd: of('other_deductions'),
      };
    }),
    employees: employees.map((row) => ({ ...row, month: monthOf(row.month) })),
  };
}

type Row = Partial<TaxReport['months'][number]> & Partial<TaxReport['employees'][number]>;

const sums = ['grossUsd', 'taxUsd', 'socialUsd', 'employerUsd', 'otherUsd', 'netUsd'] as const;
const remittedSums = ['remittedTaxUsd', 'remittedSocialUsd', 'remittedOtherUsd'] as const;

function moneyColumns(names: readonly (keyof Row)[]): Column<Row>[] {
  return names.map((name) => ({
    header: name,
    kind: 'money',
    value: (row) => row[name] ?? null,
    needs: PAY,
  }));
}

const month: Column<Row> = { header: 'month', kind: 'text', value: (row) => row.month ?? '' };

/** The report as .xlsx or .csv: months, then employees by month (decision 20). @throws AppError as `payrollTaxReport`. */
export async function exportPayrollTaxReport(
  ctx: Ctx,
  { format = 'xlsx', ...query }: TaxReportExport,
): Promise<FileAnswer> {
  const { from, to, months, employees } = await payrollTaxReport(ctx, query);
  const byMonth: Column<Row>[] = [
    month,
    { header: 'employees', kind: 'integer', value: (row) => row.employees ?? null },
    ...moneyColumns([...sums, ...remittedSums]),
  ];
  const byEmployee: Column<Row>[] = [
    month,
    { header: 'employeeNumber', kind: 'text', value: (row) => row.employeeNumber ?? '' },
    { header: 'employeeName', kind: 'text', value: (row) => row.employeeName ?? '', width: 32 },
    ...moneyColumns(sums),
  ];
  return exportSheets<Row>(
    { name: `payroll-tax-${from}-${to}`, format },
    [
      { name: 'Months', columns: byMonth, rows: months },
      { name: 'Employees', columns: byEmployee, rows: employees },
    ],
    mayOf(ctx.actor),
  );
}
