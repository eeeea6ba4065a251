import { type VoucherSettings, voucherSettings } from '@nimule/core/vouchers/schema';
import { useRead } from '../../../client/use-read.ts';
import { RecordForm } from '../../../parts/record-form.tsx';
import { counted } from '../../../ui/counted.ts';
import { NumberField } from '../../../ui/form/fields.tsx';
import { LoadingDialog } from '../../../ui/overlay/loading-dialog.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';

/** When unused vouchers lapse. */
export function LapseDialog({ onClose }: { onClose: () => void }) {
  const read = useRead('getVoucherSettings');
  return (
    <LoadingDialog title="Unused Vouchers" noun="settings" read={read} onClose={onClose}>
      {(settings) => <LapseForm settings={settings} onClose={onClose} />}
    </LoadingDialog>
  );
}

interface LapseFormProps {
  settings: VoucherSettings;
  onClose: () => void;
}

function LapseForm({ settings, onClose }: LapseFormProps) {
  return (
    <RecordForm
      operation="updateVoucherSettings"
      failure="Failed to save the settings."
      title="Unused Vouchers"
      schema={voucherSettings}
      initial={{ lapseDays: settings.lapseDays }}
      send={(body) => ({ body })}
      done={({ lapseDays }) =>
        toast(
          'Settings saved',
          `Vouchers sold from now on lapse after ${counted(lapseDays, 'day')}.`,
        )
      }
      submitLabel="Save settings"
      onClose={onClose}
    >
      <NumberField
        name="lapseDays"
        label="Lapse after"
        unit="days"
        help="Days after the sale on which a voucher that nobody activated lapses and becomes revenue. Vouchers that are sold keep their day."
      />
    </RecordForm>
  );
}
