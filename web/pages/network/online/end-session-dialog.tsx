import type { OpenSession } from '@nimule/core/access/schema-sessions';
import { OperationDialog } from '../../../parts/operation-dialog.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';

interface EndSessionDialogProps {
  session: OpenSession;
  onClose: () => void;
}

export function EndSessionDialog({ session, onClose }: EndSessionDialogProps) {
  const { id, kind, username, customerName, routerName } = session;
  return (
    <OperationDialog
      operation="endSession"
      input={{ params: { id } }}
      failure="The session could not be ended. Please try again."
      title={`End the session of ${username}?`}
      confirmLabel="End session"
      destructive
      done={() => toast('Router told', `${routerName} is told to end the session of ${username}.`)}
      onClose={onClose}
    >
      {kind === 'code'
        ? 'The guest is disconnected and can sign in again with the code; to keep a WiFi session off, end its sale.'
        : `${customerName} is disconnected. The device usually signs in again within seconds and gets what has been decided for it; to keep it off, block the account in the customer’s record.`}
    </OperationDialog>
  );
}
