import type { User } from '@nimule/core/identity/schema';
import { useMutation } from '../../client/use-mutation.ts';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { toast } from '../../ui/overlay/toaster.tsx';

/** Asks before a colleague is put out in the middle of the work. */
export function SuspendUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const suspend = useMutation('suspendUser', { failure: 'Failed to update user status.' });
  return (
    <ConfirmDialog
      title="Suspend User"
      confirmLabel="Suspend user"
      destructive
      onConfirm={async () => {
        await suspend.run({ params: { id: user.id }, body: { isActive: false } });
        toast('User Status Updated', `${user.fullName} is now inactive.`);
      }}
      onClose={onClose}
    >
      <p>
        <strong>{user.fullName}</strong> ({user.username})
      </p>
      <p>
        All sessions of this user end now, and what was not saved is lost. Nobody can sign in to the
        account until it is reactivated.
      </p>
    </ConfirmDialog>
  );
}
