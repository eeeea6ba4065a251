import { EnvelopeIcon } from '@blueprintjs/icons';
import type { Customer } from '@nimule/core/customers/schema';
import { useState } from 'react';
import { MessagesTable } from '../../../parts/messages/messages-table.tsx';
import { SendMessageForm } from '../../../parts/messages/send-message-form.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { AllowedOrDisabled } from '../../../ui/allowed.tsx';
import { OF_DETAIL } from './links.ts';

/** Every message to the customer with its state, and a form for another one. */
export function CustomerMessages({ customer }: { customer: Customer }) {
  const [isSending, setSending] = useState(false);
  return (
    <>
      <MessagesTable
        label={`Messages to ${customer.name}`}
        of="customer"
        query={{ customer: customer.id }}
        prefix={`${OF_DETAIL}messages-`}
        tools={
          <AllowedOrDisabled to="sms.send">
            <ActionButton icon={<EnvelopeIcon />} onClick={() => setSending(true)}>
              Send message
            </ActionButton>
          </AllowedOrDisabled>
        }
        empty={{
          title: 'No messages yet',
          description: 'Campaigns, automatic messages and those sent from here are listed here.',
        }}
      />
      {isSending && <SendMessageForm customer={customer} onClose={() => setSending(false)} />}
    </>
  );
}
