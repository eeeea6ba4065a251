import {
  BanCircleIcon,
  DisableIcon,
  DocumentIcon,
  DownloadIcon,
  EditIcon,
  EndorsedIcon,
  EyeOpenIcon,
  InboxUpdateIcon,
  TickIcon,
  TrashIcon,
  UndoIcon,
} from '@blueprintjs/icons';
import type { OrderAction, PurchaseOrder } from '@nimule/core/procurement/orders/schema';
import type { ReactElement } from 'react';
import { download } from '../../../client/download.ts';
import { ClientError } from '../../../client/errors.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { savePdf } from '../../../parts/documents.tsx';
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx';
import { type RecordActions, useDialogs } from '../../../ui/overlay/dialogs.ts';
import { toast, toastError, toastFailure } from '../../../ui/overlay/toaster.tsx';
import type { RowAction } from '../../../ui/table/row-actions.tsx';
import { NewBillDialog } from '../bills/new-bill-dialog.tsx';
import { GoodsDialog } from '../goods/goods-dialog.tsx';
import { excessText, totalText } from '../procurement-words.ts';
import { EditOrderForm } from './edit-order-form.tsx';
import {
  DeleteOrderDialog,
  EndOrderDialog,
  OrderStatusDialog,
  STATUS_FAILURE,
  STATUS_UPDATED,
} from './order-dialogs.tsx';

interface Words {
  label: string;
  icon: ReactElement;
  destructive?: boolean;
  prominent?: boolean;
  isGrave?: boolean;
}

const words: Readonly<Record<OrderAction, Words>> = {
  approvePdf: { label: 'Approve & PDF', icon: <EndorsedIcon />, prominent: true, isGrave: true },
  approve: { label: 'Approve', icon: <TickIcon />, prominent: true, isGrave: true },
  reject: { label: 'Reject', icon: <DisableIcon />, destructive: true },
  receive: { label: 'Receive goods', icon: <InboxUpdateIcon />, prominent: true },
  bill: { label: 'Record bill', icon: <DocumentIcon /> },
  return: { label: 'Return goods', icon: <UndoIcon /> },
  edit: { label: 'Edit', icon: <EditIcon /> },
  setStatus: { label: 'Set status', icon: <EndorsedIcon /> },
  cancel: { label: 'Cancel order', icon: <BanCircleIcon />, destructive: true },
  delete: { label: 'Delete', icon: <TrashIcon />, destructive: true },
};
const inOrder = Object.keys(words) as OrderAction[];

function tell(error: unknown): void {
  if (error instanceof ClientError) toastFailure(error);
  else reportError(error);
}

/** Approval at one press, with and without the PDF (seeds/002 6 and 8). */
function useApproval() {
  const withPdf = useMutation('setOrderStatus', {
    failure: 'Failed to approve purchase order or generate PDF',
  });
  const alone = useMutation('setOrderStatus', { failure: STATUS_FAILURE });
  const inputOf = ({ id, version }: PurchaseOrder) =>
    ({ params: { id }, body: { status: 'approved', version } }) as const;
  return {
    approve: async (order: PurchaseOrder) => {
      if (alone.busy) return;
      try {
        await alone.run(inputOf(order));
      } catch (error) {
        tell(error);
        return;
      }
      toast(STATUS_UPDATED, `${order.poNumber} is approved.`);
    },
    approvePdf: async (order: PurchaseOrder) => {
      if (withPdf.busy) return;
      const { id, poNumber } = order;
      try {
        await withPdf.run(inputOf(order));
      } catch (error) {
        tell(error);
        return;
      }
      download('orderPdf', { params: { id } }, `${poNumber}.pdf`).then(
        () => toast('Purchase order approved and PDF downloaded!', poNumber),
        (error) =>
          error instanceof ClientError ? toastError('Failed to generate PDF') : reportError(error),
      );
    },
  };
}

/** An order above its requisition is approved after a question. */
interface Exceeding {
  order: PurchaseOrder;
  approval: 'approve' | 'approvePdf';
}

/** What the server says may be done with an order now, with the dialogs. */
export function useOrderChanges(): RecordActions<PurchaseOrder> {
  const approve = useApproval();
  const { open, dialog } = useDialogs({
    edit: (order: PurchaseOrder, close) => <EditOrderForm order={order} onClose={close} />,
    reject: (order: PurchaseOrder, close) => (
      <EndOrderDialog order={order} status="rejected" onClose={close} />
    ),
    cancel: (order: PurchaseOrder, close) => (
      <EndOrderDialog order={order} status="cancelled" onClose={close} />
    ),
    setStatus: (order: PurchaseOrder, close) => <OrderStatusDialog order={order} onClose={close} />,
    receive: (order: PurchaseOrder, close) => (
      <GoodsDialog order={order} kind="receipt" onClose={close} />
    ),
    return: (order: PurchaseOrder, close) => (
      <GoodsDialog order={order} kind="return" onClose={close} />
    ),
    exceeding: ({ order, approval }: Exceeding, close) => (
      <ConfirmDialog
        title={`Approve ${order.poNumber}?`}
        confirmLabel={words[approval].label}
        onConfirm={() => approve[approval](order)}
        onClose={close}
      >
        <p>{`${order.supplierName}, ${totalText(order)}: ${excessText(order)}.`}</p>
      </ConfirmDialog>
    ),
    delete: (order: PurchaseOrder, close) => <DeleteOrderDialog order={order} onClose={close} />,
    bill: (order: PurchaseOrder, close) => (
      <NewBillDialog
        supplier={{ id: order.supplierId, name: order.supplierName }}
        orderId={order.id}
        onClose={close}
      />
    ),
  });
  const run = (action: OrderAction, order: PurchaseOrder) => {
    if (action !== 'approve' && action !== 'approvePdf') open(action, order);
    else if (order.excessUsd > 0) open('exceeding', { order, approval: action });
    else approve[action](order).catch(reportError);
  };
  return {
    of: (order) =>
      inOrder
        .filter((action) => order.actions.includes(action))
        // Who may approve with the PDF has no second button (seeds/002 6).
        .filter((action) => action !== 'approve' || !order.actions.includes('approvePdf'))
        .map((action): RowAction => ({ ...words[action], onClick: () => run(action, order) })),
    dialog,
  };
}

export function orderPdfAction({ id, poNumber }: PurchaseOrder): RowAction {
  return {
    label: 'Download PDF',
    icon: <DownloadIcon />,
    onClick: () => savePdf('orderPdf', { params: { id } }, `${poNumber}.pdf`),
  };
}

/** In the list: view first. */
export function useOrderActions(
  onView: (order: { id: number }) => void,
): RecordActions<PurchaseOrder> {
  const changes = useOrderChanges();
  return {
    of: (order) => [
      { label: 'View', icon: <EyeOpenIcon />, onClick: () => onView(order), prominent: true },
      ...changes.of(order),
      orderPdfAction(order),
    ],
    dialog: changes.dialog,
  };
}
