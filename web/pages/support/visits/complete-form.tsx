import { completeInput, type Ticket } from '@nimule/core/support/schema';
import { Attachments } from '../../../parts/attachments/attachments.tsx';
import { FormDraft, useForgetDraft } from '../../../parts/draft/draft.ts';
import { RecordForm } from '../../../parts/record-form.tsx';
import { uploads } from '../../../parts/uploads/uploads.ts';
import { CheckField, TextAreaField } from '../../../ui/form/fields.tsx';
import { readTicket, toastUpdated, UPDATE_FAILURE } from '../ticket/update.ts';

const schema = completeInput.pick({ workDone: true, partsUsed: true, resolve: true });
const KEPT = ['workDone', 'partsUsed'] as const;

/** Photos may still be on their way, and may be so for long. */
function doneText(id: number): string {
  const isSending = uploads()
    .files()
    .some(({ of, recordId }) => of === 'ticket' && recordId === id);
  return `The visit is complete.${isSending ? ' Its photos are still being sent.' : ''}`;
}

/** Completes a visit with what was done and used; the text is kept on the phone until it has been sent. */
export function CompleteForm({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const draft = `visit-${ticket.ticketId}`;
  const forget = useForgetDraft(draft);
  return (
    <RecordForm
      operation="completeVisit"
      failure={UPDATE_FAILURE}
      title={`Complete ${ticket.ticketId}`}
      description={[ticket.title, ticket.customerName].filter(Boolean).join(' · ')}
      schema={schema}
      record={ticket}
      read={(): Promise<Ticket> => readTicket(ticket)}
      initial={{ workDone: '', partsUsed: '', resolve: true }}
      needs={['workDone']}
      send={(typed, { id, version }) => ({ params: { id }, body: { ...typed, version } })}
      done={(answer) => toastUpdated(answer, doneText(ticket.id))}
      submitLabel="Complete visit"
      busyLabel="Sending…"
      onClose={() => {
        forget();
        onClose();
      }}
    >
      <FormDraft name={draft} fields={KEPT} />
      <TextAreaField name="workDone" label="What was done" />
      <TextAreaField name="partsUsed" label="What was used" rows={2} />
      <Attachments of="ticket" id={ticket.id} name={ticket.ticketId} />
      <CheckField name="resolve" label="The ticket is resolved" />
    </RecordForm>
  );
}
