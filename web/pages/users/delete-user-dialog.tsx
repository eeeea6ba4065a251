import type { User } from '@nimule/core/identity/schema';
import { useMutation } from '../../client/use-mutation.ts';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { toast } from '../../ui/overlay/toaster.tsx';

/** Delete User Account, in the words of seeds/001 2; the name stays on what the user did (decision 17). */
export function DeleteUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const remove = useMutation('deleteUser', { failure: 'Failed to delete user.' });
  return (
    <ConfirmDialog
      title="Delete User Account"
      confirmLabel="Delete user"
      destructive
      onConfirm={async () => {
        await remove.run({ params: { id: user.id } });
        toast('User Deleted', `The account of ${user.fullName} is gone.`);
      }}
      onClose={onClose}
    >
      <p>
        <strong>{user.fullName}</strong> ({user.username})
      </p>
      <p>
        Are you sure you want to permanently delete this user account? This action cannot be undone.
      </p>
    </ConfirmDialog>
  );
}
