import { voucherSettings } from '@nimule/core/vouchers/schema';
import { SettingsDialog } from '../../../parts/settings.tsx';
import { counted } from '../../../ui/counted.ts';
import { NumberField } from '../../../ui/form/fields.tsx';

/** When unused vouchers lapse. */
export function LapseDialog({ onClose }: { onClose: () => void }) {
  return (
    <SettingsDialog
      title="Unused Vouchers"
      read="getVoucherSettings"
      write="updateVoucherSettings"
      schema={voucherSettings}
      saved={({ lapseDays }) =>
        `Vouchers sold from now on lapse after ${counted(lapseDays, 'day')}.`
      }
      onClose={onClose}
    >
      <NumberField
        name="lapseDays"
        label="Lapse after"
        unit="days"
        help="Days after the sale on which a voucher that nobody activated lapses and becomes revenue. Vouchers that are sold keep their day."
      />
    </SettingsDialog>
  );
}
