import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core';
import { CrossCircleIcon, EyeOpenIcon, RepeatIcon } from '@blueprintjs/icons';
import { localPhone } from '@nimule/core/kernel/phone';
import { maySendAgain } from '@nimule/core/messaging/rules-status';
import type { Message } from '@nimule/core/messaging/schema';
import { useRefusal } from '../../ui/allowed.tsx';
import { Stack } from '../../ui/layout.tsx';
import { type RecordActions, useDialogs } from '../../ui/overlay/dialogs.ts';
import { useReturnFocus } from '../../ui/overlay/return-focus.ts';
import { toast } from '../../ui/overlay/toaster.tsx';
import type { RowAction } from '../../ui/table/row-actions.tsx';
import { StatusTag } from '../../ui/tags.tsx';
import { InstantText, KeyValues, Notes } from '../../ui/values.tsx';
import { OperationDialog } from '../operation-dialog.tsx';
import { channelLabels, nameOfRecipient, shownStatus, statusText } from './message-words.ts';

interface MessageActions extends RecordActions<Message> {
  show: (message: Message) => void;
}

/** Shows a message; sends again one that failed, is unknown or was not sent; cancels a queued one. */
export function useMessageActions(): MessageActions {
  const refusal = useRefusal()('sms.send');
  const { open, dialog } = useDialogs({
    show: (message: Message, close) => <MessageDialog message={message} onClose={close} />,
    again: (message: Message, close) => <SendAgainDialog message={message} onClose={close} />,
    cancel: (message: Message, close) => <CancelDialog message={message} onClose={close} />,
  });
  const show = (message: Message) => open('show', message);
  const of = (message: Message): RowAction[] => [
    { label: 'View', icon: <EyeOpenIcon />, onClick: () => show(message) },
    ...(maySendAgain(message.status)
      ? [
          {
            label: 'Send again',
            icon: <RepeatIcon />,
            onClick: () => open('again', message),
            disabledReason: refusal,
          },
        ]
      : []),
    ...(shownStatus(message.status) === 'queued'
      ? [
          {
            label: 'Cancel',
            icon: <CrossCircleIcon />,
            destructive: true,
            onClick: () => open('cancel', message),
            disabledReason: refusal,
          },
        ]
      : []),
  ];
  return { of, show, dialog };
}

interface DialogProps {
  message: Message;
  onClose: () => void;
}

function SendAgainDialog({ message, onClose }: DialogProps) {
  const isUnknown = message.status === 'unknown';
  return (
    <OperationDialog
      operation="sendMessageAgain"
      input={{ params: { id: message.id } }}
      failure="The message could not be sent again. Please try again."
      title={`Send it again to ${nameOfRecipient(message)}?`}
      confirmLabel="Send again"
      destructive={isUnknown}
      done={() => toast('Message queued', `It is sent again to ${nameOfRecipient(message)}.`)}
      onClose={onClose}
    >
      <Stack>
        <p>
          {isUnknown
            ? 'It is not known whether this message was sent: it may have arrived. Sent again, it may arrive twice.'
            : message.status === 'written'
              ? 'This message was written to the outbox and not sent.'
              : 'This message was not delivered.'}
        </p>
        {message.error && <p className="quiet">{message.error}</p>}
      </Stack>
    </OperationDialog>
  );
}

function CancelDialog({ message, onClose }: DialogProps) {
  return (
    <OperationDialog
      operation="cancelMessage"
      input={{ params: { id: message.id } }}
      failure="The message could not be cancelled. Please try again."
      title={`Cancel the message to ${nameOfRecipient(message)}?`}
      confirmLabel="Cancel message"
      cancelLabel="Keep message"
      destructive
      done={() => toast('Message cancelled', `Nothing is sent to ${nameOfRecipient(message)}.`)}
      onClose={onClose}
    >
      It has not been sent yet. A cancelled message cannot be queued again.
    </OperationDialog>
  );
}

/** The whole text of a message, its state and its times. */
function MessageDialog({ message, onClose }: DialogProps) {
  useReturnFocus();
  const { channel, status, error, subject, nextAt } = message;
  return (
    <Dialog isOpen title={`Message to ${nameOfRecipient(message)}`} onClose={onClose}>
      <DialogBody>
        <Stack>
          {subject && <strong dir="auto">{subject}</strong>}
          <div dir="auto">
            <Notes text={message.text} />
          </div>
          <KeyValues
            items={[
              {
                label: 'Status',
                value: (
                  <StatusTag status={shownStatus(status)} label={statusText(shownStatus(status))} />
                ),
              },
              ...(error ? [{ label: 'Reason', value: error }] : []),
              { label: 'To', value: localPhone(message.recipient) },
              { label: 'By', value: channelLabels[channel] },
              { label: 'Kind', value: message.title },
              ...(channel === 'sms' ? [{ label: 'Parts', value: message.parts }] : []),
              { label: 'Attempts', value: message.attempts },
              { label: 'Queued', value: <InstantText at={message.queuedAt} /> },
              ...(nextAt ? [{ label: 'Next attempt', value: <InstantText at={nextAt} /> }] : []),
              { label: 'Sent', value: <InstantText at={message.sentAt} none="Not yet" /> },
              { label: 'Settled', value: <InstantText at={message.settledAt} none="Not yet" /> },
            ]}
          />
        </Stack>
      </DialogBody>
      <DialogFooter actions={<Button onClick={onClose}>Close</Button>} />
    </Dialog>
  );
}
