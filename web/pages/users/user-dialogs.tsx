import type { User } from '@nimule/core/identity/schema';
import { DeleteDialog, OperationDialog } from '../../parts/operation-dialog.tsx';
import { toast } from '../../ui/overlay/toaster.tsx';

interface UserDialogProps {
  user: User;
  onClose: () => void;
}

function Named({ user }: { user: User }) {
  return (
    <p>
      <strong>{user.fullName}</strong> ({user.username})
    </p>
  );
}

/** Delete User Account (seeds/001 2); audit entries keep the user's name (decision 17). */
export function DeleteUserDialog({ user, onClose }: UserDialogProps) {
  return (
    <DeleteDialog
      title="Delete User Account"
      confirmLabel="Delete user"
      operation="deleteUser"
      id={user.id}
      failure="Failed to delete user."
      done={() => toast('User Deleted', `The account of ${user.fullName} is gone.`)}
      onClose={onClose}
    >
      <Named user={user} />
      <p>
        Are you sure you want to permanently delete this user account? This action cannot be undone.
      </p>
    </DeleteDialog>
  );
}

/** Confirms a suspension, which ends the user's sessions. */
export function SuspendUserDialog({ user, onClose }: UserDialogProps) {
  return (
    <OperationDialog
      title="Suspend User"
      confirmLabel="Suspend user"
      destructive
      operation="suspendUser"
      input={{ params: { id: user.id }, body: { isActive: false } }}
      failure="Failed to update user status."
      done={() => toast('User Status Updated', `${user.fullName} is now inactive.`)}
      onClose={onClose}
    >
      <Named user={user} />
      <p>
        All sessions of this user end now, and what was not saved is lost. Nobody can sign in to the
        account until it is reactivated.
      </p>
    </OperationDialog>
  );
}
