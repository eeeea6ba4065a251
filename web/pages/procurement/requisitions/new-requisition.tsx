import { useMutation } from '../../../client/use-mutation.ts';
import {
  type CreatedRequisition,
  FAILURE,
  tellCreated,
} from '../../../parts/procurement/new-requisition-dialog.tsx';
import {
  bodyOf,
  newRequisition,
  RequisitionFields,
  requisitionForm,
  tellMissing,
} from '../../../parts/procurement/requisition-form.tsx';
import { FormPanel } from '../../../ui/form/form-dialog.tsx';
import { FormView } from '../form-view.tsx';

interface NewRequisitionViewProps {
  onShow: (made: CreatedRequisition) => void;
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
