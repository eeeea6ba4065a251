import { z } from 'zod';
import { instant } from '../kernel/dates.ts';
import { canonicalIp, hostAddress, ipAddress } from '../kernel/net-addresses.ts';
import { pagingQuery } from '../kernel/paging.ts';
import {
  optionalText,
  recordId,
  recordVersion,
  requiredText,
  wholeNumber,
} from '../kernel/text.ts';

/** By which attributes a router is told speed and garden. */
export const routerKinds = ['mikrotik', 'generic'] as const;
export type RouterKind = (typeof routerKinds)[number];

/** A router that asks us who may use the network. Its secret is shown once, when it is made. */
export const accessRouter = z.object({
  id: recordId,
  name: z.string(),
  kind: z.enum(routerKinds),
  nodeId: recordId.nullable(),
  nodeName: z.string(),
  /** From which its packets come. */
  address: z.string(),
  nasIdentifier: z.string(),
  /** Where it takes orders about its sessions; '' is its address. */
  coaAddress: z.string(),
  coaPort: z.number(),
  /** Of its hotspot's sign-in page. */
  loginAddress: z.string(),
  /** Nobody is refused for a suspension until then. */
  everybodyUntil: instant.nullable(),
  sessions: z.number(),
  /** The last report of a session that is open. */
  lastAt: instant.nullable(),
  createdAt: instant,
  version: z.number(),
});
export type AccessRouter = z.output<typeof accessRouter>;

export const routerInput = z.object({
  name: requiredText('The name', 100),
  kind: z.enum(routerKinds).optional(),
  nodeId: recordId.nullable().optional(),
  address: ipAddress,
  nasIdentifier: optionalText('The NAS identifier', 100).optional(),
  coaAddress: ipAddress.optional(),
  coaPort: wholeNumber('The port', 1, 65_535).optional(),
  loginAddress: hostAddress.optional(),
});
export type RouterInput = z.output<typeof routerInput>;
export const routerUpdate = routerInput.partial().extend({ version: recordVersion });
export type RouterUpdate = z.output<typeof routerUpdate>;
export const routerFilter = pagingQuery(['name', 'address']);
export type RouterFilter = z.output<typeof routerFilter>;

/** A router with its new secret, which no other call answers. */
export const madeRouter = accessRouter.extend({ secret: z.string() });
/** The lines that a person pastes into the router's terminal. */
export const routerScript = z.object({ script: z.string() });
/** The address of FreeRADIUS, as the router reaches it. */
export const scriptInput = z.object({
  server: z.codec(z.string().max(100), z.string(), {
    decode: (input, payload) => {
      const address = canonicalIp(input);
      if (address !== undefined) return address;
      const message = 'Enter the IP address of FreeRADIUS, as the router reaches it.';
      payload.issues.push({ code: 'custom', message, input });
      return z.NEVER;
    },
    encode: (value) => value,
  }),
});
