import { Checkbox } from '@blueprintjs/core';
import type { NetworkInterface, NetworkNode } from '@nimule/core/network/schema';
import type { ClientError } from '../../../client/errors.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { useRead } from '../../../client/use-read.ts';
import { mbpsText } from '../../../parts/network/network-words.ts';
import { useRefusal } from '../../../ui/allowed.tsx';
import { TwoLines } from '../../../ui/layout.tsx';
import { toast, toastFailure } from '../../../ui/overlay/toaster.tsx';
import { Panel } from '../../../ui/page.tsx';
import { Empty, Loaded } from '../../../ui/states.tsx';
import { SmallTable } from '../../../ui/table/small-table.tsx';
import styles from '../network.module.css';
import { POLL_MS } from '../polling.ts';

/** The interfaces of a node, and which of them count as its usage. */
export function NodeInterfaces({ node }: { node: NetworkNode }) {
  const read = useRead('listInterfaces', { params: { id: node.id } }, { pollMs: POLL_MS });
  return (
    <Panel
      title="Interfaces"
      description="The usage of the node is the traffic of the counted ones, in or out, whichever is larger."
    >
      <Loaded read={read} loading="Loading the interfaces…" lines={4}>
        {(interfaces) =>
          interfaces.length === 0 ? (
            <Empty
              title="No interfaces yet"
              description={
                node.snmpVersion === 'none'
                  ? 'Enter SNMP credentials under Edit; the interfaces show after the next measurement.'
                  : 'They show after the next measurement in which SNMP answers.'
              }
            />
          ) : (
            <InterfaceTable node={node} interfaces={interfaces} />
          )
        }
      </Loaded>
    </Panel>
  );
}

interface InterfaceTableProps {
  node: NetworkNode;
  interfaces: readonly NetworkInterface[];
}

function InterfaceTable({ node, interfaces }: InterfaceTableProps) {
  const refusal = useRefusal()('network.write');
  const { run, busy } = useMutation('countInterfaces', {
    failure: 'Failed to update network node.',
  });
  const choose = ({ id, name }: NetworkInterface, isCounted: boolean) => {
    const counted = interfaces
      .filter((one) => (one.id === id ? isCounted : one.isCounted))
      .map((one) => one.id);
    run({ params: { id: node.id }, body: { counted } }).then(
      () => toast('Node Updated', `${name} ${isCounted ? 'counts' : 'does not count'} as usage.`),
      (error: ClientError) => toastFailure(error),
    );
  };
  return (
    <>
      {refusal && <p className="quiet">{refusal}</p>}
      <SmallTable
        label={`Interfaces of ${node.name}`}
        rows={interfaces}
        rowKey={({ id }) => id}
        columns={[
          {
            header: 'Interface',
            cell: ({ name, alias, isUp }) => (
              <TwoLines quiet={[alias, isUp ? '' : 'down'].filter(Boolean).join(' · ')}>
                {name}
              </TwoLines>
            ),
          },
          {
            header: 'Speed',
            align: 'right',
            minor: true,
            cell: ({ speedMbps }) => mbpsText(speedMbps),
          },
          { header: 'In', align: 'right', cell: ({ inMbps }) => mbpsText(inMbps) },
          { header: 'Out', align: 'right', cell: ({ outMbps }) => mbpsText(outMbps) },
          {
            header: 'Counts as usage',
            align: 'right',
            cell: (one) => (
              <Checkbox
                inline
                className={styles.counts ?? ''}
                aria-label={`${one.name} counts as usage`}
                checked={one.isCounted}
                disabled={refusal !== undefined || busy}
                onChange={(event) => choose(one, event.currentTarget.checked)}
              />
            ),
          },
        ]}
      />
    </>
  );
}
