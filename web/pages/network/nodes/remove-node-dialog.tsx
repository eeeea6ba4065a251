import type { NetworkNode } from '@nimule/core/network/schema';
import { useRead } from '../../../client/use-read.ts';
import { OperationDialog } from '../../../parts/operation-dialog.tsx';
import { counted } from '../../../ui/counted.ts';
import { toast } from '../../../ui/overlay/toaster.tsx';

interface RemoveNodeDialogProps {
  node: NetworkNode;
  onDeleted?: (() => void) | undefined;
  onClose: () => void;
}

/** What names a node and keeps it from being deleted. */
interface Mentions {
  /** '12 customers'; undefined while they are being looked up. */
  found: string[] | undefined;
  /** They could not be looked up: the server decides. */
  isUnknown: boolean;
}

function useMentions(id: number): Mentions {
  const few = { pageSize: 1, total: '1' } as const;
  const reads = [
    { noun: 'customer', ...useRead('listCustomers', { query: { nodeId: id, ...few } }) },
    { noun: 'ticket', ...useRead('listTickets', { query: { nodeId: id, ...few } }) },
    { noun: 'alarm', ...useRead('listAlarms', { query: { nodeId: id, ...few } }) },
    {
      noun: 'node',
      ...useRead('listNodes', { query: { parentId: id, status: 'all', ...few } }),
    },
  ];
  const totals = reads.map(({ noun, data }) => ({ noun, total: data?.total }));
  return {
    found: totals.every(({ total }) => total !== undefined)
      ? totals.flatMap(({ noun, total = 0 }) => (total > 0 ? [counted(total, noun)] : []))
      : undefined,
    isUnknown: reads.some(({ error }) => error !== undefined),
  };
}

/** Deletes a node, or retires one that other records name; says which before it happens. */
export function RemoveNodeDialog({ node, onDeleted, onClose }: RemoveNodeDialogProps) {
  const { id, name, isRetired } = node;
  const mentions = useMentions(id);
  const isKept = mentions.found !== undefined && mentions.found.length > 0;
  return (
    <OperationDialog
      operation="deleteNode"
      input={{ params: { id } }}
      failure="Failed to update network node."
      title={isKept ? `Retire ${name}?` : `Delete ${name}?`}
      confirmLabel={isKept ? 'Retire node' : 'Delete node'}
      disabledReason={refusalOf(mentions, isRetired)}
      destructive
      done={({ removed, message }) => {
        toast(removed ? 'Node Deleted' : 'Node Retired', message);
        if (removed) onDeleted?.();
      }}
      onClose={onClose}
    >
      <p>{textOf(node, mentions)}</p>
    </OperationDialog>
  );
}

function refusalOf({ found, isUnknown }: Mentions, isRetired: boolean): string | undefined {
  if (found === undefined)
    return isUnknown ? undefined : 'It is being looked up what names this node.';
  return isRetired && found.length > 0 ? 'It is retired already.' : undefined;
}

function textOf({ name, isRetired }: NetworkNode, { found, isUnknown }: Mentions): string {
  if (found === undefined)
    return isUnknown
      ? `It could not be looked up what names ${name}. If customers, tickets, alarms or other nodes do, it is retired; else it is deleted, which cannot be undone.`
      : `Looking up what names ${name}…`;
  if (found.length === 0)
    return `Nothing names ${name}: it is deleted with its measurements. This cannot be undone.`;
  const named = `${name} is named by ${new Intl.ListFormat('en-GB').format(found)}`;
  return isRetired
    ? `${named}, so it cannot be deleted. It is retired already.`
    : `${named}, so it is retired instead of deleted: it is not measured any more, takes no customers, and its open alarms end. It can be brought back.`;
}
