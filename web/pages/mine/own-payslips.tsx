import { DownloadIcon } from '@blueprintjs/icons';
import type { OwnPayslip } from '@nimule/core/hr/mine/schema';
import { useList } from '../../client/use-list.ts';
import { savePdf } from '../../parts/documents.tsx';
import { TwoLines } from '../../ui/layout.tsx';
import { dateColumn, moneyColumn } from '../../ui/table/columns.tsx';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { useListState } from '../../ui/table/list-state.ts';
import { StatusTag } from '../../ui/tags.tsx';

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
  {
    id: 'status',
    header: 'Status',
    kind: 'tag',
    priority: 1,
    cell: ({ status }) => <StatusTag status={status} />,
  },
];

/** Own payslips that are approved or paid, each as a PDF. */
export function OwnPayslips() {
  const list = useListState({ sort: '-endDate', prefix: 'pay-' });
  const read = useList('listOwnPayslips', list);
  return (
    <DataTable
      label="Your payslips"
      columns={columns}
      rowKey={({ id }) => id}
      rowName={({ payPeriod }) => payPeriod}
      read={read}
      list={list}
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
