import {
  ArchiveIcon,
  EditIcon,
  EyeOpenIcon,
  OfflineIcon,
  PeopleIcon,
  ResetIcon,
} from '@blueprintjs/icons';
import { assignNodeInput, locations } from '@nimule/core/customers/schema';
import type { NetworkNode, NodeUpdate } from '@nimule/core/network/schema';
import type { ClientError } from '../../../client/errors.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { RecordForm } from '../../../parts/record-form.tsx';
import { useRefusal } from '../../../ui/allowed.tsx';
import { counted } from '../../../ui/counted.ts';
import { CheckField, SelectField } from '../../../ui/form/fields.tsx';
import { type RecordActions, useDialogs } from '../../../ui/overlay/dialogs.ts';
import { toast, toastFailure } from '../../../ui/overlay/toaster.tsx';
import type { RowAction } from '../../../ui/table/row-actions.tsx';
import { EditNodeForm } from './node-form.tsx';
import { RemoveNodeDialog } from './remove-node-dialog.tsx';

interface NodeActionsOptions {
  onView?: (node: NetworkNode) => void;
  /** Called after the node was deleted. */
  onDeleted?: () => void;
}

/** View, edit, assign customers, set offline by hand, bring back, remove. */
export function useNodeActions({
  onView,
  onDeleted,
}: NodeActionsOptions): RecordActions<NetworkNode> {
  const refusalOf = useRefusal();
  const refusal = refusalOf('network.write');
  const updating = useMutation('updateNode', { failure: 'Failed to update network node.' });
  const { open, dialog } = useDialogs({
    edit: (node: NetworkNode, close) => <EditNodeForm node={node} onClose={close} />,
    assign: (node: NetworkNode, close) => <AssignNodeForm node={node} onClose={close} />,
    remove: (node: NetworkNode, close) => (
      <RemoveNodeDialog node={node} onDeleted={onDeleted} onClose={close} />
    ),
  });
  const update = ({ id, name }: NetworkNode, body: NodeUpdate, done: string) => {
    updating.run({ params: { id }, body }).then(
      () => toast('Node Updated', `${name} ${done}.`),
      (error: ClientError) => toastFailure(error),
    );
  };
  const of = (node: NetworkNode): RowAction[] => {
    const actions: (RowAction | false | undefined)[] = [
      onView && {
        label: 'View',
        icon: <EyeOpenIcon />,
        prominent: true,
        onClick: () => onView(node),
      },
      {
        label: 'Edit',
        icon: <EditIcon />,
        onClick: () => open('edit', node),
        disabledReason: refusal,
      },
      !node.isRetired && {
        label: 'Assign customers',
        icon: <PeopleIcon />,
        onClick: () => open('assign', node),
        disabledReason: refusalOf('customer.write'),
      },
      // A measured node becomes offline by itself.
      !node.isRetired &&
        !node.isMeasured &&
        node.status !== 'offline' && {
          label: 'Set offline',
          icon: <OfflineIcon />,
          onClick: () => update(node, { status: 'offline' }, 'is offline'),
          disabledReason: refusal,
        },
      node.isRetired && {
        label: 'Bring back',
        icon: <ResetIcon />,
        onClick: () => update(node, { isRetired: false, version: node.version }, 'is in use again'),
        disabledReason: refusal,
      },
      {
        label: node.isRetired ? 'Delete' : 'Retire or delete',
        icon: <ArchiveIcon />,
        destructive: true,
        onClick: () => open('remove', node),
        disabledReason: refusal,
      },
    ];
    return actions.filter((action) => action !== false && action !== undefined);
  };
  return { of, dialog };
}

const assignForm = assignNodeInput.omit({ nodeId: true });

interface AssignNodeFormProps {
  node: NetworkNode;
  onClose: () => void;
}

/** Connects the customers of a location to a node. */
function AssignNodeForm({ node, onClose }: AssignNodeFormProps) {
  return (
    <RecordForm
      operation="assignNode"
      failure="The customers could not be assigned. Please try again."
      title={`Assign customers to ${node.name}`}
      description="Connects the customers of a location to this node. A single customer is connected in the customer's form."
      schema={assignForm}
      initial={{ location: node.location, includeAssigned: false }}
      submitLabel="Assign customers"
      busyLabel="Assigning…"
      send={(typed) => ({ body: { ...typed, nodeId: node.id } })}
      done={({ customers }, { location }) =>
        toast(
          'Customers assigned',
          customers === 0
            ? `There was nobody to assign in ${location}.`
            : `${counted(customers, 'customer')} of ${location} ${customers === 1 ? 'is' : 'are'} connected to ${node.name}.`,
        )
      }
      onClose={onClose}
    >
      <SelectField name="location" label="Customers of" options={locations} />
      <CheckField
        name="includeAssigned"
        label="Those of other nodes too"
        help="Otherwise only customers without a node are connected."
      />
    </RecordForm>
  );
}
