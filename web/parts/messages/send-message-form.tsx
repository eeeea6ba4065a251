import type { Customer } from '@nimule/core/customers/schema';
import { localPhone } from '@nimule/core/kernel/phone';
import { MAX_TEXT, singleInput } from '@nimule/core/messaging/schema';
import { singleFields } from '@nimule/core/messaging/texts/rules-fields';
import { useCompany } from '../../client/company.ts';
import { SelectField, TextField } from '../../ui/form/fields.tsx';
import { useFieldValue } from '../../ui/form/form.tsx';
import { toast } from '../../ui/overlay/toaster.tsx';
import { RecordForm } from '../record-form.tsx';
import { MessageField } from './message-field.tsx';
import { channelLabels, WRITTEN } from './message-words.ts';
import { TemplateChoice } from './template-choice.tsx';
import { MailNotice, SmsNotice } from './unsent-notice.tsx';

interface SendMessageFormProps {
  customer: Customer;
  onClose: () => void;
}

/** One message to one customer, by SMS or e-mail. */
export function SendMessageForm({ customer, onClose }: SendMessageFormProps) {
  const company = useCompany();
  const { name, phone, email, contactBy } = customer;
  const prefersEmail = contactBy === 'email' ? email !== '' : phone === '';
  return (
    <RecordForm
      title={`Message to ${name}`}
      operation="sendMessage"
      failure="Failed to send the message. Please try again."
      schema={singleInput}
      initial={{
        customerId: String(customer.id),
        channel: prefersEmail ? 'email' : 'sms',
        subject: '',
        message: '',
      }}
      send={({ subject, ...typed }) => ({
        body: typed.channel === 'email' ? { ...typed, subject } : typed,
      })}
      done={({ channel }) => {
        const isSent = channel === 'sms' ? company?.sendsSms : company?.sendsMail;
        if (isSent === false) toast(WRITTEN, `To ${name}`);
        else
          toast(channel === 'sms' ? 'SMS Sent' : 'E-mail Sent', `To ${name}; it is sent at once.`);
      }}
      submitLabel="Send message"
      busyLabel="Sending…"
      toastsFields
      onClose={onClose}
    >
      <Fields phone={phone} email={email} />
    </RecordForm>
  );
}

function Fields({ phone, email }: Pick<Customer, 'phone' | 'email'>) {
  const isEmail = useFieldValue('channel') === 'email';
  const to = isEmail ? email : phone;
  const missing = isEmail
    ? 'No e-mail address is known; edit the customer first.'
    : 'No telephone number is known; edit the customer first.';
  return (
    <>
      {isEmail ? <MailNotice /> : <SmsNotice />}
      <SelectField
        name="channel"
        label="By"
        options={[
          { value: 'sms', label: channelLabels.sms },
          { value: 'email', label: channelLabels.email },
        ]}
        help={to ? `To ${localPhone(to)}` : missing}
      />
      {isEmail && <TextField name="subject" label="Subject" maxLength={200} />}
      <TemplateChoice name="message" maxLength={MAX_TEXT} />
      <MessageField
        name="message"
        label="Message"
        maxLength={MAX_TEXT}
        fields={singleFields}
        rows={isEmail ? 8 : 4}
        isEmail={isEmail}
        hasLines
      />
    </>
  );
}
