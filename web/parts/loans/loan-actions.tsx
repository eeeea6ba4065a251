import { UndoIcon } from '@blueprintjs/icons';
import type { Loan } from '@nimule/core/sales/schema';
import { useRefusal } from '../../ui/allowed.tsx';
import { type RecordActions, useDialogs } from '../../ui/overlay/dialogs.ts';
import { TakeBackForm } from './take-back-form.tsx';

/** What can be done with equipment that is on loan. */
export function useLoanActions(): RecordActions<Loan> {
  const disabledReason = useRefusal()('loan.write');
  const { open, dialog } = useDialogs({
    takeBack: (loan: Loan, close) => <TakeBackForm loan={loan} onClose={close} />,
  });
  const of = (loan: Loan) =>
    loan.status === 'out'
      ? [
          {
            label: 'Take back',
            icon: <UndoIcon />,
            prominent: true,
            onClick: () => open('takeBack', loan),
            ...(disabledReason ? { disabledReason } : {}),
          },
        ]
      : [];
  return { of, dialog };
}
