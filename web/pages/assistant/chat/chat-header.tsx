import { Intent } from '@blueprintjs/core';
import { ChatIcon, EndorsedIcon, PersonIcon } from '@blueprintjs/icons';
import { type ChatSession, escalateInput } from '@nimule/core/assistant/schema';
import type { Customer } from '@nimule/core/customers/schema';
import { formatInstant } from '@nimule/core/kernel/dates';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { recordPath } from '../../../app/paths.ts';
import { useCurrentUser } from '../../../client/session.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { CustomerStatus } from '../../../parts/billing-tags.tsx';
import { RecordForm } from '../../../parts/record-form.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { AllowedOrDisabled, useMay } from '../../../ui/allowed.tsx';
import { TextAreaField } from '../../../ui/form/fields.tsx';
import { toastWithActions } from '../../../ui/overlay/toaster.tsx';
import { Label, StatusTag, WarningTag } from '../../../ui/tags.tsx';
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
        <h2 className={styles.customerName} title={chat.customerName}>
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
          {chat.status !== 'closed' && <Answers chat={chat} />}
        </span>
      </div>
      {chat.status !== 'closed' && (
        <div className={styles.headActions}>
          {chat.status === 'active' && (
            <ActionButton size="small" icon={<PersonIcon />} onClick={() => setHanding(true)}>
              Hand to a person
            </ActionButton>
          )}
          <InPerson chat={chat} />
          <EndChat chat={chat} />
        </div>
      )}
      {isHanding && <HandOver chat={chat} onClose={() => setHanding(false)} />}
    </header>
  );
}

/** Who answers: the assistant or a person. */
function Answers({ chat: { takenAt, takenBy, takenById } }: { chat: ChatSession }) {
  const { id } = useCurrentUser();
  if (takenAt === null) return <Label>Assistant answers</Label>;
  const who = takenById === id ? 'You answer' : `${takenBy} answers`;
  return (
    <WarningTag
      reason={`In person since ${formatInstant(takenAt)}`}
    >{`${who} in person`}</WarningTag>
  );
}

/** Takes an escalated chat over, or gives it back to the assistant. */
function InPerson({ chat }: { chat: ChatSession }) {
  const { sessionId, status, takenAt, takenBy, takenById } = chat;
  const user = useCurrentUser();
  const may = useMay();
  const take = useMutation('takeOverChat', {
    failure: 'Failed to take the chat over. Please try again.',
  });
  const giveBack = useMutation('handBackChat', {
    failure: 'Failed to hand the chat back. Please try again.',
  });
  if (status !== 'escalated') return null;
  if (takenAt === null)
    return (
      <AllowedOrDisabled to="ticket.write">
        <ActionButton
          size="small"
          intent={Intent.PRIMARY}
          icon={<PersonIcon />}
          loading={take.busy}
          onClick={() => {
            take.run({ params: { sessionId } }).catch(shownFailure);
          }}
        >
          Answer in person
        </ActionButton>
      </AllowedOrDisabled>
    );
  const isOther = takenById !== user.id;
  const refusal = isOther && !may('ticket.assign') ? `${takenBy} answers this chat.` : undefined;
  return (
    <ActionButton
      size="small"
      icon={<ChatIcon />}
      loading={giveBack.busy}
      disabledReason={refusal}
      onClick={() => {
        giveBack.run({ params: { sessionId } }).catch(shownFailure);
      }}
    >
      Hand back to the assistant
    </ActionButton>
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
