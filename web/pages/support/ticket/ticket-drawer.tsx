import { EditIcon, GitMergeIcon } from '@blueprintjs/icons';
import { type TicketDetail, ticketUpdate } from '@nimule/core/support/schema';
import { Link } from 'react-router-dom';
import { z } from 'zod';
import { recordPath } from '../../../app/paths.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { useRead } from '../../../client/use-read.ts';
import { Attachments } from '../../../parts/attachments/attachments.tsx';
import { Comments } from '../../../parts/comments/comments.tsx';
import { CustomerField } from '../../../parts/customer-field.tsx';
import { outcomeLabel } from '../../../parts/disputes/dispute-words.ts';
import { HistoryPanel } from '../../../parts/history.tsx';
import { NodeField } from '../../../parts/network/node-field.tsx';
import { RecordDrawer } from '../../../parts/record-drawer.tsx';
import { RecordForm } from '../../../parts/record-form.tsx';
import { RecordLink } from '../../../parts/record-links.tsx';
import { OF_RECORD } from '../../../parts/shown-record.ts';
import { TicketField, TicketWords } from '../../../parts/tickets/ticket-fields.tsx';
import { TicketList } from '../../../parts/tickets/ticket-list.tsx';
import { DueText, PriorityTag, TicketStatus } from '../../../parts/tickets/ticket-tags.tsx';
import { isUnresolved } from '../../../parts/tickets/ticket-words.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { AllowedOrDisabled } from '../../../ui/allowed.tsx';
import { formValuesOf } from '../../../ui/form/form.tsx';
import { Inline } from '../../../ui/layout.tsx';
import { useDialogs } from '../../../ui/overlay/dialogs.ts';
import { toastFailure } from '../../../ui/overlay/toaster.tsx';
import { Panel } from '../../../ui/page.tsx';
import { humanize, Label, StatusTag } from '../../../ui/tags.tsx';
import { InstantText, KeyValues, Notes } from '../../../ui/values.tsx';
import { CustomerPanel } from './customer-panel.tsx';
import { NetworkPanel } from './network-panel.tsx';
import { useDetailActions } from './ticket-actions.tsx';
import { readTicket, toastUpdated, UPDATE_FAILURE } from './update.ts';
import { VisitPanel } from './visit-panel.tsx';

interface TicketDrawerProps {
  /** TKT-001, from the URL. */
  ticketId: string;
  /** Opens another ticket. */
  onShow: (ticketId: string) => void;
  onClose: () => void;
}

/** Drawer of a ticket: what it is about, whom it concerns, and what is done about it. */
export function TicketDrawer({ ticketId, onShow, onClose }: TicketDrawerProps) {
  const read = useRead('lookupTicket', { query: { ticketId } });
  const actions = useDetailActions();
  const { open, dialog } = useDialogs({
    edit: (ticket: TicketDetail, close) => <EditTicketForm ticket={ticket} onClose={close} />,
    merge: (ticket: TicketDetail, close) => (
      <MergeForm ticket={ticket} onShow={onShow} onClose={close} />
    ),
  });
  return (
    <>
      <RecordDrawer
        noun="ticket"
        read={read}
        title={(ticket) => `${ticket.ticketId} ${ticket.title}`}
        provisionalTitle={ticketId}
        subtitle={(ticket) => (
          <Inline>
            <TicketStatus ticket={ticket} />
            <PriorityTag ticket={ticket} />
            <Label>{humanize(ticket.issueType)}</Label>
          </Inline>
        )}
        actions={actions}
        buttons={(ticket) => (
          <>
            <AllowedOrDisabled to="ticket.write">
              <ActionButton icon={<EditIcon />} onClick={() => open('edit', ticket)}>
                Edit
              </ActionButton>
            </AllowedOrDisabled>
            {ticket.mergedIntoId === null && (
              <AllowedOrDisabled to="ticket.write">
                <ActionButton icon={<GitMergeIcon />} onClick={() => open('merge', ticket)}>
                  Merge
                </ActionButton>
              </AllowedOrDisabled>
            )}
          </>
        )}
        onClose={onClose}
      >
        {(ticket) => <TicketParts ticket={ticket} />}
      </RecordDrawer>
      {dialog}
    </>
  );
}

function TicketParts({ ticket }: { ticket: TicketDetail }) {
  const { id, ticketId, nodeId, nodeName } = ticket;
  return (
    <>
      <Panel title="Ticket">
        <TicketFacts ticket={ticket} />
      </Panel>
      {ticket.resolution !== '' && !isUnresolved(ticket) && (
        <Panel title="Resolution">
          <div dir="auto">
            <Notes text={ticket.resolution} />
          </div>
        </Panel>
      )}
      <Panel title="Description">
        <div dir="auto">
          <Notes text={ticket.description} />
        </div>
      </Panel>
      <CustomerPanel ticket={ticket} />
      <NetworkPanel ticket={ticket} />
      <VisitPanel ticket={ticket} />
      <Panel title="Files">
        <Attachments of="ticket" id={id} name={ticketId} />
      </Panel>
      <Panel title="Comments">
        <TicketComments ticket={ticket} />
      </Panel>
      {nodeId !== null && (
        <TicketList
          label={`Tickets of ${nodeName}`}
          query={{ nodeId }}
          prefix={OF_RECORD}
          empty={`There are no other tickets of ${nodeName}.`}
        />
      )}
      <HistoryPanel of="ticketHistory" id={id} name={ticketId} />
    </>
  );
}

