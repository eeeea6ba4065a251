import { ExportIcon } from '@blueprintjs/icons';
import type { CallInput } from '../../client/call.ts';
import { download } from '../../client/download.ts';
import { ClientError } from '../../client/errors.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { toast, toastFailure } from '../../ui/overlay/toaster.tsx';
import { type ListOptions, useListState } from '../../ui/table/list-state.ts';
import { useBillList } from './bills/bills-table.tsx';
import { useOrderList } from './orders/order-table.tsx';
import type { ProcurementView } from './procurement-url.ts';
import { useRequisitionList } from './requisitions/requisition-table.tsx';
import { useSupplierList } from './suppliers/supplier-table.tsx';

type Exported = 'exportOrders' | 'exportRequisitions' | 'exportSuppliers' | 'exportBills';

interface ExportButtonProps {
  operation: Exported;
  list: ListOptions<string>;
  /** 'The suppliers'. */
  what: string;
}

/** Saves the list of a tab, as it is filtered and sorted, as an Excel workbook (decision 20). */
function ExportButton({ operation, list, what }: ExportButtonProps) {
  const { filter, sort } = useListState(list);
  const save = () => {
    toast('Export Started', `${what} are being written as .xlsx.`);
    const query = { ...filter, sort, format: 'xlsx' };
    const name = `${operation.slice('export'.length).toLowerCase()}.xlsx`;
    download(operation, { query } as CallInput<Exported>, name).catch((error) => {
      if (error instanceof ClientError) toastFailure(error, 'Export Failed');
      else reportError(error);
    });
  };
  return (
    <ActionButton icon={<ExportIcon />} onClick={save}>
      Export Data
    </ActionButton>
  );
}

function ExportOrders() {
  return <ExportButton operation="exportOrders" list={useOrderList()} what="The purchase orders" />;
}

function ExportRequisitions() {
  const list = useRequisitionList();
  return <ExportButton operation="exportRequisitions" list={list} what="The requisitions" />;
}

function ExportSuppliers() {
  return <ExportButton operation="exportSuppliers" list={useSupplierList()} what="The suppliers" />;
}

function ExportBills() {
  return <ExportButton operation="exportBills" list={useBillList()} what="The supplier bills" />;
}

/** The button Export Data: the list of the tab; of overview and analytics the orders, from which their figures come. */
export function ExportData({ view }: { view: ProcurementView }) {
  if (view === 'suppliers') return <ExportSuppliers />;
  if (view === 'requisitions' || view === 'new-requisition') return <ExportRequisitions />;
  return view === 'bills' ? <ExportBills /> : <ExportOrders />;
}
