import type { NetworkNode } from '@nimule/core/network/schema';
import { counted } from '../../ui/counted.ts';
import { Tags } from '../../ui/layout.tsx';
import { StatusTag } from '../../ui/tags.tsx';

type Shown = Pick<NetworkNode, 'status' | 'isRetired' | 'openAlarms'>;

/** Status of a node, and how many of its alarms are open. */
export function NodeStatusTag({ node }: { node: Shown }) {
  if (node.isRetired) return <StatusTag status="retired" />;
  return (
    <Tags>
      <StatusTag status={node.status} />
      {node.openAlarms > 0 && (
        <StatusTag status="critical" label={counted(node.openAlarms, 'alarm')} />
      )}
    </Tags>
  );
}
