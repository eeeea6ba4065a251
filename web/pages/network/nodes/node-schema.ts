import { optionalText, yesNo } from '@nimule/core/kernel/text';
import {
  type NetworkNode,
  nodeInput,
  type SnmpInput,
  type Technology,
} from '@nimule/core/network/schema';
import { z } from 'zod';
import { type FormValues, formValuesOf } from '../../../ui/form/form.tsx';

const SNMP_PORT = 161;

/** 'keep' leaves the stored credentials as they are. */
const snmpChoices = ['keep', 'none', 'v2c', 'v3'] as const;
export const authProtocols = ['none', 'md5', 'sha', 'sha256', 'sha512'] as const;
export const privProtocols = ['none', 'des', 'aes', 'aes256b'] as const;

/** The fields of SNMP are flat, with the names of the contract, so that its errors find them. */
const snmpFields = z.object({
  snmpVersion: z.enum(snmpChoices).optional(),
  community: optionalText('The community', 100),
  user: optionalText('The user', 64),
  authProtocol: z.enum(authProtocols).optional(),
  authKey: optionalText('The authentication key', 128),
  privProtocol: z.enum(privProtocols).optional(),
  privKey: optionalText('The privacy key', 128),
});
export type SnmpFields = z.output<typeof snmpFields>;

const nodeFields = nodeInput.omit({ snmp: true, technologies: true });

/** The form of a node: the contract's fields, with check boxes for the technologies and flat fields for SNMP. */
export const nodeForm = nodeFields
  .extend({
    hasFiber: yesNo,
    hasMicrowave: yesNo,
    has4G: yesNo,
    ...snmpFields.shape,
  })
  .superRefine(({ snmpVersion, community, user }, refinement) => {
    const missing =
      snmpVersion === 'v2c' && community === ''
        ? (['community', 'The community is required.'] as const)
        : snmpVersion === 'v3' && user === ''
          ? (['user', 'The user is required.'] as const)
          : undefined;
    if (missing) refinement.addIssue({ code: 'custom', path: [missing[0]], message: missing[1] });
  });
type NodeFormInput = z.input<typeof nodeForm>;

const technologyFields = [
  ['hasFiber', 'fiber'],
  ['hasMicrowave', 'microwave'],
  ['has4G', '4G'],
] as const satisfies readonly (readonly [keyof NodeFormInput, Technology])[];

const noSnmp = {
  snmpVersion: 'none',
  community: '',
  user: '',
  authProtocol: 'sha',
  authKey: '',
  privProtocol: 'aes',
  privKey: '',
} as const;

export const newNodeValues: FormValues<typeof nodeForm> = {
  name: '',
  type: 'tower',
  location: 'Juba Central',
  capacity: '',
  currentUsage: '',
  uptime: '',
  hasFiber: false,
  hasMicrowave: false,
  has4G: false,
  parentId: '',
  notes: '',
  address: '',
  isPolled: true,
  snmpPort: SNMP_PORT,
  maxUtilisation: '',
  maxLatencyMs: '',
  maxLoss: '',
  ...noSnmp,
};

/** Form values of a node. Its credentials are not known: they are kept unless others are chosen. */
export function nodeValues(node: NetworkNode): FormValues<typeof nodeForm> {
  const { technologies, snmpVersion, ...fields } = node;
  return {
    ...formValuesOf(nodeFields, fields),
    hasFiber: technologies.includes('fiber'),
    hasMicrowave: technologies.includes('microwave'),
    has4G: technologies.includes('4G'),
    ...noSnmp,
    snmpVersion: snmpVersion === 'none' ? 'none' : 'keep',
  };
}

/** The credentials of the form as the contract takes them; undefined to keep the stored ones. */
export function snmpOf(fields: SnmpFields): SnmpInput | undefined {
  const { snmpVersion = 'keep', community, user, authKey, privKey } = fields;
  const { authProtocol = 'none', privProtocol = 'none' } = fields;
  if (snmpVersion === 'keep') return undefined;
  if (snmpVersion === 'none') return { version: 'none' };
  if (snmpVersion === 'v2c') return { version: 'v2c', community };
  return { version: 'v3', user, authProtocol, authKey, privProtocol, privKey };
}

/** What is sent for a form. Usage and uptime of a measured node are not: the poller writes them. */
export function nodeBody(
  typed: NodeFormInput,
  { isMeasured = false } = {},
): z.input<typeof nodeInput> {
  const { uptime, hasFiber, hasMicrowave, has4G, currentUsage, snmpPort, ...rest } = typed;
  const chosen = { hasFiber, hasMicrowave, has4G };
  const { snmpVersion, community, user, authProtocol, authKey, privProtocol, privKey, ...fields } =
    rest;
  const snmp = snmpOf(
    snmpFields.parse({
      snmpVersion,
      community,
      user,
      authProtocol,
      authKey,
      privProtocol,
      privKey,
    }),
  );
  return {
    ...fields,
    technologies: technologyFields
      .filter(([field]) => z.decode(yesNo, chosen[field]))
      .map(([, technology]) => technology),
    // Emptied fields have their defaults again: what is not sent would stay.
    snmpPort: snmpPort ?? SNMP_PORT,
    ...(isMeasured ? {} : { uptime, currentUsage: currentUsage ?? 0 }),
    ...(snmp && { snmp }),
  };
}
