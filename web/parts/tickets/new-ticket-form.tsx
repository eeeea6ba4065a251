import type { Customer } from '@nimule/core/customers/schema';
import { ticketInput } from '@nimule/core/support/schema';
import { useNavigate } from 'react-router-dom';
import { recordPath } from '../../app/paths.ts';
import { Allowed } from '../../ui/allowed.tsx';
import { DateField } from '../../ui/form/date-field.tsx';
import { FieldRow, TextField } from '../../ui/form/fields.tsx';
import { toastWithActions } from '../../ui/overlay/toaster.tsx';
import { CustomerField } from '../customer-field.tsx';
import { NodeField } from '../network/node-field.tsx';
import { RecordForm } from '../record-form.tsx';
import { AssigneeField, TicketWords } from './ticket-fields.tsx';

const schema = ticketInput.pick({
  title: true,
  description: true,
  customerId: true,
  nodeId: true,
  issueType: true,
  priority: true,
  assignedTo: true,
  visitDate: true,
  visitPlace: true,
});

interface NewTicketFormProps {
  /** The customer whose ticket it is. */
  customer?: Pick<Customer, 'id' | 'name'> | undefined;
  onClose: () => void;
}

/** The New Ticket dialog (seeds/000 5); the server assigns the ticket ID. */
export function NewTicketForm({ customer, onClose }: NewTicketFormProps) {
  const navigate = useNavigate();
  return (
    <RecordForm
      operation="createTicket"
      failure="Failed to create support ticket. Please try again."
      title="New Ticket"
      schema={schema}
      initial={{
        title: '',
        description: '',
        customerId: customer ? String(customer.id) : '',
        nodeId: '',
        issueType: 'connection',
        priority: 'medium',
        assignedTo: '',
        visitDate: '',
        visitPlace: '',
      }}
      needs={['title', 'description']}
      submitLabel="Create ticket"
      busyLabel="Creating…"
      send={(body) => ({ body })}
      done={(ticket) =>
        toastWithActions('Ticket Created', `${ticket.ticketId} ${ticket.title}`, [
          { label: 'Open ticket', onClick: () => navigate(recordPath('ticket', ticket.ticketId)) },
        ])
      }
      onClose={onClose}
      width={640}
    >
      <TicketWords />
      <CustomerField
        {...(customer ? { initialLabel: customer.name } : {})}
        help="Leave empty for a fault of the network."
      />
      <FieldRow>
        <NodeField help="Empty: the node of the customer." />
        <Allowed to="ticket.assign">
          <AssigneeField />
        </Allowed>
      </FieldRow>
      <FieldRow>
        <DateField name="visitDate" label="Visit on" />
        <TextField
          name="visitPlace"
          label="Place of the visit"
          help="Empty: the customer's address."
        />
      </FieldRow>
    </RecordForm>
  );
}
