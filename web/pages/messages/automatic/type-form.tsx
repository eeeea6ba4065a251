import { Button } from '@blueprintjs/core';
import { defaultTexts } from '@nimule/core/messaging/automatic/rules-texts';
import { automaticType } from '@nimule/core/messaging/automatic/rules-types';
import { MAX_TEXT, type MessageType, messageTypeUpdate } from '@nimule/core/messaging/schema';
import { z } from 'zod';
import { call } from '../../../client/call.ts';
import { ClientError } from '../../../client/errors.ts';
import { MessageField } from '../../../parts/messages/message-field.tsx';
import { RecordForm } from '../../../parts/record-form.tsx';
import { useRefusal } from '../../../ui/allowed.tsx';
import { CheckField, FieldRow, NumberField, TextField } from '../../../ui/form/fields.tsx';
import { FormDisabled, formValuesOf, useSetFields } from '../../../ui/form/form.tsx';
import { Inline } from '../../../ui/layout.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { TypePreview } from './type-preview.tsx';

const MAX_EMAIL = 5000;

/** The customer is for the preview alone. */
const form = messageTypeUpdate
  .omit({ isOn: true, version: true })
  .extend({ customerId: z.string().optional() });
const formWithoutDays = form.omit({ days: true });

async function readType(type: string): Promise<MessageType> {
  const found = (await call('listMessageTypes')).find((one) => one.type === type);
  if (!found) throw new ClientError(404, 'This message does not exist any more.');
  return found;
}

/** The texts of an automatic message, its channels and days, with a preview. */
export function TypeForm({ type, onClose }: { type: MessageType; onClose: () => void }) {
  const refusal = useRefusal()('sms.automate');
  return (
    <RecordForm
      title={type.title}
      description={refusal ?? type.description}
      operation="updateMessageType"
      failure="Failed to change the message. Please try again."
      schema={type.days === null ? formWithoutDays : form}
      record={type}
      read={() => readType(type.type)}
      initial={(current) => ({
        ...formValuesOf(form, { ...current, days: current.days ?? undefined }),
        customerId: '',
      })}
      send={({ customerId: _preview, ...texts }, { version }) => ({
        params: { type: type.type },
        body: { ...texts, version },
      })}
      done={({ title }) => toast('Message changed', title)}
      submitLabel="Save message"
      width={720}
      onClose={onClose}
    >
      {(current) => <Fields type={current} />}
    </RecordForm>
  );
}

/** Fills in the texts that the program comes with. */
function DefaultTexts({ name, isOff }: { name: string; isOff: boolean }) {
  const fill = useSetFields();
  const known = automaticType(name);
  if (!known || isOff) return null;
  const texts = defaultTexts[known.name];
  return (
    <Inline>
      <span className="quiet">Fill in the first texts again:</span>
      <Button size="small" onClick={() => fill({ ...texts.english })}>
        English
      </Button>
      <Button size="small" onClick={() => fill({ ...texts.arabic })}>
        Arabic
      </Button>
    </Inline>
  );
}

function Fields({ type }: { type: MessageType }) {
  const refusal = useRefusal()('sms.automate');
  const fields = automaticType(type.type)?.fields ?? [];
  return (
    <>
      <FormDisabled value={refusal !== undefined}>
        <FieldRow>
          <CheckField name="bySms" label="By SMS" />
          <CheckField name="byEmail" label="By e-mail" />
          {type.days !== null && <NumberField name="days" label="Days ahead" unit="days" />}
        </FieldRow>
        <DefaultTexts name={type.type} isOff={refusal !== undefined} />
        <MessageField name="smsText" label="SMS" maxLength={MAX_TEXT} fields={fields} />
        <TextField name="emailSubject" label="Subject of the e-mail" maxLength={200} />
        <MessageField
          name="emailText"
          label="E-mail"
          maxLength={MAX_EMAIL}
          fields={fields}
          rows={7}
          isEmail
        />
      </FormDisabled>
      <TypePreview type={type.type} />
    </>
  );
}
