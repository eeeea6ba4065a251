import type { Alarm, NetworkNode } from '@nimule/core/network/schema';
import { useRead } from '../../../client/use-read.ts';
import { alarmLabels } from '../../../parts/network/network-words.ts';
import { Stack } from '../../../ui/layout.tsx';
import { Panel } from '../../../ui/page.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { SmallTable } from '../../../ui/table/small-table.tsx';
import { InstantText, KeyValues, Notes } from '../../../ui/values.tsx';
import { valueText } from '../alarms/alarm-words.ts';
import { NodeLink } from '../node-link.tsx';
import { POLL_MS } from '../polling.ts';

const ALARMS_SHOWN = 20;

/** Open alarms, place and settings of a node. */
export function NodeFacts({ node }: { node: NetworkNode }) {
  return (
    <Stack>
      <OpenAlarms node={node} />
      <Panel title="Node">
        <KeyValues items={factsOf(node)} />
      </Panel>
      <Panel title="Monitoring">
        <KeyValues items={monitoringOf(node)} />
      </Panel>
      {node.notes !== '' && (
        <Panel title="Notes">
          <Notes text={node.notes} />
        </Panel>
      )}
    </Stack>
  );
}

function OpenAlarms({ node }: { node: NetworkNode }) {
  const read = useRead(
    'listAlarms',
    { query: { nodeId: node.id, state: 'open', sort: '-raisedAt', pageSize: ALARMS_SHOWN } },
    { pollMs: POLL_MS },
  );
  return (
    <Panel title="Open alarms">
      <Loaded read={read} loading="Loading the alarms…" lines={2}>
        {({ rows }) =>
          rows.length === 0 ? (
            <p className="quiet">No alarm is open.</p>
          ) : (
            <SmallTable
              label="Open alarms"
              rows={rows}
              rowKey={({ id }) => id}
              columns={[
                { header: 'Alarm', cell: ({ kind }: Alarm) => alarmLabels[kind] },
                { header: 'Value', cell: valueText },
                { header: 'Since', cell: ({ beganAt }) => <InstantText at={beganAt} /> },
              ]}
            />
          )
        }
      </Loaded>
    </Panel>
  );
}

function factsOf({ location, parentId, parentName, lastMaintenance }: NetworkNode) {
  return [
    { label: 'Location', value: location },
    {
      label: 'Parent',
      value:
        parentId === null ? (
          <span className="quiet">None</span>
        ) : (
          <NodeLink id={parentId} name={parentName} />
        ),
    },
    { label: 'Last maintenance', value: <InstantText at={lastMaintenance} none="None yet" /> },
  ];
}

function monitoringOf(node: NetworkNode) {
  const ofSettings = <span className="quiet">as in the settings</span>;
  const threshold = (value: number | null, unit: string) =>
    value === null ? ofSettings : `${value.toLocaleString('en-US')} ${unit}`;
  return [
    {
      label: 'Address',
      value: node.address === '' ? <span className="quiet">None</span> : node.address,
    },
    { label: 'Measured', value: measuredText(node) },
    {
      label: 'SNMP',
      value:
        node.snmpVersion === 'none'
          ? 'Not used'
          : `${node.snmpVersion}, port ${node.snmpPort}, credentials stored`,
    },
    { label: 'Last measurement', value: <InstantText at={node.polledAt} none="None yet" /> },
    { label: 'Alarm at utilisation', value: threshold(node.maxUtilisation, '%') },
    { label: 'Alarm at latency', value: threshold(node.maxLatencyMs, 'ms') },
    { label: 'Alarm at packet loss', value: threshold(node.maxLoss, '%') },
  ];
}

function measuredText({ isMeasured, isPolled, address }: NetworkNode): string {
  if (isMeasured) return 'Every minute';
  if (address === '') return 'No: it has no address';
  return isPolled ? 'No: polling is off in the settings' : 'No: switched off for this node';
}
