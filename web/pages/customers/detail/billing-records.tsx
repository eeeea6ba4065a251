import { EyeOpenIcon } from '@blueprintjs/icons';
import { useNavigate } from 'react-router-dom';
import { DataTable, type DataTableProps } from '../../../ui/table/data-table.tsx';
import type { RowAction } from '../../../ui/table/row-actions.tsx';

interface BillingRecordsProps<T> extends Omit<DataTableProps<T>, 'rowKey' | 'actions' | 'onOpen'> {
  pathOf: (id: number) => string;
  pdfAction: (record: T) => RowAction;
}

/** Invoices or payments of a customer, which open in Billing. */
export function BillingRecords<T extends { id: number }>(props: BillingRecordsProps<T>) {
  const { pathOf, pdfAction, ...table } = props;
  const navigate = useNavigate();
  const view = ({ id }: T) => navigate(pathOf(id));
  return (
    <DataTable
      {...table}
      rowKey={({ id }) => id}
      actions={(record) => [
        { label: 'View in Billing', icon: <EyeOpenIcon />, onClick: () => view(record) },
        pdfAction(record),
      ]}
      onOpen={view}
    />
  );
}
