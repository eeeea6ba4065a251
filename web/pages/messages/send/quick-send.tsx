import {
  type Campaign,
  type RecipientType,
  recipientTypes,
  sendInput,
  SMS_LENGTH,
} from '@nimule/core/messaging/schema';
import { fieldsOfRecipients } from '@nimule/core/messaging/texts/rules-fields';
import { type ReactNode, useState } from 'react';
import type { z } from 'zod';
import { ClientError } from '../../../client/errors.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { MessageField } from '../../../parts/messages/message-field.tsx';
import { recipientLabels } from '../../../parts/messages/message-words.ts';
import { TemplateChoice } from '../../../parts/messages/template-choice.tsx';
import { useRefusal } from '../../../ui/allowed.tsx';
import { counted } from '../../../ui/counted.ts';
import { CheckField, FieldRow, SelectField } from '../../../ui/form/fields.tsx';
import { FormPanel } from '../../../ui/form/form-dialog.tsx';
import { useFieldValue } from '../../../ui/form/form.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { useConfirmation } from '../../../ui/overlay/confirmation.tsx';
import { toastWithActions } from '../../../ui/overlay/toaster.tsx';
import { Panel } from '../../../ui/page.tsx';
import { ListField } from './list-field.tsx';
import { SendPreviewText } from './send-preview.tsx';

const PREVIEW_WIDTH = 760;
const initial = {
  recipientType: 'all_customers',
  list: '',
  isNews: false,
  message: '',
} as const;

const options = recipientTypes.map((value) => ({ value, label: recipientLabels[value] }));

interface QuickSendProps {
  /** What keeps messages from being sent. */
  notices: ReactNode;
  onShow: (campaign: Campaign) => void;
}

/** Quick Send (seeds/000 2, 5 and 9): a text to a group of customers, with a preview before it is sent. */
export function QuickSendPanel({ notices, onShow }: QuickSendProps) {
  const refusal = useRefusal()('sms.send');
  const preview = useMutation('previewSms', {
    failure: 'The recipients could not be counted. Please try again.',
  });
  const sending = useMutation('sendSms', { failure: 'Failed to send SMS. Please try again.' });
  const [error, setError] = useState<ClientError>();
  const { ask, dialog } = useConfirmation();

  const send = async (typed: z.input<typeof sendInput>) => {
    // The text of a list that was typed before another type was chosen is not sent.
    const body = typed.recipientType === 'custom_list' ? typed : { ...typed, list: '' };
    setError(undefined);
    try {
      const seen = await preview.run({ body });
      await ask({
        title: 'Send this message?',
        text: <SendPreviewText preview={seen} />,
        confirmLabel: `Send to ${counted(seen.recipients, 'recipient')}`,
        disabledReason:
          seen.problem ??
          (seen.recipients === 0 ? 'Nobody of these has a usable number.' : undefined),
        destructive: false,
        width: PREVIEW_WIDTH,
      });
      const sent = await sending.run({ body });
      const to = counted(sent.recipients, 'recipient');
      toastWithActions('SMS Sent', `${sent.campaignId} is queued for ${to}.`, [
        { label: 'Show progress', onClick: () => onShow(sent) },
      ]);
    } catch (cause) {
      if (cause instanceof ClientError) setError(cause);
      throw cause;
    }
  };

  return (
    <Panel title="Quick Send" folds>
      <Stack>
        {notices}
        {refusal && <p className="quiet">{refusal}</p>}
        <FormPanel
          label="Quick Send"
          schema={sendInput}
          initial={initial}
          needs={['message']}
          submitLabel="Preview and send"
          busyLabel="One moment…"
          submitError={error}
          toastsFields
          disabled={refusal !== undefined}
          onSubmit={send}
        >
          <Fields />
        </FormPanel>
      </Stack>
      {dialog}
    </Panel>
  );
}

function Fields() {
  const type = useFieldValue('recipientType') as RecipientType;
  return (
    <>
      <FieldRow>
        <SelectField
          name="recipientType"
          label="Recipients"
          options={options}
          help={type === 'all_customers' ? 'Inactive customers get no messages.' : undefined}
        />
        <TemplateChoice name="message" maxLength={SMS_LENGTH} />
      </FieldRow>
      {type === 'custom_list' && <ListField name="list" />}
      <MessageField
        name="message"
        label="Message"
        maxLength={SMS_LENGTH}
        rows={3}
        fields={fieldsOfRecipients(type)}
      />
      <CheckField
        name="isNews"
        label="About offers and news"
        help="Customers who refuse them are left out."
      />
    </>
  );
}
