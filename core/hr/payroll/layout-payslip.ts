import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { inPounds, noteBlock, rateText, summaryRow } from '../../documents/pdf/blocks.ts';
import { page } from '../../documents/pdf/page.ts';
import { COLOUR, TEXT } from '../../documents/pdf/style.ts';
import {
  columnWidths,
  type TableRow,
  type TableShape,
  type Totals,
  tableWithTotals,
} from '../../documents/pdf/table.ts';
import { dataText } from '../../documents/pdf/text.ts';
import { formatDate } from '../../kernel/dates.ts';
import { type Cents, formatSsp, formatUsd } from '../../kernel/money.ts';
import type { PayrollStatus } from './schema.ts';
import type { PayslipDocument, PayslipsDocument } from './schema-documents.ts';

const TABLE: TableShape = {
  cellSide: 6,
  columns: [
    { title: 'Description' },
    { title: 'Earnings', width: 100, figure: true },
    { title: 'Deductions', width: 100, figure: true },
  ],
};

const STATUS: Record<PayrollStatus, { word: string; colour: string }> = {
  processed: { word: 'Not approved yet', colour: COLOUR.bad },
  approved: { word: 'Approved', colour: COLOUR.good },
  paid: { word: 'Paid', colour: COLOUR.good },
  reversed: { word: 'Reversed', colour: COLOUR.bad },
};

function rows({ payroll }: PayslipDocument): TableRow[] {
  const [description, earned, deducted] = columnWidths(TABLE) as [number, number, number];
  const line = (text: string, amount: Cents, isDeduction: boolean): TableRow => {
    const figure = formatUsd(amount);
    return {
      cells: [
        dataText(text, TEXT.body, description),
        dataText(isDeduction ? '' : figure, TEXT.figure, earned),
        dataText(isDeduction ? figure : '', TEXT.figure, deducted),
      ],
      texts: [text],
    };
  };
  const hours = payroll.overtimeHours > 0 ? ` (${payroll.overtimeHours} hours by attendance)` : '';
  const optional = (text: string, amount: Cents, isDeduction: boolean) =>
    amount === 0 ? [] : [line(text, amount, isDeduction)];
  return [
    line('Base salary', payroll.baseSalary, false),
    ...optional(`Overtime${hours}`, payroll.overtime, false),
    ...optional('Bonus', payroll.bonus, false),
    line('Income tax', payroll.tax, true),
    line('Social security', payroll.socialSecurity, true),
    ...optional('Repayment of advances', payroll.advances, true),
    ...optional('Other deductions', payroll.deductions, true),
  ];
}

function totals({ payroll, company }: PayslipDocument): Totals {
  const { status, employerSocialSecurity } = payroll;
  const remarks = [
    ...inPounds(company, `In pounds at ${rateText(payroll.exchangeRate)}.`),
    ...(employerSocialSecurity > 0
      ? [`The employer pays ${formatUsd(employerSocialSecurity)} of social security beside it.`]
      : []),
  ];
  const warnings: Partial<Record<PayrollStatus, string>> = {
    processed: 'Not approved yet.',
    reversed: 'This payroll was reversed.',
  };
  const warning = warnings[status];
  return {
    rows: [
      { label: 'Gross pay', value: formatUsd(payroll.grossPay) },
      { label: 'Total deductions', value: formatUsd(payroll.totalDeductions) },
      { label: 'Net pay', value: formatUsd(payroll.netPay), weight: 'final' },
    ],
    remarks,
    ...(warning ? { warning } : {}),
  };
}

/** The layout of a payslip, on one page. */
export function payslipDefinition(slip: PayslipDocument): TDocumentDefinitions {
  const { payroll, company } = slip;
  const { word, colour } = STATUS[payroll.status];
  const content: Content[] = [
    summaryRow(
      'Employee',
      {
        word: 'Employee',
        customerId: payroll.employeeNumber,
        name: payroll.employeeName,
        address: slip.position,
        phone: payroll.department,
        email: slip.email,
      },
      [
        { label: 'Period', value: payroll.payPeriod },
        { label: 'Paid by', value: slip.paidBy },
        { label: 'Paid on', value: payroll.paidOn === null ? '' : formatDate(payroll.paidOn) },
        { label: 'Status', value: word, style: { ...TEXT.strong, color: colour } },
      ],
      {
        label: 'Net pay',
        amount: formatUsd(payroll.netPay),
        lines: inPounds(
          company,
          { text: formatSsp(payroll.netPaySsp), style: TEXT.strong },
          { text: rateText(payroll.exchangeRate) },
        ),
      },
    ),
    ...tableWithTotals(TABLE, rows(slip), totals(slip)),
    ...noteBlock('Notes', payroll.notes),
  ];
  return page({
    company,
    title: 'Payslip',
    number: payroll.payrollNumber,
    date: payroll.endDate,
    content,
  });
}

/** The layout of many payslips, each beginning on a page of its own. */
export function payslipsDefinition({ title, payslips }: PayslipsDocument): TDocumentDefinitions {
  const pages = payslips.map(payslipDefinition);
  const [first] = pages as [TDocumentDefinitions];
  const { footer } = first;
  return {
    ...first,
    info: { ...first.info, title },
    header: undefined,
    // Each page shows its own payslip: numbers of pages would count those of other employees.
    footer: typeof footer === 'function' ? (_current, _count, size) => footer(1, 1, size) : footer,
    content: pages.map(({ content }, index) => ({
      stack: content as Content[],
      ...(index === 0 ? {} : { pageBreak: 'before' as const }),
    })),
  };
}
