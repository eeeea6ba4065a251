import { EyeOpenIcon } from '@blueprintjs/icons';
import { type LeaveRequest, leaveActions } from '@nimule/core/hr/leave/schema';
import {
  DecideLeaveForm,
  type LeaveAction,
  leaveActionWords,
} from '../../../parts/leave/decide-leave-form.tsx';
import { type RecordActions, useDialogs } from '../../../ui/overlay/dialogs.ts';
import type { RowAction } from '../../../ui/table/row-actions.tsx';

/** What the server says may be done with a request now, with the dialogs. */
export function useLeaveChanges(): RecordActions<LeaveRequest> {
  const { open, dialog } = useDialogs({
    decide: ([action, request]: [LeaveAction, LeaveRequest], close) => (
      <DecideLeaveForm action={action} request={request} onClose={close} />
    ),
  });
  return {
    of: (request) =>
      leaveActions
        .filter((action) => request.actions.includes(action))
        .map(
          (action): RowAction => ({
            label: leaveActionWords[action].label,
            icon: leaveActionWords[action].icon,
            destructive: action !== 'approve',
            prominent: action === 'approve',
            onClick: () => open('decide', [action, request]),
          }),
        ),
    dialog,
  };
}

/** In the list: view first. */
export function useLeaveActions(
  onView: (request: { id: number }) => void,
): RecordActions<LeaveRequest> {
  const changes = useLeaveChanges();
  return {
    of: (request) => [
      { label: 'View', icon: <EyeOpenIcon />, onClick: () => onView(request) },
      ...changes.of(request),
    ],
    dialog: changes.dialog,
  };
}
