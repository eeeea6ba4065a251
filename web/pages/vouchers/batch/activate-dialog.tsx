import { formatInstant } from '@nimule/core/kernel/dates';
import type { Voucher } from '@nimule/core/vouchers/schema';
import { OperationDialog } from '../../../parts/operation-dialog.tsx';
import { counted } from '../../../ui/counted.ts';
import { Stack } from '../../../ui/layout.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';

interface ActivateDialogProps {
  voucher: Voucher;
  onClose: () => void;
}

/** Asks before a voucher is activated for a customer: its days begin then. */
export function ActivateDialog({ voucher, onClose }: ActivateDialogProps) {
  const { id, voucherCode, bundleName, validityDays } = voucher;
  return (
    <OperationDialog
      operation="activateVoucher"
      input={{ params: { id } }}
      failure="Failed to activate the voucher"
      title={`Activate ${voucherCode}?`}
      confirmLabel="Activate voucher"
      done={({ expiryDate }) =>
        toast(
          'Voucher activated',
          expiryDate ? `${voucherCode} runs until ${formatInstant(expiryDate)}.` : voucherCode,
        )
      }
      onClose={onClose}
    >
      <Stack>
        <p>
          Its {counted(validityDays, 'day')} of <bdi>{bundleName}</bdi> begin now.
        </p>
        <p className="quiet">This cannot be undone: an activated voucher is not taken back.</p>
      </Stack>
    </OperationDialog>
  );
}
