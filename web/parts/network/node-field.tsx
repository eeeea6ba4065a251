import type { NetworkNode } from '@nimule/core/network/schema';
import { useState } from 'react';
import { useRead } from '../../client/use-read.ts';
import { PickField } from '../../ui/form/pick-field.tsx';
import { humanize } from '../../ui/tags.tsx';
import { nodeTypeLabels } from './network-words.ts';

const SHOWN = 20;

interface NodeFieldProps {
  name?: string;
  label?: string;
  /** Name of the initial node. */
  initialLabel?: string;
  help?: string;
  disabled?: boolean;
  /** Is not offered: a node is not its own parent. */
  except?: number;
}

/** Distinguishes nodes; shows a status that is not operational. */
function detailOf({ type, location, status }: NetworkNode): string {
  const place = `${nodeTypeLabels[type]} · ${location}`;
  return status === 'operational' ? place : `${place} · ${humanize(status)}`;
}

/** Form field that picks a network node by a search on the server; empty for none. */
export function NodeField(props: NodeFieldProps) {
  const { name = 'nodeId', label = 'Network node', except } = props;
  const [search, setSearch] = useState<string>();
  const found = useRead(
    'listNodes',
    { query: { ...(search ? { q: search } : {}), sort: 'name', pageSize: SHOWN } },
    { when: search !== undefined, keepPrevious: true },
  );
  const nodes = (found.data?.rows ?? []).filter(({ id, isRetired }) => id !== except && !isRetired);
  return (
    <PickField
      name={name}
      label={label}
      many="nodes"
      placeholder="Search by name or location"
      options={nodes.map((node) => ({
        value: String(node.id),
        label: node.name,
        detail: detailOf(node),
      }))}
      searched={search}
      isLoading={found.isLoading || found.isRefreshing}
      failure={found.error?.message}
      onSearch={setSearch}
      onRetry={found.refresh}
      {...(props.initialLabel === undefined ? {} : { initialLabel: props.initialLabel })}
      {...(props.help === undefined ? {} : { help: props.help })}
      {...(props.disabled === undefined ? {} : { disabled: props.disabled })}
    />
  );
}
