import { locations } from '@nimule/core/customers/schema';
import { type NetworkNode, nodeTypes } from '@nimule/core/network/schema';
import { nodeTypeLabels } from '../../../parts/network/network-words.ts';
import { NodeField } from '../../../parts/network/node-field.tsx';
import { FieldGroup } from '../../../ui/form/field-group.tsx';
import {
  CheckField,
  FieldRow,
  NumberField,
  SelectField,
  TextAreaField,
  TextField,
} from '../../../ui/form/fields.tsx';
import { SnmpFieldset } from './snmp-fields.tsx';

const typeOptions = nodeTypes.map((value) => ({ value, label: nodeTypeLabels[value] }));

/** The fields of a node; `node` is the edited one. */
export function NodeFields({ node }: { node?: NetworkNode }) {
  const isMeasured = node?.isMeasured ?? false;
  return (
    <>
      <FieldRow>
        <TextField name="name" label="Name" maxLength={100} />
        <SelectField name="type" label="Type" options={typeOptions} />
      </FieldRow>
      <FieldRow>
        <SelectField name="location" label="Location" options={locations} />
        <NodeField
          name="parentId"
          label="Parent"
          help="The node that connects this one to the rest; empty for none."
          {...(node ? { except: node.id, initialLabel: node.parentName } : {})}
        />
      </FieldRow>
      <FieldRow>
        <NumberField name="capacity" label="Capacity" unit="Gbps" isDecimal />
        <NumberField
          name="currentUsage"
          label="Current usage"
          unit="Gbps"
          isDecimal
          disabled={isMeasured}
          {...(isMeasured ? { help: 'Measured.' } : {})}
        />
        <NumberField
          name="uptime"
          label="Uptime"
          isDecimal
          unit="%"
          disabled={isMeasured}
          {...(isMeasured ? { help: 'Measured.' } : {})}
        />
      </FieldRow>
      <FieldGroup legend="Technologies">
        <FieldRow>
          <CheckField name="hasFiber" label="Fiber" />
          <CheckField name="hasMicrowave" label="Microwave" />
          <CheckField name="has4G" label="4G" />
        </FieldRow>
      </FieldGroup>
      <FieldGroup legend="Monitoring">
        <FieldRow>
          <TextField
            name="address"
            label="Address"
            maxLength={253}
            placeholder="10.0.0.1 or tower1.example.net"
            help="An IP address or host name; empty for a node that is not measured."
          />
          <CheckField
            name="isPolled"
            label="Measure this node"
            help="Every minute, while polling is on in the settings."
          />
        </FieldRow>
        <SnmpFieldset {...(node ? { node } : {})} />
      </FieldGroup>
      <FieldGroup
        legend="Alarm thresholds"
        description="Empty fields take the values of the settings."
      >
        <FieldRow>
          <NumberField name="maxUtilisation" label="Utilisation" unit="%" />
          <NumberField name="maxLatencyMs" label="Latency" unit="ms" />
          <NumberField name="maxLoss" label="Packet loss" unit="%" />
        </FieldRow>
      </FieldGroup>
      <TextAreaField name="notes" label="Notes" maxLength={2000} rows={2} />
    </>
  );
}
