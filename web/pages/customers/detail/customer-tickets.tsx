import { PlusIcon } from '@blueprintjs/icons';
import type { Customer } from '@nimule/core/customers/schema';
import { useState } from 'react';
import { NewTicketForm } from '../../../parts/tickets/new-ticket-form.tsx';
import { TicketList } from '../../../parts/tickets/ticket-list.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { AllowedOrDisabled } from '../../../ui/allowed.tsx';
import { OF_DETAIL } from './links.ts';

/** The tickets of the customer, and a form for a new one. */
export function CustomerTickets({ customer }: { customer: Customer }) {
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <TicketList
        label={`Tickets of ${customer.name}`}
        query={{ customerId: customer.id }}
        prefix={`${OF_DETAIL}tickets-`}
        tools={
          <AllowedOrDisabled to="ticket.write">
            <ActionButton icon={<PlusIcon />} onClick={() => setAdding(true)}>
              New Ticket
            </ActionButton>
          </AllowedOrDisabled>
        }
        empty="What the customer reports is listed here, once it has been opened as a ticket."
      />
      {isAdding && <NewTicketForm customer={customer} onClose={() => setAdding(false)} />}
    </>
  );
}
