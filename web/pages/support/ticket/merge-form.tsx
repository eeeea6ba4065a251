import type { TicketDetail } from '@nimule/core/support/schema';
import { useRef } from 'react';
import { z } from 'zod';
import { RecordForm } from '../../../parts/record-form.tsx';
import { TicketField } from '../../../parts/tickets/ticket-fields.tsx';
import { readTicket, toastUpdated, UPDATE_FAILURE } from './update.ts';

const schema = z.object({ intoId: z.string().min(1, 'Choose a ticket.') });

interface MergeFormProps {
  ticket: TicketDetail;
  /** Opens the ticket that stays. */
  onShow: (ticketId: string) => void;
  onClose: () => void;
}

/** Merges a double into the ticket that stays. */
export function MergeForm({ ticket, onShow, onClose }: MergeFormProps) {
  const { ticketId } = ticket;
  const stays = useRef<string>(undefined);
  return (
    <RecordForm
      operation="mergeTicket"
      failure={UPDATE_FAILURE}
      title={`Merge ${ticketId}`}
      description={`${ticketId} is closed; its comments and files are shown with the ticket that stays. This cannot be undone.`}
      schema={schema}
      record={ticket}
      read={() => readTicket(ticket)}
      initial={{ intoId: '' }}
      needs={['intoId']}
      send={(typed, { id, version }) => ({ params: { id }, body: { ...typed, version } })}
      done={(answer) => {
        stays.current = answer.mergedIntoTicket || answer.ticketId;
        toastUpdated(ticket, `is merged into ${stays.current}.`);
      }}
      submitLabel="Merge ticket"
      busyLabel="Merging…"
      destructive
      onClose={() => {
        onClose();
        // Not before the form has closed, which asks before its input is discarded.
        if (stays.current !== undefined) onShow(stays.current);
      }}
    >
      <TicketField name="intoId" label="Into" without={ticket.id} />
    </RecordForm>
  );
}
