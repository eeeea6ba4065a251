import { BanCircleIcon, DuplicateIcon, MobilePhoneIcon, PrintIcon } from '@blueprintjs/icons';
import { localPhone } from '@nimule/core/kernel/phone';
import type { VoucherBatchDetail } from '@nimule/core/vouchers/schema';
import { savePdf } from '../../../parts/documents.tsx';
import { OperationDialog } from '../../../parts/operation-dialog.tsx';
import { useRefusal } from '../../../ui/allowed.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import { counted } from '../../../ui/counted.ts';
import { Stack } from '../../../ui/layout.tsx';
import { type RecordActions, useDialogs } from '../../../ui/overlay/dialogs.ts';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { toastCopied } from '../voucher-words.tsx';
import { unusedOf } from './unused.ts';
import { VoidForm } from './void-form.tsx';

const NONE_UNUSED = 'No voucher of this sale is unused.';
const NO_PHONE = 'No telephone number was taken down with this sale.';

interface SmsDialogProps {
  batch: VoucherBatchDetail;
  onClose: () => void;
}

/** Asks before the codes leave by SMS. */
function SmsDialog({ batch, onClose }: SmsDialogProps) {
  const { id, customerName, customerPhone } = batch;
  const codes = counted(unusedOf(batch).length, 'code');
  return (
    <OperationDialog
      operation="textVouchers"
      input={{ params: { id }, body: {} }}
      failure="Failed to send the codes"
      title={`Send ${codes} by SMS?`}
      confirmLabel="Send by SMS"
      done={({ queued, phone }) =>
        toast('Codes are being sent', `${counted(queued, 'message')} to ${localPhone(phone)}.`)
      }
      onClose={onClose}
    >
      <Stack>
        <p>
          The unused codes go to <strong>{localPhone(customerPhone)}</strong>
          {customerName && (
            <>
              {' '}
              (<bdi>{customerName}</bdi>)
            </>
          )}
          .
        </p>
        <p className="quiet">Whoever reads the message can use them.</p>
      </Stack>
    </OperationDialog>
  );
}

/** Saves the unused vouchers of a sale, 24 a page. */
function saveSheet({ id, batchNumber }: VoucherBatchDetail): void {
  savePdf('voucherSheet', { params: { id } }, `vouchers-${batchNumber}.pdf`);
}

/** Copy, print, send and void the vouchers of a sale. */
export function useBatchActions(): RecordActions<VoucherBatchDetail> {
  const refusal = useRefusal();
  const { open, dialog } = useDialogs({
    sms: (batch: VoucherBatchDetail, close) => <SmsDialog batch={batch} onClose={close} />,
    void: (batch: VoucherBatchDetail, close) => <VoidForm batch={batch} onClose={close} />,
  });
  const of = (batch: VoucherBatchDetail) => {
    const unused = unusedOf(batch);
    const none = unused.length === 0 ? NONE_UNUSED : undefined;
    return [
      {
        label: 'Print sheet',
        icon: <PrintIcon />,
        disabledReason: none,
        onClick: () => saveSheet(batch),
      },
      {
        label: 'Copy codes',
        icon: <DuplicateIcon />,
        disabledReason: none,
        onClick: () => {
          copyText(unused.map(({ voucherCode }) => voucherCode).join('\n')).then(
            toastCopied,
            reportError,
          );
        },
      },
      {
        label: 'Send by SMS',
        icon: <MobilePhoneIcon />,
        disabledReason: none ?? (batch.customerPhone === '' ? NO_PHONE : undefined),
        onClick: () => open('sms', batch),
      },
      {
        label: 'Void',
        icon: <BanCircleIcon />,
        destructive: true,
        disabledReason: refusal('payment.record') ?? none,
        onClick: () => open('void', batch),
      },
    ];
  };
  return { of, dialog };
}
