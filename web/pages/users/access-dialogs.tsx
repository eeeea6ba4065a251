import { isWaiting } from '@nimule/core/approvals/schema';
import type { User } from '@nimule/core/identity/schema';
import { counted } from '@nimule/core/kernel/counted';
import { useRead } from '../../client/use-read.ts';
import { SessionsTable } from '../../parts/factors/sessions-table.tsx';
import { OperationDialog } from '../../parts/operation-dialog.tsx';
import { toast } from '../../ui/overlay/toaster.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';

interface AccessDialogProps {
  user: User;
  onClose: () => void;
}

/** Asks before the second factors of an account are removed: its user has lost the telephone. */
export function ResetFactorDialog({ user, onClose }: AccessDialogProps) {
  return (
    <OperationDialog
      title={`Reset the second factor of ${user.fullName}?`}
      confirmLabel="Reset second factor"
      destructive
      operation="resetSecondFactor"
      input={{ params: { id: user.id } }}
      failure="Failed to reset the second factor."
      done={(answer) =>
        toast(isWaiting(answer) ? 'Asked for approval' : 'Second Factor Reset', answer.message)
      }
      onClose={onClose}
    >
      <p>
        The authenticator app, passkeys and recovery codes of <strong>{user.fullName}</strong> are
        removed, and all sessions end. If the role needs a second factor, a new one is set up at the
        next sign-in.
      </p>
      <p>Make sure that it is really this person who asks: call back, or see them.</p>
    </OperationDialog>
  );
}

/** Where a user is signed in, and the way to end all of it. */
export function SessionsDialog({ user, onClose }: AccessDialogProps) {
  const read = useRead('listUserSessions', { params: { id: user.id } });
  const isNone = read.data?.length === 0;
  return (
    <OperationDialog
      title={`Sessions of ${user.fullName}`}
      confirmLabel="End all"
      cancelLabel="Close"
      destructive
      disabledReason={isNone ? 'There are none.' : undefined}
      operation="endUserSessions"
      input={{ params: { id: user.id } }}
      failure="Failed to end the sessions."
      done={({ ended }) =>
        toast('Sessions Ended', `${counted(ended, 'session')} of ${user.fullName} ended.`)
      }
      onClose={onClose}
      width={640}
    >
      <Loaded read={read} loading="Loading the sessions…" lines={4}>
        {(sessions) =>
          sessions.length === 0 ? (
            <Empty
              title={`${user.fullName} is not signed in`}
              description="Sessions are listed here while they last."
            />
          ) : (
            <>
              <SessionsTable label={`Sessions of ${user.fullName}`} sessions={sessions} />
              <p className="quiet">
                End all signs this user out everywhere; what was typed and not saved is lost.
              </p>
            </>
          )
        }
      </Loaded>
    </OperationDialog>
  );
}
