import { assignNodeInput, locations } from '@nimule/core/customers/schema';
import type { NetworkNode } from '@nimule/core/network/schema';
import { counted } from '../../../parts/network/network-words.ts';
import { RecordForm } from '../../../parts/record-form.tsx';
import { CheckField, SelectField } from '../../../ui/form/fields.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';

const assignForm = assignNodeInput.omit({ nodeId: true });

interface AssignNodeFormProps {
  node: NetworkNode;
  onClose: () => void;
}

/** Connects the customers of a location to a node. */
export function AssignNodeForm({ node, onClose }: AssignNodeFormProps) {
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
