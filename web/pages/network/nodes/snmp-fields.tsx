import { PulseIcon } from '@blueprintjs/icons';
import type { NetworkNode } from '@nimule/core/network/schema';
import { ActionButton } from '../../../ui/action-button.tsx';
import { FieldRow, NumberField, SelectField, TextField } from '../../../ui/form/fields.tsx';
import { useFieldValue } from '../../../ui/form/form.tsx';
import { ProbeResult, useProbe } from '../node/node-probe.tsx';
import { authProtocols, privProtocols, type SnmpFields, snmpOf } from './node-schema.ts';

const authLabels = {
  none: 'None',
  md5: 'MD5',
  sha: 'SHA-1',
  sha256: 'SHA-256',
  sha512: 'SHA-512',
} as const;
const privLabels = { none: 'None', des: 'DES', aes: 'AES-128', aes256b: 'AES-256' } as const;

const authOptions = authProtocols.map((value) => ({ value, label: authLabels[value] }));
const privOptions = privProtocols.map((value) => ({ value, label: privLabels[value] }));

const choices = [
  { value: 'none', label: 'Not used' },
  { value: 'v2c', label: 'SNMP v2c' },
  { value: 'v3', label: 'SNMP v3' },
];

/** SNMP credentials: written, never shown. Stored ones are kept unless others are typed. */
export function SnmpFieldset({ node }: { node?: NetworkNode }) {
  const version = useFieldValue('snmpVersion');
  const stored =
    node && node.snmpVersion !== 'none'
      ? [{ value: 'keep', label: `Stored (SNMP ${node.snmpVersion})` }]
      : [];
  return (
    <>
      <FieldRow>
        <SelectField
          name="snmpVersion"
          label="SNMP"
          options={[...stored, ...choices]}
          help="For the traffic of the interfaces. What is stored is not shown again."
        />
        {version !== 'none' && <NumberField name="snmpPort" label="SNMP port" />}
      </FieldRow>
      {version === 'v2c' && (
        <FieldRow>
          <TextField name="community" label="Community" type="password" maxLength={100} />
        </FieldRow>
      )}
      {version === 'v3' && (
        <>
          <FieldRow>
            <TextField name="user" label="User" maxLength={64} />
          </FieldRow>
          <FieldRow>
            <SelectField name="authProtocol" label="Authentication" options={authOptions} />
            <TextField name="authKey" label="Authentication key" type="password" maxLength={128} />
          </FieldRow>
          <FieldRow>
            <SelectField name="privProtocol" label="Privacy" options={privOptions} />
            <TextField name="privKey" label="Privacy key" type="password" maxLength={128} />
          </FieldRow>
        </>
      )}
      {node && <TestButton node={node} />}
    </>
  );
}

/** Measures the stored address with the typed or stored credentials, before they are saved. */
function TestButton({ node }: { node: NetworkNode }) {
  const probe = useProbe(node.id);
  const address = useFieldValue('address').trim();
  const fields = {
    snmpVersion: useFieldValue('snmpVersion'),
    community: useFieldValue('community'),
    user: useFieldValue('user'),
    authProtocol: useFieldValue('authProtocol'),
    authKey: useFieldValue('authKey'),
    privProtocol: useFieldValue('privProtocol'),
    privKey: useFieldValue('privKey'),
  } as SnmpFields;
  const reason =
    address === ''
      ? 'There is no address to test.'
      : address !== node.address
        ? 'Save the changed address first.'
        : undefined;
  return (
    <div>
      <ActionButton
        icon={<PulseIcon />}
        disabledReason={reason}
        loading={probe.busy}
        onClick={() => probe.run(snmpOf(fields))}
      >
        Test
      </ActionButton>
      <ProbeResult probe={probe} />
    </div>
  );
}
