import { Intent } from '@blueprintjs/core';
import { PlusIcon } from '@blueprintjs/icons';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { titleOf } from '../../app/modules.ts';
import { useRead } from '../../client/use-read.ts';
import { useShownNumber } from '../../parts/shown-record.ts';
import { NewTicketForm } from '../../parts/tickets/new-ticket-form.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { AllowedOrDisabled, useMay } from '../../ui/allowed.tsx';
import { Stack } from '../../ui/layout.tsx';
import { LoadingDialog } from '../../ui/overlay/loading-dialog.tsx';
import { Page } from '../../ui/page.tsx';
import { UrlTabs } from '../../ui/url-tabs.tsx';
import { SupportSettingsPanel } from './settings/settings-panel.tsx';
import { TicketDrawer } from './ticket/ticket-drawer.tsx';
import { NextDue, TicketFigures } from './tickets/ticket-figures.tsx';
import { TicketTable } from './tickets/ticket-table.tsx';
import { VisitsView } from './visits/visits-view.tsx';

/** Value of `view` that opens the New Ticket dialog over the list of tickets. */
const NEW = 'new';
const VIEW = 'view';
/** Query parameter: the customer of the new ticket (SC003). */
const TICKET_FOR = 'ticket-for';

/** Customer ID of the New Ticket dialog in the URL, '' if there is none; undefined if the dialog is closed. */
function newTicketIn(params: URLSearchParams): string | undefined {
  return params.get(VIEW) === NEW ? (params.get(TICKET_FOR) ?? '') : undefined;
}

/** The query with the New Ticket dialog open or closed. */
function withNewTicket(params: URLSearchParams, isOpen: boolean): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete(TICKET_FOR);
  if (isOpen) next.set(VIEW, NEW);
  else next.delete(VIEW);
  return next;
}

/** The Support Tickets & Repairs tab (seeds/000 2). */
export function SupportPage() {
  const may = useMay();
  const [params, setParams] = useSearchParams();
  const ticket = useShownNumber('ticket');
  const goBack = useReturn();
  const creating = may('ticket.write') ? newTicketIn(params) : undefined;
  // Replaces the history entry, so that back does not reopen the dialog.
  const close = () => setParams((before) => withNewTicket(before, false), { replace: true });
  return (
    <Page
      title={titleOf('support')}
      description="Faults and wishes of customers, from the first call to the solution."
      actions={
        <AllowedOrDisabled to="ticket.write">
          <ActionButton
            icon={<PlusIcon />}
            intent={Intent.PRIMARY}
            onClick={() => setParams((before) => withNewTicket(before, true))}
          >
            New Ticket
          </ActionButton>
        </AllowedOrDisabled>
      }
    >
      <UrlTabs
        label="Parts of support"
        tabs={[
          {
            id: 'tickets',
            title: 'Tickets',
            panel: (
              <Stack>
                <TicketFigures />
                <NextDue onView={ticket.show} />
                <TicketTable onView={ticket.show} />
              </Stack>
            ),
          },
          { id: 'visits', title: 'Visits', panel: <VisitsView onView={ticket.show} /> },
          { id: 'settings', title: 'Settings', panel: <SupportSettingsPanel /> },
        ]}
      />
      {ticket.number !== undefined && (
        <TicketDrawer
          key={ticket.number}
          ticketId={ticket.number}
          onShow={ticket.show}
          onClose={ticket.hide}
        />
      )}
      {creating !== undefined && <NewTicket customerId={creating} onClose={() => goBack(close)} />}
    </Page>
  );
}

/** Returns to the screen that linked here; calls `otherwise` if there is none. */
function useReturn(): (otherwise: () => void) => unknown {
  const { state } = useLocation();
  const navigate = useNavigate();
  const to: unknown = (state as { returnTo?: unknown } | null)?.returnTo;
  return (otherwise) => (typeof to === 'string' ? navigate(to, { replace: true }) : otherwise());
}

interface NewTicketProps {
  /** SC003; '' for none. */
  customerId: string;
  onClose: () => void;
}

/** The New Ticket dialog, after the customer of the URL has been read. */
function NewTicket({ customerId, onClose }: NewTicketProps) {
  const read = useRead('lookupCustomer', { query: { customerId } }, { when: customerId !== '' });
  if (customerId === '') return <NewTicketForm onClose={onClose} />;
  return (
    <LoadingDialog title="New Ticket" noun="customer" read={read} onClose={onClose}>
      {(customer) => <NewTicketForm customer={customer} onClose={onClose} />}
    </LoadingDialog>
  );
}
