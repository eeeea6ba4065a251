import { DownloadIcon } from '@blueprintjs/icons';
import type { OwnPayslip } from '@nimule/core/hr/mine/schema';
import { savePdf } from '../../parts/documents.tsx';
import { RecordList } from '../../parts/record-list.tsx';
import { TwoLines } from '../../ui/layout.tsx';
import { dateColumn, moneyColumn, statusColumn } from '../../ui/table/columns.tsx';
import type { Column } from '../../ui/table/data-table.tsx';

const columns: readonly Column<OwnPayslip>[] = [
  {
    id: 'endDate',
    header: 'Period',
    priority: 1,
    sortable: true,
    cell: ({ payPeriod, payrollNumber }) => (
      <TwoLines quiet={payrollNumber}>
        <strong>{payPeriod}</strong>
      </TwoLines>
    ),
  },
  moneyColumn('grossPay', 'Gross pay'),
  moneyColumn('totalDeductions', 'Deductions', { dashForZero: true }),
  moneyColumn('netPay', 'Net pay', { ssp: 'netPaySsp' }),
  dateColumn('paidOn', 'Paid', { lesser: true }),
  statusColumn(),
];

/** Own payslips that are approved or paid, each as a PDF. */
export function OwnPayslips() {
  return (
    <RecordList
      operation="listOwnPayslips"
      label="Your payslips"
      columns={columns}
      rowName="payPeriod"
      list={{ sort: '-endDate', prefix: 'pay-' }}
      actions={({ id, payrollNumber }) => [
        {
          label: 'Download payslip',
          icon: <DownloadIcon />,
          prominent: true,
          isNamed: true,
          onClick: () =>
            savePdf('ownPayslipPdf', { params: { id } }, `payslip-${payrollNumber}.pdf`),
        },
      ]}
      empty={{
        title: 'No payslips yet',
        description: 'A payslip is shown here once its payroll is approved.',
      }}
    />
  );
}
