import { useMutation } from '../../../client/use-mutation.ts';
import { RecordForm } from '../../../parts/record-form.tsx';
import { FormPanel } from '../../../ui/form/form-dialog.tsx';
import { toastWithActions } from '../../../ui/overlay/toaster.tsx';
import { FormView } from '../form-view.tsx';
import {
  bodyOf,
  newRequisition,
  RequisitionFields,
  requisitionDialogForm,
  requisitionForm,
  tellMissing,
} from './requisition-form.tsx';

const FAILURE = { failure: 'Failed to create requisition. Please try again.' };

interface Created {
  id: number;
  requisitionId: string;
}

/** seeds/002 8. */
export function tellCreated(made: Created, onShow: (made: Created) => void): void {
  toastWithActions('Requisition Created', `${made.requisitionId} submitted for review`, [
    { label: 'Open', onClick: () => onShow(made) },
  ]);
}

interface NewRequisitionViewProps {
  onShow: (made: Created) => void;
  /** Back to the list; the input is saved or given up. */
  onDone: () => void;
  onBack: () => void;
}

/** The full-page form Create Purchase Requisition (seeds/002 2 and 5). */
export function NewRequisitionView({ onShow, onDone, onBack }: NewRequisitionViewProps) {
  const create = useMutation('createRequisition', FAILURE);
  return (
    <FormView title="Create Purchase Requisition" back="Requisitions" onBack={onBack}>
      <FormPanel
        label="Create Purchase Requisition"
        schema={requisitionForm}
        initial={newRequisition()}
        submitLabel="Create Requisition"
        busyLabel="Creating…"
        focuses
        submitError={create.error}
        toastsFields
        onInvalid={tellMissing}
        onSubmit={async (typed) => {
          const made = await create.run({ body: bodyOf(typed) });
          tellCreated(made, onShow);
          onDone();
        }}
      >
        <RequisitionFields notesLabel="Justification" />
      </FormPanel>
    </FormView>
  );
}

interface NewRequisitionDialogProps {
  onShow: (made: Created) => void;
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
