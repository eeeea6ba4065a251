import {
  BanCircleIcon,
  DisableIcon,
  DocumentIcon,
  EditIcon,
  EndorsedIcon,
  EyeOpenIcon,
  TickIcon,
  TruckIcon,
  UndoIcon,
} from '@blueprintjs/icons';
import type { SaleAction, SalesOrder, SalesOrderDetail } from '@nimule/core/sales/schema';
import type { ReactElement } from 'react';
import { ClientError } from '../../../client/errors.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { type RecordActions, useDialogs } from '../../../ui/overlay/dialogs.ts';
import { toast, toastFailure } from '../../../ui/overlay/toaster.tsx';
import type { RowAction } from '../../../ui/table/row-actions.tsx';
import {
  ConfirmSaleDialog,
  DeliverDialog,
  EndSaleDialog,
  ReturnDialog,
  STATUS_FAILURE,
  STATUS_UPDATED,
} from './sale-dialogs.tsx';
import { EditSaleForm } from './sale-forms.tsx';
import { saveDeliveryNote, saveSaleInvoice } from './sale-words.tsx';

interface Words {
  label: string;
  icon: ReactElement;
  destructive?: boolean;
}

/** In the order in which they are shown. */
const words: Readonly<Record<SaleAction, Words>> = {
  approve: { label: 'Approve', icon: <TickIcon /> },
  confirm: { label: 'Confirm', icon: <EndorsedIcon /> },
  deliver: { label: 'Deliver', icon: <TruckIcon /> },
  return: { label: 'Return goods', icon: <UndoIcon /> },
  edit: { label: 'Edit', icon: <EditIcon /> },
  reject: { label: 'Reject', icon: <DisableIcon />, destructive: true },
  cancel: { label: 'Cancel order', icon: <BanCircleIcon />, destructive: true },
};
const inOrder = Object.keys(words) as SaleAction[];

/** Approval at one press. */
function useApprove() {
  const { run, busy } = useMutation('changeSaleStatus', { failure: STATUS_FAILURE });
  return ({ id, orderNumber, version }: SalesOrderDetail) => {
    if (busy) return;
    run({ params: { id }, body: { status: 'approved', version } }).then(
      () => toast(STATUS_UPDATED, `${orderNumber} is approved.`),
      (error) => (error instanceof ClientError ? toastFailure(error) : reportError(error)),
    );
  };
}

/** What the server says may be done with an order now, with the dialogs. */
export function useSaleChanges(): RecordActions<SalesOrderDetail> {
  const approve = useApprove();
  const { open, dialog } = useDialogs({
    edit: (sale: SalesOrderDetail, close) => <EditSaleForm sale={sale} onClose={close} />,
    confirm: (sale: SalesOrderDetail, close) => <ConfirmSaleDialog sale={sale} onClose={close} />,
    deliver: (sale: SalesOrderDetail, close) => <DeliverDialog sale={sale} onClose={close} />,
    return: (sale: SalesOrderDetail, close) => <ReturnDialog sale={sale} onClose={close} />,
    reject: (sale: SalesOrderDetail, close) => (
      <EndSaleDialog sale={sale} status="rejected" onClose={close} />
    ),
    cancel: (sale: SalesOrderDetail, close) => (
      <EndSaleDialog sale={sale} status="cancelled" onClose={close} />
    ),
  });
  return {
    of: (sale) =>
      inOrder
        .filter((action) => sale.actions.includes(action))
        .map(
          (action): RowAction => ({
            ...words[action],
            onClick: () => (action === 'approve' ? approve(sale) : open(action, sale)),
          }),
        ),
    dialog,
  };
}

/** The documents of an order. */
export function saleDocuments(sale: SalesOrder): RowAction[] {
  const hasGoods = sale.status === 'confirmed' || sale.status === 'delivered';
  return [
    {
      label: sale.invoiceId === null ? 'Pro forma' : 'Invoice',
      icon: <DocumentIcon />,
      onClick: () => saveSaleInvoice(sale),
    },
    ...(hasGoods
      ? [
          {
            label: 'Delivery note',
            icon: <TruckIcon />,
            onClick: () => saveDeliveryNote(sale),
          },
        ]
      : []),
  ];
}

/** In the list: view and documents; what may be done is offered in the drawer. */
export function saleRowActions(onView: (sale: SalesOrder) => void) {
  return (sale: SalesOrder): RowAction[] => [
    { label: 'View', icon: <EyeOpenIcon />, onClick: () => onView(sale), prominent: true },
    ...saleDocuments(sale),
  ];
}
