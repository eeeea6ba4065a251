import { tillSettings } from '@nimule/core/till/schema';
import { SettingsDialog } from '../../parts/settings.tsx';
import { CheckField } from '../../ui/form/fields.tsx';

/** Whether cash needs an open till. */
export function TillSettingsDialog({ onClose }: { onClose: () => void }) {
  return (
    <SettingsDialog
      title="Till Settings"
      read="getTillSettings"
      write="updateTillSettings"
      schema={tillSettings}
      saved={({ isRequired }) =>
        isRequired ? 'Cash needs an open till from now on.' : 'Cash needs no open till.'
      }
      onClose={onClose}
    >
      <CheckField
        name="isRequired"
        label="Cash needs an open till"
        help="Payments, refunds and sales in cash are then refused to a user whose till is not open."
      />
    </SettingsDialog>
  );
}
