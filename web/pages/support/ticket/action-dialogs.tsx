import { requiredLines } from '@nimule/core/kernel/text';
import { DEFAULT_RESOLUTION, type Ticket } from '@nimule/core/support/schema';
import { z } from 'zod';
import { OperationDialog } from '../../../parts/operation-dialog.tsx';
import { RecordForm } from '../../../parts/record-form.tsx';
import { AssigneeField } from '../../../parts/tickets/ticket-fields.tsx';
import { TextAreaField } from '../../../ui/form/fields.tsx';
import { readTicket, toastUpdated, UPDATE_FAILURE } from './update.ts';

interface DialogProps {
  ticket: Ticket;
  onClose: () => void;
}

/** What all dialogs that change a ticket have in common. */
function ofTicket(ticket: Ticket) {
  return {
    operation: 'updateTicket',
    failure: UPDATE_FAILURE,
    record: ticket,
    read: (): Promise<Ticket> => readTicket(ticket),
  } as const;
}

const resolution = z.object({ resolution: requiredLines('The resolution', 5000) });

/** Resolves a ticket with a written resolution; the specification's text is proposed (seeds/000 4). */
export function ResolveDialog({ ticket, onClose }: DialogProps) {
  return (
    <RecordForm
      {...ofTicket(ticket)}
      title={`Resolve ${ticket.ticketId}`}
      description={ticket.title}
      schema={resolution}
      initial={{ resolution: DEFAULT_RESOLUTION }}
      needs={['resolution']}
      send={(typed, { id, version }) => ({
        params: { id },
        body: { ...typed, status: 'resolved' as const, version },
      })}
      done={(answer) => toastUpdated(answer, 'is resolved.')}
      submitLabel="Resolve ticket"
      busyLabel="Resolving…"
      onClose={onClose}
    >
      <TextAreaField name="resolution" label="Resolution" help="What was done and why it helped." />
    </RecordForm>
  );
}

const assignment = z.object({ assignedTo: z.string().min(1, 'Choose a user.') });

export function AssignDialog({ ticket, onClose }: DialogProps) {
  return (
    <RecordForm
      {...ofTicket(ticket)}
      title={`Assign ${ticket.ticketId}`}
      description={ticket.title}
      schema={assignment}
      initial={({ assignedTo }) => ({ assignedTo: assignedTo === null ? '' : String(assignedTo) })}
      needs={['assignedTo']}
      send={(typed, { id, version }) => ({
        params: { id },
        body: { ...typed, status: 'assigned' as const, version },
      })}
      done={(answer) => toastUpdated(answer, `is assigned to ${answer.assignedName}.`)}
      submitLabel="Assign ticket"
      busyLabel="Assigning…"
      onClose={onClose}
    >
      <AssigneeField none="Choose a user" />
    </RecordForm>
  );
}

const reopening = z.object({ reason: requiredLines('The reason', 2000) });

export function ReopenDialog({ ticket, onClose }: DialogProps) {
  return (
    <RecordForm
      {...ofTicket(ticket)}
      title={`Reopen ${ticket.ticketId}`}
      description={`It was resolved with: ${ticket.resolution}`}
      schema={reopening}
      initial={{ reason: '' }}
      needs={['reason']}
      send={(typed, { id, assignedTo, version }) => ({
        params: { id },
        body: {
          ...typed,
          status: assignedTo === null ? ('open' as const) : ('assigned' as const),
          version,
        },
      })}
      done={(answer) => toastUpdated(answer, 'is open again.')}
      submitLabel="Reopen ticket"
      busyLabel="Reopening…"
      onClose={onClose}
    >
      <TextAreaField name="reason" label="Reason" help="Kept as a comment." />
    </RecordForm>
  );
}

export function CloseDialog({ ticket, onClose }: DialogProps) {
  const { id, ticketId, version } = ticket;
  return (
    <OperationDialog
      operation="updateTicket"
      input={{ params: { id }, body: { status: 'closed', version } }}
      failure={UPDATE_FAILURE}
      title={`Close ${ticketId}?`}
      confirmLabel="Close ticket"
      done={(answer) => toastUpdated(answer, 'is closed.')}
      onClose={onClose}
    >
      Close {ticketId} when the customer agrees that the problem is solved. It can be reopened.
    </OperationDialog>
  );
}
