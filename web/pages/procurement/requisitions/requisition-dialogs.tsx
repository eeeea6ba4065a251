import { requiredLines } from '@nimule/core/kernel/text';
import {
  approveInput,
  type Requisition,
  requisitionStatuses,
  reviewInput,
} from '@nimule/core/procurement/requisitions/schema';
import { z } from 'zod';
import { call } from '../../../client/call.ts';
import { DeleteDialog, OperationDialog } from '../../../parts/operation-dialog.tsx';
import {
  bodyOf,
  RequisitionFields,
  requisitionForm,
  tellMissing,
  valuesOf,
} from '../../../parts/procurement/requisition-form.tsx';
import { RecordForm } from '../../../parts/record-form.tsx';
import { SelectField, TextAreaField } from '../../../ui/form/fields.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { humanize } from '../../../ui/tags.tsx';

interface DialogProps {
  requisition: Requisition;
  onClose: () => void;
}

const STATUS_FAILURE = 'Failed to update requisition status.';

function readRequisition({ id }: Requisition): Promise<Requisition> {
  return call('getRequisition', { params: { id } });
}

export function EditRequisitionForm({ requisition, onClose }: DialogProps) {
  const { id, requisitionId } = requisition;
  return (
    <RecordForm
      operation="updateRequisition"
      failure="Failed to update requisition."
      title={`Edit ${requisitionId}`}
      schema={requisitionForm}
      record={requisition}
      read={() => readRequisition(requisition)}
      initial={valuesOf}
      onInvalid={tellMissing}
      toastsFields
      send={(typed, { version }) => ({ params: { id }, body: { ...bodyOf(typed), version } })}
      done={() => toast('Requisition Updated', `${requisitionId} is saved.`)}
      submitLabel="Save requisition"
      onClose={onClose}
      width={960}
    >
      <RequisitionFields notesLabel="Justification" />
    </RecordForm>
  );
}

const notesForm = reviewInput.pick({ notes: true });

/** Reviews a requisition and forwards it for approval (seeds/002 4). */
export function ReviewDialog({ requisition, onClose }: DialogProps) {
  const { id, requisitionId, version } = requisition;
  return (
    <RecordForm
      operation="reviewRequisition"
      failure="Failed to review requisition."
      title={`Review ${requisitionId}`}
      description="A reviewed requisition is forwarded to an administrator for approval."
      schema={notesForm}
      initial={{ notes: '' }}
      send={(typed) => ({ params: { id }, body: { ...typed, version } })}
      done={() => toast('Requisition Reviewed', `${requisitionId} forwarded for approval`)}
      submitLabel="Review"
      busyLabel="Reviewing…"
      onClose={onClose}
    >
      <TextAreaField name="notes" label="Notes" help="The approver reads them." />
    </RecordForm>
  );
}

const decisionForm = approveInput.pick({ notes: true });

/** Approves or rejects a requisition. */
export function DecisionDialog({
  requisition,
  status,
  onClose,
}: DialogProps & { status: 'approved' | 'rejected' }) {
  const { id, requisitionId, version } = requisition;
  const isApproval = status === 'approved';
  return (
    <RecordForm
      operation="approveRequisition"
      failure={STATUS_FAILURE}
      title={`${isApproval ? 'Approve' : 'Reject'} ${requisitionId}`}
      description={
        isApproval
          ? 'A purchase order can be made of an approved requisition.'
          : 'No purchase order can be made of a rejected requisition.'
      }
      schema={decisionForm}
      initial={{ notes: '' }}
      send={(typed) => ({ params: { id }, body: { ...typed, status, version } })}
      done={() => toast('Requisition Updated', `${requisitionId} is ${status}.`)}
      submitLabel={isApproval ? 'Approve' : 'Reject'}
      destructive={!isApproval}
      onClose={onClose}
    >
      <TextAreaField name="notes" label="Notes" />
    </RecordForm>
  );
}

const statusForm = z.object({
  status: z.enum(requisitionStatuses),
  reason: requiredLines('The reason', 500),
});

/** Sets any status, with a reason; privileged roles only (seeds/002 4, decision 42). */
export function RequisitionStatusDialog({ requisition, onClose }: DialogProps) {
  const { id, requisitionId, status } = requisition;
  return (
    <RecordForm
      operation="updateRequisition"
      failure={STATUS_FAILURE}
      title={`Status of ${requisitionId}`}
      description={`It is ${status}. A status that contradicts its purchase order is refused.`}
      schema={statusForm}
      record={requisition}
      read={() => readRequisition(requisition)}
      initial={(current) => ({ status: current.status, reason: '' })}
      needs={['reason']}
      send={(typed, { version }) => ({ params: { id }, body: { ...typed, version } })}
      done={(saved) => toast('Requisition Updated', `${requisitionId} is ${saved.status}.`)}
      submitLabel="Set status"
      onClose={onClose}
    >
      <SelectField
        name="status"
        label="Status"
        options={requisitionStatuses.map((value) => ({ value, label: humanize(value) }))}
      />
      <TextAreaField name="reason" label="Reason" help="Kept in the audit log." />
    </RecordForm>
  );
}

export function DeleteRequisitionDialog({ requisition, onClose }: DialogProps) {
  const { id, requisitionId, requestedBy } = requisition;
  return (
    <DeleteDialog
      operation="deleteRequisition"
      id={id}
      failure="Failed to delete purchase requisition."
      title={`Delete ${requisitionId}?`}
      confirmLabel="Delete requisition"
      done={() => toast('Purchase requisition deleted successfully', requisitionId)}
      onClose={onClose}
    >
      The requisition of {requestedBy} is deleted. This cannot be undone; the audit log keeps it.
    </DeleteDialog>
  );
}

interface LowStockDialogProps {
  onMade: (made: Requisition) => void;
  onClose: () => void;
}

/** Makes one requisition of what is low in stock. */
export function LowStockDialog({ onMade, onClose }: LowStockDialogProps) {
  return (
    <OperationDialog
      operation="requisitionOfLowStock"
      input={{}}
      failure="Failed to create requisition. Please try again."
      title="Request low stock?"
      confirmLabel="Create requisition"
      done={onMade}
      onClose={onClose}
    >
      One requisition is made for all items at or below their minimum stock: up to twice the
      minimum, less what is ordered or asked for already.
    </OperationDialog>
  );
}
