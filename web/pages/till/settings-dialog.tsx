import { type TillSettings, tillSettings } from '@nimule/core/till/schema';
import { useRead } from '../../client/use-read.ts';
import { RecordForm } from '../../parts/record-form.tsx';
import { CheckField } from '../../ui/form/fields.tsx';
import { LoadingDialog } from '../../ui/overlay/loading-dialog.tsx';
import { toast } from '../../ui/overlay/toaster.tsx';

/** Whether cash needs an open till. */
export function SettingsDialog({ onClose }: { onClose: () => void }) {
  const read = useRead('getTillSettings');
  return (
    <LoadingDialog title="Till Settings" noun="settings" read={read} onClose={onClose}>
      {(settings) => <SettingsForm settings={settings} onClose={onClose} />}
    </LoadingDialog>
  );
}

interface SettingsFormProps {
  settings: TillSettings;
  onClose: () => void;
}

function SettingsForm({ settings, onClose }: SettingsFormProps) {
  return (
    <RecordForm
      operation="updateTillSettings"
      failure="Failed to save the settings."
      title="Till Settings"
      schema={tillSettings}
      initial={{ isRequired: settings.isRequired }}
      send={(body) => ({ body })}
      done={({ isRequired }) =>
        toast(
          'Settings saved',
          isRequired ? 'Cash needs an open till from now on.' : 'Cash needs no open till.',
        )
      }
      submitLabel="Save settings"
      onClose={onClose}
    >
      <CheckField
        name="isRequired"
        label="Cash needs an open till"
        help="Payments, refunds and sales in cash are then refused to a user whose till is not open."
      />
    </RecordForm>
  );
}