function TicketFacts({ ticket }: { ticket: TicketDetail }) {
  const { mergedIntoTicket, merged, disputes } = ticket;
  return (
    <KeyValues
      items={[
        ...(mergedIntoTicket === ''
          ? []
          : [{ label: 'Merged into', value: <TicketLink ticketId={mergedIntoTicket} /> }]),
        {
          label: 'Assigned to',
          value: ticket.assignedName || <span className="quiet">Nobody yet</span>,
        },
        { label: 'Due', value: <DueText ticket={ticket} none="No target" /> },
        {
          label: 'First response',
          value: ticket.firstResponseAt ? (
            <InstantText at={ticket.firstResponseAt} />
          ) : (
            <Target at={ticket.responseDueAt} />
          ),
        },
        {
          label: ticket.resolvedAt ? 'Resolved' : 'Resolution',
          value: ticket.resolvedAt ? (
            <InstantText at={ticket.resolvedAt} />
          ) : (
            <Target at={ticket.resolutionDueAt} />
          ),
        },
        { label: 'Opened', value: <InstantText at={ticket.createdAt} /> },
        { label: 'Opened by', value: ticket.createdBy },
        ...(disputes.length === 0
          ? []
          : [
              {
                label: 'Disputed invoices',
                value: (
                  <Inline>
                    {disputes.map(({ invoiceId, invoiceNumber, outcome }) => (
                      <span key={invoiceId}>
                        <RecordLink kind="invoice" id={invoiceId} number={invoiceNumber} />{' '}
                        <StatusTag status={outcome ?? 'review'} label={outcomeLabel(outcome)} />
                      </span>
                    ))}
                  </Inline>
                ),
              },
            ]),
        ...(ticket.closedAt
          ? [{ label: 'Closed', value: <InstantText at={ticket.closedAt} /> }]
          : []),
        ...(merged.length === 0
          ? []
          : [
              {
                label: 'Merged tickets',
                value: (
                  <Inline>
                    {merged.map((one) => (
                      <TicketLink key={one.id} ticketId={one.ticketId} />
                    ))}
                  </Inline>
                ),
              },
            ]),
      ]}
    />
  );
}

/** The instant at which something should have been done. */
function Target({ at }: { at: Date | null }) {
  if (!at) return <span className="quiet">Not yet</span>;
  return (
    <span className="quiet">
      until <InstantText at={at} />
    </span>
  );
}

function TicketLink({ ticketId }: { ticketId: string }) {
  return (
    <Link to={recordPath('ticket', ticketId)} className="mono">
      {ticketId}
    </Link>
  );
}

function TicketComments({ ticket: { id, ticketId } }: { ticket: TicketDetail }) {
  const read = useRead('listTicketComments', { params: { id } });
  const { run, busy } = useMutation('commentTicket', {
    failure: 'The comment could not be saved. Please try again.',
  });
  return (
    <Comments
      read={read}
      name={ticketId}
      permission="ticket.write"
      busy={busy}
      onSend={(body) =>
        run({ params: { id }, body }).catch((error) => {
          toastFailure(error);
          throw error;
        })
      }
    />
  );
}

const ticketForm = ticketUpdate
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
function EditTicketForm({ ticket, onClose }: { ticket: TicketDetail; onClose: () => void }) {
  return (
    <RecordForm
      operation="updateTicket"
      failure={UPDATE_FAILURE}
      title={`Edit ${ticket.ticketId}`}
      schema={ticketForm}
      record={ticket}
      read={() => readTicket(ticket)}
      initial={(record) => formValuesOf(ticketForm, record)}
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

const mergeForm = z.object({ intoId: z.string().min(1, 'Choose a ticket.') });

interface MergeFormProps {
  ticket: TicketDetail;
  /** Opens the ticket that stays. */
  onShow: (ticketId: string) => void;
  onClose: () => void;
}

/** Merges a double into the ticket that stays. */
function MergeForm({ ticket, onShow, onClose }: MergeFormProps) {
  const { ticketId } = ticket;
  return (
    <RecordForm
      operation="mergeTicket"
      failure={UPDATE_FAILURE}
      title={`Merge ${ticketId}`}
      description={`${ticketId} is closed; its comments and files are shown with the ticket that stays. This cannot be undone.`}
      schema={mergeForm}
      record={ticket}
      read={() => readTicket(ticket)}
      initial={{ intoId: '' }}
      needs={['intoId']}
      send={(typed, { id, version }) => ({ params: { id }, body: { ...typed, version } })}
      done={(answer) => {
        const stays = answer.mergedIntoTicket || answer.ticketId;
        toastUpdated(ticket, `is merged into ${stays}.`);
        onShow(stays);
      }}
      submitLabel="Merge ticket"
      busyLabel="Merging…"
      destructive
      onClose={onClose}
    >
      <TicketField name="intoId" label="Into" without={ticket.id} />
    </RecordForm>
  );
}
