import { Switch, Tooltip } from '@blueprintjs/core';
import { EditIcon, EyeOpenIcon } from '@blueprintjs/icons';
import type { MessageType } from '@nimule/core/messaging/schema';
import type { ClientError } from '../../../client/errors.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { useRead } from '../../../client/use-read.ts';
import { channelLabels, contactLabels } from '../../../parts/messages/message-words.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { useRefusal } from '../../../ui/allowed.tsx';
import { useDialogs } from '../../../ui/overlay/dialogs.ts';
import { toast, toastFailure } from '../../../ui/overlay/toaster.tsx';
import { Panel } from '../../../ui/page.tsx';
import { Empty, Loaded } from '../../../ui/states.tsx';
import { InstantText } from '../../../ui/values.tsx';
import styles from '../messages.module.css';
import { TypeForm } from './type-form.tsx';

/** What the provider says by itself, each switched on and off and with its texts. */
export function TypesPanel() {
  const read = useRead('listMessageTypes');
  const { open, dialog } = useDialogs({
    edit: (type: MessageType, close) => <TypeForm type={type} onClose={close} />,
  });
  return (
    <Panel
      title="Automatic messages"
      description="Sent once for each event, from the moment one is switched on; by SMS or e-mail as the customer wishes."
      flush
    >
      <Loaded read={read} loading="Loading the automatic messages…" lines={9}>
        {(types) =>
          types.length === 0 ? (
            <Empty title="No automatic messages" description="This version sends none by itself." />
          ) : (
            <ul className={styles.types}>
              {types.map((type) => (
                <TypeRow key={type.type} type={type} onEdit={() => open('edit', type)} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {dialog}
    </Panel>
  );
}

/** 'SMS and e-mail', 'E-mail'. */
function waysOf({ bySms, byEmail }: MessageType): string {
  if (bySms && byEmail) return contactLabels.both;
  if (bySms) return channelLabels.sms;
  return byEmail ? channelLabels.email : 'No channel chosen';
}

function TypeRow({ type, onEdit }: { type: MessageType; onEdit: () => void }) {
  const { title, isOn, version } = type;
  const refusal = useRefusal()('sms.automate');
  const { run, busy } = useMutation('updateMessageType', {
    failure: 'The message could not be switched. Please try again.',
  });
  const verb = refusal === undefined ? 'Edit' : 'View';
  const toggle = () => {
    run({ params: { type: type.type }, body: { isOn: !isOn, version } }).then(
      () =>
        toast(
          isOn ? 'Message switched off' : 'Message switched on',
          isOn ? title : `${title}: for what happens from now on.`,
        ),
      (error: ClientError) => toastFailure(error),
    );
  };
  return (
    <li>
      <Tooltip content={refusal ?? ''} disabled={refusal === undefined} placement="top">
        <Switch
          className={styles.switch}
          checked={isOn}
          disabled={refusal !== undefined || busy}
          onChange={toggle}
          labelElement={<strong className={styles.type}>{title}</strong>}
        />
      </Tooltip>
      <div className={styles.about}>
        <span>{type.description}</span>
        <span className="quiet">
          {waysOf(type)}
          {type.days !== null && `, ${type.days} ${type.days === 1 ? 'day' : 'days'} ahead`}
          {isOn && type.switchedOnAt && (
            <>
              , on since <InstantText at={type.switchedOnAt} />
            </>
          )}
        </span>
      </div>
      <ActionButton
        icon={refusal === undefined ? <EditIcon /> : <EyeOpenIcon />}
        aria-label={`${verb} ${title}`}
        onClick={onEdit}
      >
        {verb}
      </ActionButton>
    </li>
  );
}
