import type { NetworkNode } from '@nimule/core/network/schema';
import { OF_RECORD } from '../../../parts/shown-record.ts';
import { TicketList } from '../../../parts/tickets/ticket-list.tsx';

/** Support tickets about a node. */
export function NodeTickets({ node }: { node: NetworkNode }) {
  return (
    <TicketList
      label={`Tickets of ${node.name}`}
      query={{ nodeId: node.id }}
      prefix={`${OF_RECORD}tickets-`}
      empty="An outage of this node opens one; others name it when they are opened."
    />
  );
}
