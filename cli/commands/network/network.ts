import { actionCommand } from '../../action-command.ts';
import { defineCommand, flag, required, text } from '../../command.ts';
import { printMessage } from '../../io.ts';
import { listCommand } from '../../list-command.ts';
import { instantColumn, moneyColumn, numberColumn, printRows, textColumn } from '../../output.ts';
import type { Session, WireBody } from '../../session.ts';

const columns = [
  textColumn('name', 'Name'),
  textColumn('location', 'Location'),
  textColumn('type', 'Type'),
  textColumn('technologies', 'Technologies'),
  textColumn('status', 'Status'),
  numberColumn('capacity', 'Gbps'),
  numberColumn('currentUsage', 'Used'),
  numberColumn('uptime', 'Uptime %'),
  textColumn('parentName', 'Through'),
  instantColumn('lastMaintenance', 'Last maintenance'),
] as const;

const townColumns = [
  textColumn('town', 'Town'),
  textColumn('status', 'Status'),
  numberColumn('coverage', 'Coverage %'),
  numberColumn('nodes', 'Nodes'),
  numberColumn('operational', 'Up'),
  numberColumn('towers', 'Towers'),
  textColumn('technologies', 'Networks'),
  numberColumn('customers', 'Clients'),
  numberColumn('activeCustomers', 'Active'),
  moneyColumn('feesUsd', 'USD a month'),
  moneyColumn('feesSsp', 'SSP a month'),
] as const;

type Node = WireBody<'getNode'>;

/** The node with a name, ignoring case. @throws AppError notFound. */
async function findNode(session: Session, name: string): Promise<Node> {
  const [{ notFound }, { searchKey }] = await Promise.all([
    import('@nimule/core/kernel/errors'),
    import('@nimule/core/kernel/text'),
  ]);
  const query = { q: name, status: 'all' };
  const { body } = await session.call('listNodes', { query });
  const node = body.find((one) => searchKey(one.name) === searchKey(name));
  return node ?? notFound('Network node', name);
}

export const networkCommands = [
  listCommand({
    name: 'network nodes',
    summary: 'List the network nodes',
    operation: 'listNodes',
    columns,
    filters: {
      status: text(
        'status',
        'operational, maintenance, offline, retired or all; without retired ones when left out',
      ),
      location: text('place', 'Only this location'),
      type: text('type', 'tower, core, pop, router, switch, olt, access_point or gateway'),
    },
    examples: ['isp network nodes', 'isp network nodes --status maintenance --format json'],
  }),
  defineCommand({
    name: 'network coverage',
    summary: 'Show the coverage, clients and monthly fees of each town',
    details:
      'Coverage is the share of the nodes of a town that are up. The six towns come first, then those outside them.',
    answers: true,
    examples: ['isp network coverage', 'isp network coverage --format csv'],
    async run({ io, format, open }) {
      const session = await open();
      const { body } = await session.call('regionalCoverage', {});
      await printRows(io, format, [...body.towns, ...body.outside], townColumns);
    },
  }),
  actionCommand({
    name: 'network toggle',
    summary: 'Put a node into maintenance, or back into operation',
    args: { name: { help: 'Name of the node' } },
    examples: ['isp network toggle "Bor Tower"'],
    operation: 'updateNode',
    columns,
    async input(session, { args }) {
      const { id, status, version } = await findNode(session, args.name);
      const { toggled } = await import('@nimule/core/network/nodes/rules');
      return {
        params: { id },
        body: { status: toggled(status), version },
      };
    },
  }),
  defineCommand({
    name: 'network assign',
    summary: 'Connect the customers of a location to a node',
    details: 'Connects those without a node; Inactive customers are left out.',
    args: { name: { help: 'Name of the node' } },
    options: {
      location: required('place', 'Location of the customers'),
      all: flag('Those that have another node too'),
    },
    examples: ['isp network assign "Bor Tower" --location Bor'],
    async run({ io, args, options, open }) {
      const session = await open();
      const { id, name } = await findNode(session, args.name);
      const { body } = await session.call('assignNode', {
        body: { nodeId: id, location: options.location, includeAssigned: options.all },
      });
      const count = `${body.customers} ${body.customers === 1 ? 'customer' : 'customers'}`;
      printMessage(io, `${count} of ${options.location} connected to ${name}.`);
    },
  }),
];
