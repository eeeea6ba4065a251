import { LinkIcon } from '@blueprintjs/icons';
import { formatInstant } from '@nimule/core/kernel/dates';
import type { TicketDetail } from '@nimule/core/support/schema';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { z } from 'zod';
import { recordPath } from '../../../app/paths.ts';
import { useRead } from '../../../client/use-read.ts';
import { alarmLabel } from '../../../parts/network/network-words.ts';
import { RecordForm } from '../../../parts/record-form.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { AllowedOrDisabled } from '../../../ui/allowed.tsx';
import { SelectField } from '../../../ui/form/fields.tsx';
import { Inline } from '../../../ui/layout.tsx';
import { Panel } from '../../../ui/page.tsx';
import { StatusTag } from '../../../ui/tags.tsx';
import { InstantText, KeyValues } from '../../../ui/values.tsx';
import { readTicket, toastUpdated, UPDATE_FAILURE } from './update.ts';

/** The node of a ticket with its state now, and the outage that explains it. */
export function NetworkPanel({ ticket }: { ticket: TicketDetail }) {
  const [isLinking, setLinking] = useState(false);
  return (
    <Panel
      title="Network"
      actions={
        <AllowedOrDisabled to="ticket.write">
          <ActionButton size="small" icon={<LinkIcon />} onClick={() => setLinking(true)}>
            Link outage
          </ActionButton>
        </AllowedOrDisabled>
      }
    >
      <KeyValues items={[...nodeFacts(ticket), ...outageFacts(ticket)]} />
      {isLinking && <OutageForm ticket={ticket} onClose={() => setLinking(false)} />}
    </Panel>
  );
}

function nodeFacts({ nodeId, nodeName, node }: TicketDetail) {
  if (nodeId === null) return [{ label: 'Node', value: <span className="quiet">None</span> }];
  return [
    { label: 'Node', value: <Link to={recordPath('node', nodeId)}>{nodeName}</Link> },
    ...(node
      ? [
          { label: 'Status', value: <StatusTag status={node.status} /> },
          {
            label: 'Reachable',
            value:
              node.isReachable === null ? (
                <span className="quiet">Not measured</span>
              ) : node.isReachable ? (
                `Yes${node.latencyMs === null ? '' : `, ${Math.round(node.latencyMs)} ms`}`
              ) : (
                'No'
              ),
          },
          ...(node.since ? [{ label: 'Since', value: <InstantText at={node.since} /> }] : []),
        ]
      : []),
  ];
}

function outageFacts({ outage }: TicketDetail) {
  if (!outage) return [{ label: 'Outage', value: <span className="quiet">None</span> }];
  const { nodeName, kind, raisedAt, endedAt, affectedCustomers } = outage;
  return [
    {
      label: 'Outage',
      value: (
        <Inline>
          {nodeName}, {alarmLabel(kind)}
          <StatusTag status={endedAt ? 'resolved' : 'open'} label={endedAt ? 'Over' : 'Open'} />
        </Inline>
      ),
    },
    { label: 'Outage since', value: <InstantText at={raisedAt} /> },
    { label: 'Outage over', value: <InstantText at={endedAt} none="Not yet" /> },
    { label: 'Affected customers', value: affectedCustomers },
  ];
}

const MOST_ALARMS = 50;
const link = z.object({ outageId: z.string() });

/** Links an outage that explains the ticket; of the ticket's node, if it has one. */
function OutageForm({ ticket, onClose }: { ticket: TicketDetail; onClose: () => void }) {
  const { nodeId, outage } = ticket;
  const read = useRead('listAlarms', {
    query: { ...(nodeId === null ? {} : { nodeId }), sort: '-raisedAt', pageSize: MOST_ALARMS },
  });
  const alarms = read.data?.rows ?? [];
  const options = alarms.map(({ id, nodeName, kind, raisedAt, endedAt }) => ({
    value: String(id),
    label: `${nodeName}, ${alarmLabel(kind)}, ${formatInstant(raisedAt)}${endedAt ? '' : ' (open)'}`,
  }));
  const isKnown = !outage || alarms.some(({ id }) => id === outage.id);
  return (
    <RecordForm
      operation="updateTicket"
      failure={UPDATE_FAILURE}
      title={`Outage of ${ticket.ticketId}`}
      schema={link}
      record={ticket}
      read={() => readTicket(ticket)}
      initial={({ outageId }) => ({ outageId: outageId === null ? '' : String(outageId) })}
      send={({ outageId }, { id, version }) => ({
        params: { id },
        body: { outageId: outageId === '' ? null : outageId, version },
      })}
      done={(answer) =>
        toastUpdated(answer, answer.outage ? 'is linked to the outage.' : 'is of no outage.')
      }
      submitLabel="Save"
      onClose={onClose}
    >
      <SelectField
        name="outageId"
        label="Outage"
        none="None"
        options={
          isKnown
            ? options
            : [
                {
                  value: String(outage.id),
                  label: `${outage.nodeName}, ${alarmLabel(outage.kind)}, ${formatInstant(outage.raisedAt)}`,
                },
                ...options,
              ]
        }
        help={
          read.error?.message ??
          (read.data && alarms.length === 0
            ? 'No outage is on record.'
            : nodeId === null
              ? 'The latest outages of all nodes.'
              : `The latest outages of ${ticket.nodeName}.`)
        }
      />
    </RecordForm>
  );
}
