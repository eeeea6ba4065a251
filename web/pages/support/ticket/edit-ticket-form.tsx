import { type TicketDetail, ticketUpdate } from '@nimule/core/support/schema';
import { CustomerField } from '../../../parts/customer-field.tsx';
import { NodeField } from '../../../parts/network/node-field.tsx';
import { RecordForm } from '../../../parts/record-form.tsx';
import { TicketWords } from '../../../parts/tickets/ticket-fields.tsx';
import { formValuesOf } from '../../../ui/form/form.tsx';
import { readTicket, toastUpdated, UPDATE_FAILURE } from './update.ts';

const schema = ticketUpdate
  .pick({
    title: true,
    description: true,
    issueType: true,
    priority: true,
    customerId: true,
    nodeId: true,
  })
  .required({ title: true, description: true });

/** Changes what a ticket says; a changed priority has new targets. */
export function EditTicketForm({ ticket, onClose }: { ticket: TicketDetail; onClose: () => void }) {
  return (
    <RecordForm
      operation="updateTicket"
      failure={UPDATE_FAILURE}
      title={`Edit ${ticket.ticketId}`}
      schema={schema}
      record={ticket}
      read={() => readTicket(ticket)}
      initial={(record) => formValuesOf(schema, record)}
      needs={['title', 'description']}
      send={(typed, { id, version }) => ({ params: { id }, body: { ...typed, version } })}
      done={(answer) => toastUpdated(answer, answer.title)}
      submitLabel="Save changes"
      onClose={onClose}
      width={640}
    >
      {(record) => (
        <>
          <TicketWords />
          <CustomerField initialLabel={record.customerName} />
          <NodeField initialLabel={record.nodeName} />
        </>
      )}
    </RecordForm>
  );
}
