import { DollarIcon, EyeOpenIcon, UndoIcon } from '@blueprintjs/icons';
import type { Advance } from '@nimule/core/hr/payroll/schema-payments';
import { useShownRecord } from '../../../parts/shown-record.ts';
import { useRefusal } from '../../../ui/allowed.tsx';
import { useDialogs } from '../../../ui/overlay/dialogs.ts';
import type { RowAction } from '../../../ui/table/row-actions.tsx';
import { ReverseForm } from '../payments/reverse-form.tsx';
import { RepayForm } from './advance-forms.tsx';

/** What may be done with an advance, with the dialogs. */
export function useAdvanceActions() {
  const refusal = useRefusal();
  const { show } = useShownRecord('advance');
  const { open, dialog } = useDialogs({
    repay: (advance: Advance, close) => <RepayForm advance={advance} onClose={close} />,
    reverse: (advance: Advance, close) => (
      <ReverseForm
        operation="reverseAdvance"
        id={advance.id}
        number={advance.advanceNumber}
        description={`The advance to ${advance.employeeName} is taken back in the books.`}
        onClose={close}
      />
    ),
  });
  const of = (advance: Advance): RowAction[] => [
    ...(advance.openUsd > 0
      ? [
          {
            label: 'Record repayment',
            icon: <DollarIcon />,
            onClick: () => open('repay', advance),
            disabledReason: refusal('payment.record'),
          },
        ]
      : []),
    // Once something is repaid, the server refuses it.
    ...(advance.reversedOn === null && advance.repaidUsd === 0
      ? [
          {
            label: 'Reverse',
            icon: <UndoIcon />,
            onClick: () => open('reverse', advance),
            disabledReason: refusal('payment.record'),
            destructive: true,
          },
        ]
      : []),
  ];
  const view = (advance: Advance) => show(advance);
  const ofRow = (advance: Advance): RowAction[] => [
    { label: 'View', icon: <EyeOpenIcon />, onClick: () => view(advance) },
    ...of(advance),
  ];
  return { of, ofRow, view, dialog };
}
