import {
  EyeOpenIcon,
  FlagIcon,
  LockIcon,
  NewPersonIcon,
  PersonIcon,
  PlayIcon,
  ResetIcon,
  TickCircleIcon,
} from '@blueprintjs/icons';
import { isPossible } from '@nimule/core/support/rules-actions';
import {
  type Ticket,
  type TicketAction,
  type TicketDetail,
  ticketActions,
} from '@nimule/core/support/schema';
import type { ClientError } from '../../../client/errors.ts';
import { useStoredUser } from '../../../client/session.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { DisputeForm } from '../../../parts/disputes/dispute-form.tsx';
import { isUnresolved } from '../../../parts/tickets/ticket-words.ts';
import { useRefusal } from '../../../ui/allowed.tsx';
import { type RecordActions, useDialogs } from '../../../ui/overlay/dialogs.ts';
import { toast, toastFailure } from '../../../ui/overlay/toaster.tsx';
import type { RowAction } from '../../../ui/table/row-actions.tsx';
import { AssignDialog, CloseDialog, ReopenDialog, ResolveDialog } from './action-dialogs.tsx';
import { UPDATE_FAILURE } from './update.ts';

const labels: Readonly<Record<TicketAction, string>> = {
  assign: 'Assign',
  start: 'Start',
  resolve: 'Resolve',
  reopen: 'Reopen',
  close: 'Close ticket',
};

const icons = {
  assign: <NewPersonIcon />,
  start: <PlayIcon />,
  resolve: <TickCircleIcon />,
  reopen: <ResetIcon />,
  close: <LockIcon />,
};

interface Shown<T> {
  ticket: T;
}

function useActionDialogs() {
  return useDialogs({
    assign: ({ ticket }: Shown<Ticket>, close) => <AssignDialog ticket={ticket} onClose={close} />,
    resolve: ({ ticket }: Shown<Ticket>, close) => (
      <ResolveDialog ticket={ticket} onClose={close} />
    ),
    reopen: ({ ticket }: Shown<Ticket>, close) => <ReopenDialog ticket={ticket} onClose={close} />,
    close: ({ ticket }: Shown<Ticket>, close) => <CloseDialog ticket={ticket} onClose={close} />,
  });
}

/** In a list: View and Resolve, the latter while a ticket is neither resolved nor closed (seeds/000 4). */
export function useTicketActions({
  onView,
}: {
  onView: (ticketId: string) => void;
}): RecordActions<Ticket> {
  const refusal = useRefusal()('ticket.write');
  const { open, dialog } = useActionDialogs();
  const of = (ticket: Ticket): RowAction[] => [
    { label: 'View', icon: <EyeOpenIcon />, onClick: () => onView(ticket.ticketId) },
    ...(isUnresolved(ticket)
      ? [
          {
            label: 'Resolve',
            icon: <TickCircleIcon />,
            onClick: () => open('resolve', { ticket }),
            disabledReason: refusal,
          },
        ]
      : []),
  ];
  return { of, dialog };
}

/** In the drawer: what the status allows, disabled with the reason where the user may not do it. */
export function useDetailActions(): RecordActions<TicketDetail> {
  const refusalOf = useRefusal();
  const me = useStoredUser();
  const update = useMutation('updateTicket', { failure: UPDATE_FAILURE });
  const { open, dialog } = useActionDialogs();
  const dispute = useDialogs({
    invoice: (ticket: TicketDetail, close) => <DisputeForm of={{ ticket }} onClose={close} />,
  });
  const send = (ticket: TicketDetail, body: object, text: string) => {
    const input = { params: { id: ticket.id }, body: { ...body, version: ticket.version } };
    update.run(input).then(
      () => toast('Ticket Updated', text),
      (error: ClientError) => toastFailure(error),
    );
  };
  // Without the permission to assign, 'assign' is only 'Take'.
  const reasonOf = ({ actions }: TicketDetail, action: TicketAction) => {
    const refusal =
      refusalOf('ticket.write') ?? (action === 'assign' ? refusalOf('ticket.assign') : undefined);
    return refusal ?? (actions.includes(action) ? undefined : 'You cannot do this now.');
  };
  const run = (ticket: TicketDetail, action: TicketAction) => {
    if (action !== 'start') return open(action, { ticket });
    send(ticket, { status: 'in_progress' }, `${ticket.ticketId} is in progress.`);
  };
  const of = (ticket: TicketDetail): RowAction[] => {
    const possible = ticketActions.filter((action) => isPossible(action, ticket));
    const offered = possible.map(
      (action): RowAction => ({
        label: labels[action],
        icon: icons[action],
        onClick: () => run(ticket, action),
        disabledReason: reasonOf(ticket, action),
      }),
    );
    if (ticket.customerId !== null && isUnresolved(ticket)) {
      offered.push({
        label: 'Dispute an invoice',
        icon: <FlagIcon />,
        onClick: () => dispute.open('invoice', ticket),
        disabledReason: refusalOf('customer.write'),
      });
    }
    // A ticket of nobody can be taken by everybody who works on tickets.
    const isFree = me && isUnresolved(ticket) && ticket.assignedTo === null;
    if (!isFree) return offered;
    return [
      {
        label: 'Take',
        icon: <PersonIcon />,
        onClick: () =>
          send(ticket, { status: 'assigned', assignedTo: me.id }, `${ticket.ticketId} is yours.`),
        disabledReason: refusalOf('ticket.write'),
      },
      ...offered,
    ];
  };
  return {
    of,
    dialog: (
      <>
        {dialog}
        {dispute.dialog}
      </>
    ),
  };
}
