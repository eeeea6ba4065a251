import type { StaffSession } from '@nimule/core/identity/factors/schema';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { useRead } from '../../client/use-read.ts';
import { SessionsTable } from '../../parts/factors/sessions-table.tsx';
import { DeleteDialog, OperationDialog } from '../../parts/operation-dialog.tsx';
import { useAdding } from '../../parts/shown-record.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { counted } from '@nimule/core/kernel/counted';
import { useDialogs } from '../../ui/overlay/dialogs.ts';
import { toast } from '../../ui/overlay/toaster.tsx';
import { Panel } from '../../ui/page.tsx';
import { Loaded } from '../../ui/states.tsx';
import { Label } from '../../ui/tags.tsx';

const HASH = '#sessions';

/** Where the user is signed in. */
export function SessionsPanel() {
  const read = useRead('listOwnSessions');
  const ending = useAdding('end-sessions');
  const { hash } = useLocation();
  const isLoaded = read.data !== undefined;
  useEffect(() => {
    if (isLoaded && hash === HASH)
      document.querySelector(HASH)?.scrollIntoView?.({ block: 'start' });
  }, [hash, isLoaded]);
  const { open, dialog } = useDialogs({
    end: (session: StaffSession, close) => <EndDialog session={session} onClose={close} />,
  });
  const hasOthers = read.data?.some(({ isCurrent }) => !isCurrent) ?? false;
  return (
    <div id={HASH.slice(1)}>
      <Panel
        title="Sessions"
        description="Where you are signed in. End those that you do not know, and change your password."
        actions={
          <ActionButton
            disabledReason={hasOthers ? undefined : 'You are signed in here alone.'}
            onClick={ending.open}
          >
            End the others
          </ActionButton>
        }
      >
        <Loaded read={read} loading="Loading your sessions…" lines={4}>
          {(sessions) => (
            <SessionsTable
              label="Your sessions"
              sessions={sessions}
              action={(session) =>
                session.isCurrent ? (
                  <Label>this one</Label>
                ) : (
                  <ActionButton
                    size="small"
                    aria-label={`End ${session.device}, ${session.ip}`}
                    onClick={() => open('end', session)}
                  >
                    End
                  </ActionButton>
                )
              }
            />
          )}
        </Loaded>
        {dialog}
        {ending.isOpen && <EndOthersDialog onClose={ending.close} />}
      </Panel>
    </div>
  );
}

const LOST = 'What was typed there and not saved is lost.';

function EndDialog({ session, onClose }: { session: StaffSession; onClose: () => void }) {
  return (
    <DeleteDialog
      title="End this session?"
      confirmLabel="End session"
      operation="endStaffSession"
      id={session.id}
      failure="The session could not be ended."
      done={() => toast('Session Ended', session.device)}
      onClose={onClose}
    >
      <p>
        <strong>{session.device}</strong>, {session.ip}. {LOST}
      </p>
    </DeleteDialog>
  );
}

function EndOthersDialog({ onClose }: { onClose: () => void }) {
  return (
    <OperationDialog
      title="End your other sessions?"
      confirmLabel="End the others"
      destructive
      operation="endOtherSessions"
      input={{}}
      failure="The sessions could not be ended."
      done={({ ended }) => toast('Sessions Ended', `${counted(ended, 'session')} ended.`)}
      onClose={onClose}
    >
      <p>You stay signed in here alone. {LOST}</p>
    </OperationDialog>
  );
}
