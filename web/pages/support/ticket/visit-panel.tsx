import { CalendarIcon, MapMarkerIcon, TickCircleIcon } from '@blueprintjs/icons';
import { type Ticket, type TicketDetail, ticketUpdate } from '@nimule/core/support/schema';
import { RecordForm } from '../../../parts/record-form.tsx';
import { isUnresolved, mapsLink, placeOf } from '../../../parts/tickets/ticket-words.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { AllowedOrDisabled } from '../../../ui/allowed.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { TextField } from '../../../ui/form/fields.tsx';
import { formValuesOf } from '../../../ui/form/form.tsx';
import { useDialogs } from '../../../ui/overlay/dialogs.ts';
import { Panel } from '../../../ui/page.tsx';
import { today } from '../../../ui/today.ts';
import { DateText, InstantText, KeyValues } from '../../../ui/values.tsx';
import { CompleteForm } from '../visits/complete-form.tsx';
import { useArrive } from '../visits/use-arrive.ts';
import { readTicket, toastUpdated, UPDATE_FAILURE } from './update.ts';

/** The visit of a ticket: planned, arrived, completed. */
export function VisitPanel({ ticket }: { ticket: TicketDetail }) {
  const { visitDate, arrivedAt, completedAt } = ticket;
  const place = placeOf(ticket);
  const { arrive, busy } = useArrive();
  const { open, dialog } = useDialogs({
    plan: (of: Ticket, close) => <PlanForm ticket={of} onClose={close} />,
    complete: (of: Ticket, close) => <CompleteForm ticket={of} onClose={close} />,
  });
  const isOpen = isUnresolved(ticket);
  const isPlanned = visitDate !== null && completedAt === null;
  const planLabel = isPlanned ? 'Change' : completedAt ? 'Plan another visit' : 'Plan a visit';
  return (
    <Panel
      title="Visit"
      actions={
        isOpen && (
          <>
            <AllowedOrDisabled to="ticket.write">
              <ActionButton
                size="small"
                icon={<CalendarIcon />}
                onClick={() => open('plan', ticket)}
              >
                {planLabel}
              </ActionButton>
            </AllowedOrDisabled>
            {isPlanned && arrivedAt === null && (
              <AllowedOrDisabled to="ticket.write">
                <ActionButton
                  size="small"
                  icon={<MapMarkerIcon />}
                  loading={busy}
                  onClick={() => arrive(ticket)}
                >
                  Arrive
                </ActionButton>
              </AllowedOrDisabled>
            )}
            {isPlanned && (
              <AllowedOrDisabled to="ticket.write">
                <ActionButton
                  size="small"
                  icon={<TickCircleIcon />}
                  onClick={() => open('complete', ticket)}
                >
                  Complete
                </ActionButton>
              </AllowedOrDisabled>
            )}
          </>
        )
      }
    >
      {visitDate === null && completedAt === null ? (
        <p className="quiet">No visit is planned.</p>
      ) : (
        <KeyValues
          items={[
            { label: 'Date', value: <DateText date={visitDate} /> },
            {
              label: 'Place',
              value:
                place === '' ? (
                  <span className="quiet">Not known</span>
                ) : (
                  <a href={mapsLink(place)} target="_blank" rel="noreferrer">
                    {place}
                  </a>
                ),
            },
            { label: 'Arrived', value: <InstantText at={arrivedAt} none="Not yet" /> },
            { label: 'Completed', value: <InstantText at={completedAt} none="Not yet" /> },
            ...(ticket.workDone === '' ? [] : [{ label: 'What was done', value: ticket.workDone }]),
            ...(ticket.partsUsed === ''
              ? []
              : [{ label: 'What was used', value: ticket.partsUsed }]),
          ]}
        />
      )}
      {dialog}
    </Panel>
  );
}

const plan = ticketUpdate.pick({ visitDate: true, visitPlace: true });

function PlanForm({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  return (
    <RecordForm
      operation="updateTicket"
      failure={UPDATE_FAILURE}
      title={`Visit for ${ticket.ticketId}`}
      description={ticket.title}
      schema={plan}
      record={ticket}
      read={(): Promise<Ticket> => readTicket(ticket)}
      initial={(record) => ({
        ...formValuesOf(plan, record),
        visitDate: record.visitDate ?? today(),
      })}
      send={(typed, { id, version }) => ({ params: { id }, body: { ...typed, version } })}
      done={(answer) =>
        toastUpdated(answer, answer.visitDate ? 'has a visit planned.' : 'has no visit.')
      }
      submitLabel="Save visit"
      onClose={onClose}
    >
      <DateField name="visitDate" label="Date" help="Empty: no visit." />
      <TextField
        name="visitPlace"
        label="Place"
        help={ticket.customerAddress === '' ? 'Where to go.' : `Empty: ${ticket.customerAddress}.`}
      />
    </RecordForm>
  );
}
