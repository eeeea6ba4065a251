import { tillOpenInput } from '@nimule/core/till/schema';
import { RecordForm } from '../../parts/record-form.tsx';
import { FieldRow, MoneyField } from '../../ui/form/fields.tsx';
import { toast } from '../../ui/overlay/toaster.tsx';

/** Opens the user's till with the change that it starts with. */
export function OpenForm({ onClose }: { onClose: () => void }) {
  return (
    <RecordForm
      operation="openTill"
      failure="Please try again."
      failureTitle="Failed to open the till"
      title="Open Till"
      description="The float is the change that you start with. Cash that you take or pay out from now on is counted with this till."
      schema={tillOpenInput}
      initial={{ floatUsd: '', floatSsp: '' }}
      send={({ floatUsd, floatSsp }) => ({
        body: { ...(floatUsd ? { floatUsd } : {}), ...(floatSsp ? { floatSsp } : {}) },
      })}
      done={({ tillNumber }) => toast('Till Opened', tillNumber)}
      submitLabel="Open till"
      busyLabel="Opening…"
      onClose={onClose}
    >
      <FieldRow>
        <MoneyField name="floatUsd" label="Float in US dollars" />
        <MoneyField name="floatSsp" label="Float in South Sudanese pounds" currency="SSP" />
      </FieldRow>
    </RecordForm>
  );
}
