import { toastWithActions } from '../../ui/overlay/toaster.tsx';
import { RecordForm } from '../record-form.tsx';
import {
  bodyOf,
  newRequisition,
  RequisitionFields,
  requisitionDialogForm,
  tellMissing,
} from './requisition-form.tsx';

export const FAILURE = { failure: 'Failed to create requisition. Please try again.' };

export interface CreatedRequisition {
  id: number;
  requisitionId: string;
}

/** seeds/002 8. */
export function tellCreated(
  made: CreatedRequisition,
  onShow: (made: CreatedRequisition) => void,
): void {
  toastWithActions('Requisition Created', `${made.requisitionId} submitted for review`, [
    { label: 'Open', onClick: () => onShow(made) },
  ]);
}

interface NewRequisitionDialogProps {
  onShow: (made: CreatedRequisition) => void;
  onClose: () => void;
}

/** The New Purchase Requisition dialog, in which the justification is required (seeds/002 5). */
export function NewRequisitionDialog({ onShow, onClose }: NewRequisitionDialogProps) {
  return (
    <RecordForm
      operation="createRequisition"
      {...FAILURE}
      title="New Purchase Requisition"
      schema={requisitionDialogForm}
      initial={newRequisition()}
      onInvalid={tellMissing}
      toastsFields
      send={(typed) => ({ body: bodyOf(typed) })}
      done={(made) => tellCreated(made, onShow)}
      submitLabel="Create Requisition"
      busyLabel="Creating…"
      onClose={onClose}
      width={960}
    >
      <RequisitionFields notesLabel="Business justification" />
    </RecordForm>
  );
}
