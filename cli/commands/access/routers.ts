import { actionCommand } from '../../action-command.ts';
import { defineCommand, required, text, yes } from '../../command.ts';
import { printMessage } from '../../io.ts';
import { listCommand } from '../../list-command.ts';
import { instantColumn, numberColumn, textColumn } from '../../output.ts';
import { confirmed } from '../../prompts.ts';
import type { Session, WireBody } from '../../session.ts';

const columns = [
  textColumn('name', 'Router'),
  textColumn('kind', 'Kind'),
  textColumn('nodeName', 'Node'),
  textColumn('address', 'Address'),
  textColumn('nasIdentifier', 'NAS identifier'),
  textColumn('coaAddress', 'Orders to'),
  numberColumn('coaPort', 'Port'),
  numberColumn('sessions', 'Online'),
  instantColumn('lastAt', 'Last report'),
  instantColumn('everybodyUntil', 'Everybody until'),
] as const;
const secretColumns = [
  textColumn('name', 'Router'),
  textColumn('address', 'Address'),
  textColumn('secret', 'Secret'),
] as const;

/** The router of a name, in any case. @throws AppError notFound. */
export async function findRouter(session: Session, typed: string): Promise<WireBody<'getRouter'>> {
  const { notFound } = await import('@nimule/core/kernel/errors');
  const name = typed.slice(0, 100);
  const { body } = await session.call('listRouters', { query: { q: name } });
  const key = name.trim().toLowerCase();
  return body.find((one) => one.name.toLowerCase() === key) ?? notFound('Router', typed);
}

const router = { help: 'Name of the router' } as const;
const options = {
  kind: text('kind', 'mikrotik or generic; mikrotik when left out'),
  node: text('name', 'The network node that it is'),
  nasIdentifier: text('text', 'What it calls itself'),
  coaAddress: text('address', 'Where it takes orders; its address when left out'),
  coaPort: text('port', 'Port of orders; 3799 when left out'),
  loginAddress: text('host', "Of its hotspot's sign-in page"),
} as const;

async function bodyOf<T extends { node?: string | undefined }>(
  session: Session,
  { node, ...rest }: T,
): Promise<object> {
  if (node === undefined) return rest;
  const { notFound } = await import('@nimule/core/kernel/errors');
  const { body } = await session.call('listNodes', { query: { q: node.slice(0, 100) } });
  const key = node.trim().toLowerCase();
  const found = body.find((one) => one.name.toLowerCase() === key) ?? notFound('Node', node);
  return { ...rest, nodeId: found.id };
}

export const routerCommands = [
  listCommand({
    name: 'access routers list',
    summary: 'List the routers that ask who may use the network',
    operation: 'listRouters',
    columns,
    examples: ['isp access routers list'],
  }),
  actionCommand({
    name: 'access routers add',
    summary: 'Add a router, and show its secret this once',
    details: 'FreeRADIUS knows it after isp radius config and a restart.',
    operation: 'createRouter',
    columns: secretColumns,
    options: {
      name: required('name', 'Name'),
      address: required('address', 'From which its packets come'),
      ...options,
    },
    input: async (session, given) => ({ body: await bodyOf(session, given.options) }),
    examples: ["isp access routers add --name 'Wau BNG' --address 10.0.0.1 --node 'Wau Gateway'"],
  }),
  actionCommand({
    name: 'access routers change',
    summary: 'Change a router',
    operation: 'updateRouter',
    columns,
    args: { router },
    options: {
      name: text('name', 'New name'),
      address: text('address', 'From which its packets come'),
      ...options,
      kind: text('kind', 'mikrotik or generic'),
    },
    async input(session, given) {
      const { id, version } = await findRouter(session, given.args.router);
      return { params: { id }, body: { ...(await bodyOf(session, given.options)), version } };
    },
    examples: ["isp access routers change 'Wau BNG' --coa-port 1700"],
  }),
  defineCommand({
    name: 'access routers delete',
    summary: 'Delete a router with its ended sessions',
    args: { router },
    options: { yes },
    examples: ["isp access routers delete 'Wau BNG'"],
    async run({ io, args, options: given, open }) {
      const session = await open();
      const { id, name } = await findRouter(session, args.router);
      if (!(await confirmed(io, given.yes, `Delete router ${name}?`))) return 0;
      await session.call('deleteRouter', { params: { id } });
      printMessage(io, `Router ${name} is deleted.`);
    },
  }),
  actionCommand({
    name: 'access routers secret',
    summary: 'Give a router a new secret, and show it this once',
    operation: 'renewRouterSecret',
    columns: secretColumns,
    args: { router },
    input: async (session, { args }) => ({
      params: { id: (await findRouter(session, args.router)).id },
    }),
    examples: ["isp access routers secret 'Wau BNG'"],
  }),
  defineCommand({
    name: 'access routers script',
    summary: 'Print the lines for the terminal of a router, with its secret',
    args: { router },
    options: { server: required('address', 'Of FreeRADIUS, as the router reaches it') },
    examples: ["isp access routers script 'Wau BNG' --server 10.0.0.2"],
    async run({ io, args, options: { server }, open }) {
      const session = await open();
      const { id } = await findRouter(session, args.router);
      const { body } = await session.call('showRouterScript', { params: { id }, body: { server } });
      io.stdout.write(body.script);
    },
  }),
];
