import { optionalLines, requiredLines } from '@nimule/core/kernel/text';
import {
  type OrderStatus,
  orderStatuses,
  type PurchaseOrder,
} from '@nimule/core/procurement/orders/schema';
import { z } from 'zod';
import { useCurrentUser } from '../../../client/session.ts';
import { RecordForm } from '../../../parts/record-form.tsx';
import { SelectField, TextAreaField } from '../../../ui/form/fields.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { humanize } from '../../../ui/tags.tsx';
import { totalText } from '../procurement-words.ts';

export const STATUS_FAILURE = 'Failed to update purchase order status.';
export const STATUS_UPDATED = 'Purchase order status updated successfully';

interface DialogProps {
  order: PurchaseOrder;
  onClose: () => void;
}

const reasonForm = z.object({ reason: optionalLines('The reason', 500) });

const steps = {
  rejected: {
    verb: 'Reject',
    text: 'It stays in the list as rejected, and its requisition can be ordered again.',
  },
  cancelled: {
    verb: 'Cancel',
    text: 'What is still to come is not expected any more. Goods that came stay.',
  },
} as const;

/** What cancelling does once a part has come. */
const REST =
  'A part has come: only the rest is cancelled. The order is received with the value of what came, and keeps what was ordered.';

/** Rejects or cancels an order. */
export function EndOrderDialog({
  order,
  status,
  onClose,
}: DialogProps & { status: keyof typeof steps }) {
  const { id, poNumber, supplierName, version } = order;
  const { verb, text } = steps[status];
  const came = order.items.some(({ receivedQuantity }) => receivedQuantity > 0);
  const isRest = status === 'cancelled' && came;
  return (
    <RecordForm
      operation="setOrderStatus"
      failure={STATUS_FAILURE}
      title={isRest ? `Cancel the rest of ${poNumber}?` : `${verb} ${poNumber}?`}
      description={`${supplierName}, ${totalText(order)}. ${isRest ? REST : text}`}
      schema={reasonForm}
      initial={{ reason: '' }}
      send={(typed) => ({ params: { id }, body: { ...typed, status, version } })}
      done={() =>
        toast(
          STATUS_UPDATED,
          isRest ? `The rest of ${poNumber} is cancelled.` : `${poNumber} is ${status}.`,
        )
      }
      submitLabel={isRest ? 'Cancel the rest' : `${verb} order`}
      destructive
      onClose={onClose}
    >
      <TextAreaField name="reason" label="Reason" rows={2} help="Kept in the audit log." />
    </RecordForm>
  );
}

const statusForm = z.object({
  status: z.enum(orderStatuses),
  reason: requiredLines('The reason', 500),
});

/** Sets any status, with a reason; privileged roles only, once the order is not pending (seeds/002 4). */
export function OrderStatusDialog({ order, onClose }: DialogProps) {
  const { id, poNumber, status, version } = order;
  return (
    <RecordForm
      operation="setOrderStatus"
      failure={STATUS_FAILURE}
      title={`Status of ${poNumber}`}
      description={`It is ${status}. 'Received' takes in everything that is still to come. 'Cancelled' after a part has come cancels only the rest, and the order is received.`}
      schema={statusForm}
      initial={{ status: status as OrderStatus, reason: '' }}
      needs={['reason']}
      send={(typed) => ({ params: { id }, body: { ...typed, version } })}
      done={(saved) => toast(STATUS_UPDATED, `${poNumber} is ${saved.status}.`)}
      submitLabel="Set status"
      onClose={onClose}
    >
      <SelectField
        name="status"
        label="Status"
        options={orderStatuses.map((value) => ({ value, label: humanize(value) }))}
      />
      <TextAreaField name="reason" label="Reason" rows={2} help="Kept in the audit log." />
    </RecordForm>
  );
}

/** Deletes an order with its reason, which the audit log keeps (seeds/002 6). */
export function DeleteOrderDialog({ order, onClose }: DialogProps) {
  const { role } = useCurrentUser();
  const { id, poNumber, supplierName, version } = order;
  return (
    <RecordForm
      operation="deleteOrder"
      failure="Failed to delete purchase order."
      title={`Delete ${poNumber}?`}
      description={`The order to ${supplierName} over ${totalText(order)} is deleted. This cannot be undone; the audit log keeps the order and the reason.`}
      schema={reasonForm}
      initial={{ reason: `Purchase order deleted by ${role}` }}
      send={(typed) => ({ params: { id }, body: { ...typed, version } })}
      done={() => toast('Purchase order deleted successfully with audit trail', poNumber)}
      submitLabel="Delete order"
      busyLabel="Deleting…"
      destructive
      onClose={onClose}
    >
      <TextAreaField name="reason" label="Reason" rows={2} />
    </RecordForm>
  );
}
