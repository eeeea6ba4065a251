import type { NetworkNode } from '@nimule/core/network/schema';
import { call } from '../../../client/call.ts';
import { RecordForm } from '../../../parts/record-form.tsx';
import { toast, toastWithActions } from '../../../ui/overlay/toaster.tsx';
import { NodeFields } from './node-fields.tsx';
import { newNodeValues, nodeBody, nodeForm, nodeValues } from './node-schema.ts';

const WIDTH = 680;

interface CreateNodeFormProps {
  onView: (node: NetworkNode) => void;
  onClose: () => void;
}

/** The New Node dialog. */
export function CreateNodeForm({ onView, onClose }: CreateNodeFormProps) {
  return (
    <RecordForm
      operation="createNode"
      failure="Failed to create network node."
      title="New Node"
      schema={nodeForm}
      initial={newNodeValues}
      submitLabel="Add node"
      busyLabel="Adding…"
      send={(typed) => ({ body: nodeBody(typed) })}
      done={(node) =>
        toastWithActions('Node Added', node.name, [
          { label: 'Show node', onClick: () => onView(node) },
        ])
      }
      onClose={onClose}
      width={WIDTH}
    >
      <NodeFields />
    </RecordForm>
  );
}

interface EditNodeFormProps {
  node: NetworkNode;
  onClose: () => void;
}

/** The Edit Node dialog. Stored credentials are not shown; they stay unless others are typed. */
export function EditNodeForm({ node, onClose }: EditNodeFormProps) {
  const { id } = node;
  return (
    <RecordForm
      operation="updateNode"
      failure="Failed to update network node."
      title="Edit Node"
      description={({ name }) => <strong>{name}</strong>}
      schema={nodeForm}
      record={node}
      read={() => call('getNode', { params: { id } })}
      initial={nodeValues}
      submitLabel="Save node"
      send={(typed, current) => ({
        params: { id },
        body: { ...nodeBody(typed, current), version: current.version },
      })}
      done={({ name }) => toast('Node Updated', name)}
      onClose={onClose}
      width={WIDTH}
    >
      {(current) => <NodeFields node={current} />}
    </RecordForm>
  );
}
