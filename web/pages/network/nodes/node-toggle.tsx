import type { NetworkNode, NodeStatus } from '@nimule/core/network/schema';
import type { ClientError } from '../../../client/errors.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { useRefusal } from '../../../ui/allowed.tsx';
import { toast, toastFailure } from '../../../ui/overlay/toaster.tsx';

interface Toggle {
  to: NodeStatus;
  /** What the button does. */
  label: string;
  /** Text of the toast. */
  done: string;
}

/** seeds/000 4: operational becomes maintenance, any other status operational. */
function toggleOf(status: NodeStatus): Toggle {
  return status === 'operational'
    ? { to: 'maintenance', label: 'Start maintenance', done: 'is in maintenance' }
    : {
        to: 'operational',
        label: status === 'maintenance' ? 'End maintenance' : 'Set operational',
        done: 'is operational',
      };
}

interface NodeToggleProps {
  node: NetworkNode;
  isSmall?: boolean;
}

/** The toggle of a node, labelled by what it does; none for a retired node. */
export function NodeToggle({ node, isSmall = false }: NodeToggleProps) {
  const { id, name, status, isRetired } = node;
  const refusal = useRefusal()('network.write');
  const { run, busy } = useMutation('updateNode', { failure: 'Failed to update network node.' });
  if (isRetired) return null;
  const { to, label, done } = toggleOf(status);
  const toggle = () => {
    run({ params: { id }, body: { status: to } }).then(
      () => toast('Node Updated', `${name} ${done}.`),
      (error: ClientError) => toastFailure(error),
    );
  };
  return (
    <ActionButton
      {...(isSmall ? { size: 'small' as const } : {})}
      aria-label={`${label}: ${name}`}
      disabledReason={refusal}
      loading={busy}
      onClick={toggle}
    >
      {label}
    </ActionButton>
  );
}
