import { CalculatorIcon, DownloadIcon, TickCircleIcon } from '@blueprintjs/icons';
import type { TillDetail } from '@nimule/core/till/schema';
import { OperationDialog } from '../../parts/operation-dialog.tsx';
import { Stack } from '../../ui/layout.tsx';
import { type RecordActions, useDialogs } from '../../ui/overlay/dialogs.ts';
import { toast } from '../../ui/overlay/toaster.tsx';
import { CountForm } from './count-form.tsx';
import { saveDayReport } from './till-report.ts';
import { bothText } from './till-words.ts';

interface AcceptDialogProps {
  till: TillDetail;
  onClose: () => void;
}

/** Asks before the cash of a counted till changes hands. */
function AcceptDialog({ till, onClose }: AcceptDialogProps) {
  const { id, tillNumber, userName, cashUsd, cashSsp } = till;
  const amount = bothText({ USD: cashUsd, SSP: cashSsp });
  return (
    <OperationDialog
      operation="acceptTill"
      input={{ params: { id } }}
      failure="Please try again."
      failureTitle="Failed to accept the till"
      title={`Accept ${tillNumber}?`}
      confirmLabel="Accept hand-over"
      done={({ isSole }) =>
        toast(
          'Till Accepted',
          isSole ? `${tillNumber}. It is recorded that nobody else could accept it.` : tillNumber,
        )
      }
      onClose={onClose}
    >
      <Stack>
        <p>
          <bdi>{userName}</bdi> hands over <strong>{amount}</strong>. Count it before you accept:
          from then on you answer for it.
        </p>
        <p className="quiet">This cannot be undone.</p>
      </Stack>
    </OperationDialog>
  );
}

/** Day report, count and hand-over of a till. */
export function useTillActions(): RecordActions<TillDetail> {
  const { open, dialog } = useDialogs({
    count: (till: TillDetail, close) => <CountForm till={till} onClose={close} />,
    accept: (till: TillDetail, close) => <AcceptDialog till={till} onClose={close} />,
  });
  const of = (till: TillDetail) => [
    { label: 'Day report', icon: <DownloadIcon />, onClick: () => saveDayReport(till) },
    ...(till.status === 'open'
      ? [{ label: 'Count', icon: <CalculatorIcon />, onClick: () => open('count', till) }]
      : []),
    ...(till.status === 'counted'
      ? [
          {
            label: 'Accept hand-over',
            icon: <TickCircleIcon />,
            onClick: () => open('accept', till),
            ...(till.mayAccept ? {} : { disabledReason: till.refusal }),
          },
        ]
      : []),
  ];
  return { of, dialog };
}
