import type { NetworkNode } from '@nimule/core/network/schema';
import type { NodeLoad } from '@nimule/core/reports/network/schema';
import { Link } from 'react-router-dom';
import { paths } from '../../../app/paths.ts';
import { useRead } from '../../../client/use-read.ts';
import {
  gbpsText,
  latencyText,
  mbpsText,
  percentText,
  ratioText,
  utilisationText,
} from '../../../parts/network/network-words.ts';
import { counted } from '../../../ui/counted.ts';
import { KeyValues } from '../../../ui/values.tsx';
import styles from '../network.module.css';

/** What the last measurement found, and what depends on the node. */
export function NodeSummary({ node }: { node: NetworkNode }) {
  const loads = useRead('networkLoads');
  const load = loads.data?.find(({ nodeId }) => nodeId === node.id);
  return (
    <section className={styles.summary} aria-label="State and load">
      <KeyValues
        items={[
          { label: 'Usage', value: `${gbpsText(node.currentUsage)} of ${gbpsText(node.capacity)}` },
          { label: 'Utilisation', value: utilisationText(node) },
          {
            label: node.isMeasured ? 'Uptime, 30 days' : 'Uptime, last known',
            value: percentText(node.uptime),
          },
          ...(node.isMeasured
            ? [
                { label: 'Reachable', value: reachText(node) },
                { label: 'Latency', value: latencyText(node.latencyMs) },
                { label: 'Packet loss', value: percentText(node.lossPercent) },
              ]
            : []),
          ...loadFacts(node, load, loads.error !== undefined),
        ]}
      />
      {node.snmpError !== '' && (
        <p className={styles.problem}>SNMP does not answer: {node.snmpError}</p>
      )}
    </section>
  );
}

function reachText({ isReachable }: NetworkNode): string {
  if (isReachable === null) return 'Not measured yet';
  return isReachable ? 'Yes' : 'No';
}

function loadFacts({ id, isRetired }: NetworkNode, load: NodeLoad | undefined, hasFailed: boolean) {
  if (!load) {
    if (isRetired) return [];
    return [{ label: 'Load', value: hasFailed ? 'Could not be loaded' : '…' }];
  }
  const { customers, activeCustomers, soldMbps, customersBelow, oversubscription } = load;
  return [
    {
      label: 'Customers',
      value: (
        <>
          <Link to={paths.customersOf(id)}>{counted(customers, 'customer')}</Link>,{' '}
          {activeCustomers.toLocaleString('en-US')} active
        </>
      ),
    },
    { label: 'On nodes below', value: counted(customersBelow, 'customer') },
    { label: 'Sold', value: mbpsText(soldMbps) },
    { label: 'Oversubscription', value: ratioText(oversubscription) },
  ];
}
