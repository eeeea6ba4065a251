import { PulseIcon } from '@blueprintjs/icons';
import type { NetworkNode } from '@nimule/core/network/schema';
import { useRead } from '../../../client/use-read.ts';
import { nodeTypeLabels, technologyLabels } from '../../../parts/network/network-words.ts';
import { NodeStatusTag } from '../../../parts/network/node-status.tsx';
import { RecordDrawer } from '../../../parts/record-drawer.tsx';
import { OF_RECORD } from '../../../parts/shown-record.ts';
import { TicketList } from '../../../parts/tickets/ticket-list.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { useRefusal } from '../../../ui/allowed.tsx';
import { Inline } from '../../../ui/layout.tsx';
import { Label } from '../../../ui/tags.tsx';
import { UrlTabs } from '../../../ui/url-tabs.tsx';
import { useNodeActions } from '../nodes/node-actions.tsx';
import { NodeToggle } from '../nodes/node-toggle.tsx';
import { POLL_MS } from '../polling.ts';
import { NodeCharts } from './node-charts.tsx';
import { NodeChildren } from './node-children.tsx';
import { NodeFacts } from './node-facts.tsx';
import { NodeInterfaces } from './node-interfaces.tsx';
import { ProbeResult, useProbe } from './node-probe.tsx';
import { NodeSummary } from './node-summary.tsx';

interface NodeDrawerProps {
  id: number;
  onClose: () => void;
}

/** Drawer of a node: state, load, alarms, charts, interfaces, tickets and the nodes below it. */
export function NodeDrawer({ id, onClose }: NodeDrawerProps) {
  const read = useRead('getNode', { params: { id } }, { pollMs: POLL_MS });
  const probe = useProbe(id);
  return (
    <RecordDrawer
      noun="node"
      read={read}
      title={({ name }) => name}
      subtitle={(node) => (
        <Inline>
          <NodeStatusTag node={node} />
          <Label>{nodeTypeLabels[node.type]}</Label>
          {node.technologies.map((one) => (
            <Label key={one}>{technologyLabels[one]}</Label>
          ))}
        </Inline>
      )}
      actions={useNodeActions({ onDeleted: onClose })}
      buttons={(node) => (
        <>
          <TestButton node={node} busy={probe.busy} onTest={() => probe.run()} />
          <NodeToggle node={node} />
        </>
      )}
      onClose={onClose}
    >
      {(node) => (
        <>
          <ProbeResult probe={probe} />
          <NodeSummary node={node} />
          <Parts node={node} />
        </>
      )}
    </RecordDrawer>
  );
}

interface TestButtonProps {
  node: NetworkNode;
  busy: boolean;
  onTest: () => void;
}

function TestButton({ node, busy, onTest }: TestButtonProps) {
  const refusal = useRefusal()('network.write');
  const reason = node.address === '' ? 'The node has no address to test.' : undefined;
  return (
    <ActionButton
      icon={<PulseIcon />}
      disabledReason={refusal ?? reason}
      loading={busy}
      onClick={onTest}
    >
      Test
    </ActionButton>
  );
}

function Parts({ node }: { node: NetworkNode }) {
  return (
    <UrlTabs
      label={`Parts of ${node.name}`}
      param={`${OF_RECORD}part`}
      tabs={[
        { id: 'facts', title: 'Facts', panel: <NodeFacts node={node} /> },
        { id: 'charts', title: 'Charts', panel: <NodeCharts node={node} /> },
        { id: 'interfaces', title: 'Interfaces', panel: <NodeInterfaces node={node} /> },
        { id: 'below', title: 'Nodes below', panel: <NodeChildren node={node} /> },
        { id: 'tickets', title: 'Tickets', panel: <NodeTickets node={node} /> },
      ]}
    />
  );
}

/** Support tickets about a node. */
function NodeTickets({ node }: { node: NetworkNode }) {
  return (
    <TicketList
      label={`Tickets of ${node.name}`}
      query={{ nodeId: node.id }}
      prefix={`${OF_RECORD}tickets-`}
      empty="An outage of this node opens one; others name it when they are opened."
    />
  );
}
