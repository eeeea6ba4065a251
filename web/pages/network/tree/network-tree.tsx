import { Button, Tree, type TreeNodeInfo } from '@blueprintjs/core';
import { ChevronDownIcon, ChevronRightIcon } from '@blueprintjs/icons';
import type { NetworkNode } from '@nimule/core/network/schema';
import type { NodeLoad } from '@nimule/core/reports/network/schema';
import { useMemo, useState } from 'react';
import { useRead } from '../../../client/use-read.ts';
import { mbpsText, utilisationText } from '../../../parts/network/network-words.ts';
import { NodeStatusTag } from '../../../parts/network/node-status.tsx';
import { counted } from '../../../ui/counted.ts';
import { Panel } from '../../../ui/page.tsx';
import { Empty, Loaded } from '../../../ui/states.tsx';
import styles from '../network.module.css';
import { NodeLink } from '../node-link.tsx';
import { POLL_MS } from '../polling.ts';
import { type TreeItem, treeOf } from './tree.ts';

const MAX_NODES = 1000;
/** Smaller networks are shown open. */
const OPEN_UP_TO = 60;

/** Nodes below their parents, with their state and load. */
export function NetworkTree() {
  const nodes = useRead(
    'listNodes',
    { query: { sort: 'name', pageSize: MAX_NODES } },
    { pollMs: POLL_MS },
  );
  return (
    <Panel
      title="Network tree"
      description="What each node connects: if it is down, everything below it is."
    >
      <Loaded read={nodes} loading="Loading the network…" lines={8}>
        {({ rows }) =>
          rows.length === 0 ? (
            <Empty
              title="No nodes yet"
              description="Add nodes under Overview, and choose the parent of each in its form."
            />
          ) : (
            <>
              {rows.length === MAX_NODES && (
                <p className="quiet">
                  The first {MAX_NODES.toLocaleString('en-US')} nodes are shown.
                </p>
              )}
              <Nodes nodes={rows} />
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}

function Nodes({ nodes }: { nodes: readonly NetworkNode[] }) {
  const loads = useRead('networkLoads').data;
  const loadOf = useMemo(() => new Map(loads?.map((load) => [load.nodeId, load])), [loads]);
  const roots = useMemo(() => treeOf(nodes), [nodes]);
  // Nodes that were folded or unfolded by hand.
  const [turned, setTurned] = useState<ReadonlySet<number>>(new Set());
  const isOpenFirst = nodes.length <= OPEN_UP_TO;
  const turn = (id: number) => {
    const next = new Set(turned);
    if (!next.delete(id)) next.add(id);
    setTurned(next);
  };
  const infoOf = ({ node, children }: TreeItem<NetworkNode>, depth: number): TreeNodeInfo => {
    const isOpen = (isOpenFirst || depth === 0) !== turned.has(node.id);
    return {
      id: node.id,
      // The library's own caret does not work with the keyboard.
      hasCaret: false,
      isExpanded: children.length > 0 && isOpen,
      childNodes: isOpen ? children.map((child) => infoOf(child, depth + 1)) : [],
      label: (
        <span className={styles.treeLine}>
          {children.length > 0 ? (
            <Button
              variant="minimal"
              className={styles.treeFold ?? ''}
              size="small"
              icon={isOpen ? <ChevronDownIcon /> : <ChevronRightIcon />}
              aria-expanded={isOpen}
              aria-label={`${counted(children.length, 'node')} below ${node.name}`}
              onClick={() => turn(node.id)}
            />
          ) : (
            <span />
          )}
          <span className={styles.treeFacts}>
            <NodeLink id={node.id} name={node.name} />
            <NodeStatusTag node={node} />
            <span className={styles.treeLoad}>{loadText(node, loadOf.get(node.id))}</span>
          </span>
        </span>
      ),
    };
  };
  return (
    <div className={styles.tree}>
      <Tree contents={roots.map((root) => infoOf(root, 0))} />
    </div>
  );
}

/** '39.5% used · 12 customers · 340 Mbps sold · 40 on nodes below'. */
function loadText(node: NetworkNode, load: NodeLoad | undefined): string {
  return [
    node.capacity > 0 && `${utilisationText(node)} used`,
    load && load.customers > 0 && counted(load.customers, 'customer'),
    load && load.soldMbps > 0 && `${mbpsText(load.soldMbps)} sold`,
    load && load.customersBelow > 0 && `${counted(load.customersBelow, 'customer')} below`,
  ]
    .filter(Boolean)
    .join(' · ');
}
