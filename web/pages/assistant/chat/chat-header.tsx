import { EndorsedIcon, PersonIcon } from '@blueprintjs/icons';
import { type ChatSession, escalateInput } from '@nimule/core/assistant/schema';
import type { Customer } from '@nimule/core/customers/schema';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { recordPath } from '../../../app/paths.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { CustomerStatus } from '../../../parts/billing-tags.tsx';
import { RecordForm } from '../../../parts/record-form.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { TextAreaField } from '../../../ui/form/fields.tsx';
import { toastWithActions } from '../../../ui/overlay/toaster.tsx';
import { StatusTag } from '../../../ui/tags.tsx';
import styles from './conversation.module.css';
import { shownFailure } from './failure.ts';

/** Customer name, account number and status of the open chat, with what can be done with it. */
export function ChatHeader({ chat }: { chat: ChatSession }) {
  const [isHanding, setHanding] = useState(false);
  const customer = {
    status: chat.customerStatus as Customer['status'],
    suspendedByRule: chat.suspendedByRule,
  };
  return (
    <header className={styles.head}>
      <div className={styles.who}>
        <h2 className={styles.customerName}>
          <Link to={recordPath('customer', chat.customerNumber)} dir="auto">
            {chat.customerName}
          </Link>
        </h2>
        <span className={styles.about}>
          <span className="mono">{chat.customerNumber}</span>
          <CustomerStatus customer={customer} />
          {chat.status !== 'active' && (
            <span title={chat.escalationReason}>
              <StatusTag status={chat.status} label={`Chat ${chat.status}`} />
            </span>
          )}
          {chat.ticketNumber !== '' && (
            <Link to={recordPath('ticket', chat.ticketNumber)} className="mono">
              {chat.ticketNumber}
            </Link>
          )}
        </span>
      </div>
      {chat.status !== 'closed' && (
        <div className={styles.headActions}>
          {chat.status === 'active' && (
            <ActionButton size="small" icon={<PersonIcon />} onClick={() => setHanding(true)}>
              Hand to a person
            </ActionButton>
          )}
          <EndChat chat={chat} />
        </div>
      )}
      {isHanding && <HandOver chat={chat} onClose={() => setHanding(false)} />}
    </header>
  );
}

function EndChat({ chat: { sessionId } }: { chat: ChatSession }) {
  const { run, busy } = useMutation('closeChat', {
    failure: 'Failed to end the chat. Please try again.',
  });
  return (
    <ActionButton
      size="small"
      icon={<EndorsedIcon />}
      loading={busy}
      onClick={() => {
        run({ params: { sessionId } }).catch(shownFailure);
      }}
    >
      End chat
    </ActionButton>
  );
}

function HandOver({ chat, onClose }: { chat: ChatSession; onClose: () => void }) {
  const navigate = useNavigate();
  return (
    <RecordForm
      title="Hand to a person"
      description={`A ticket for ${chat.customerName} is opened with the transcript of this chat.`}
      operation="escalateChat"
      failure="Failed to hand the chat to a person. Please try again."
      schema={escalateInput}
      initial={{ reason: '' }}
      submitLabel="Open ticket"
      busyLabel="Opening…"
      send={(body) => ({ params: { sessionId: chat.sessionId }, body })}
      done={({ ticketNumber }) =>
        toastWithActions('Escalation Required', 'This issue requires human intervention.', [
          {
            label: `Open ${ticketNumber}`,
            onClick: () => {
              void navigate(recordPath('ticket', ticketNumber));
            },
          },
        ])
      }
      onClose={onClose}
    >
      <TextAreaField name="reason" label="Reason" maxLength={500} />
    </RecordForm>
  );
}
