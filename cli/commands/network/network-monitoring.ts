import { type Command, defineCommand, flag, text } from '../../command.ts';
import { printMessage } from '../../io.ts';
import { listCommand } from '../../list-command.ts';
import { instantColumn, numberColumn, printRecord, printRows, textColumn } from '../../output.ts';
import type { WireBody } from '../../session.ts';

type Id = number | string;
type Node = WireBody<'listNodes'>[number];
type Shown = Node & { load: number | null };

/** Nodes in the order of the tree, each with its depth; a node whose parent is not listed begins a tree. */
export function inTreeOrder<N extends { id: Id; parentId: Id | null }>(
  nodes: readonly N[],
): { node: N; depth: number }[] {
  const ids = new Set(nodes.map(({ id }) => id));
  const below = new Map<Id | null, N[]>();
  for (const node of nodes) {
    const key = node.parentId !== null && ids.has(node.parentId) ? node.parentId : null;
    below.set(key, [...(below.get(key) ?? []), node]);
  }
  const ordered: { node: N; depth: number }[] = [];
  const add = (key: Id | null, depth: number) => {
    for (const node of below.get(key) ?? []) {
      ordered.push({ node, depth });
      add(node.id, depth + 1);
    }
  };
  add(null, 0);
  return ordered;
}

const statusColumns = [
  textColumn('name', 'Node'),
  textColumn('location', 'Location'),
  textColumn('status', 'Status'),
  textColumn('isReachable', 'Answers'),
  numberColumn('latencyMs', 'ms'),
  numberColumn('lossPercent', 'Loss %'),
  numberColumn('capacity', 'Gbps'),
  numberColumn('currentUsage', 'Used'),
  numberColumn('load', 'Load %'),
  numberColumn('uptime', 'Uptime %'),
  numberColumn('openAlarms', 'Alarms'),
  instantColumn('polledAt', 'Measured'),
] as const;

const settingsColumns = [textColumn('isPolling', 'Polling')] as const;

const pollColumns = [
  numberColumn('nodes', 'Nodes'),
  numberColumn('reachable', 'Answer'),
  numberColumn('unreachable', 'Do not answer'),
  numberColumn('snmpFailed', 'SNMP failed'),
  numberColumn('alarmsRaised', 'Alarms raised'),
  numberColumn('alarmsEnded', 'Alarms ended'),
  numberColumn('seconds', 'Seconds'),
] as const;

export const networkMonitoringCommands: readonly Command[] = [
  defineCommand({
    name: 'network status',
    summary: 'Show the nodes with their state, latency and load, each below the one it hangs on',
    answers: true,
    examples: ['isp network status', 'isp network status --format json'],
    async run({ io, format, open }) {
      const session = await open();
      const nodes: Node[] = [];
      for (let page = 1; ; page += 1) {
        const query = { page: String(page), pageSize: '1000' };
        const { body } = await session.call('listNodes', { query });
        nodes.push(...body);
        if (body.length < 1000) break;
      }
      const indent = format === 'table' ? '  ' : '';
      const rows = inTreeOrder(nodes).map(
        ({ node, depth }): Shown => ({
          ...node,
          name: `${indent.repeat(depth)}${node.name}`,
          load: node.capacity > 0 ? Math.round((node.currentUsage * 100) / node.capacity) : null,
        }),
      );
      await printRows(io, format, rows, statusColumns);
      const { body: settings } = await session.call('getNetworkSettings', {});
      if (!settings.isPolling) printMessage(io, 'Polling is off: isp network poll --on');
    },
  }),
  defineCommand({
    name: 'network poll',
    summary: 'Measure all nodes once, or switch polling on or off',
    details:
      'While polling is on, the server measures all nodes each minute. It needs the program fping on the machine.',
    options: { on: flag('Switch polling on'), off: flag('Switch polling off; open alarms end') },
    answers: true,
    examples: ['isp network poll --on', 'isp network poll'],
    async run({ io, options, format, open }) {
      const session = await open();
      if (options.on || options.off) {
        const { invalidField } = await import('@nimule/core/kernel/errors');
        if (options.on && options.off) invalidField('off', 'Choose either --on or --off.');
        const { body } = await session.call('getNetworkSettings', {});
        const changed = { ...body, isPolling: options.on };
        const answer = await session.call('updateNetworkSettings', { body: changed });
        await printRecord(io, format, answer.body, settingsColumns);
        return;
      }
      const { body } = await session.call('pollNetwork', {});
      await printRecord(io, format, body, pollColumns);
    },
  }),
  listCommand({
    name: 'network alarms',
    summary: 'List the alarms, newest first',
    operation: 'listAlarms',
    columns: [
      textColumn('nodeName', 'Node'),
      textColumn('location', 'Location'),
      textColumn('kind', 'Alarm'),
      instantColumn('beganAt', 'Began'),
      instantColumn('raisedAt', 'Raised'),
      instantColumn('endedAt', 'Ended'),
      textColumn('endReason', 'Why'),
      numberColumn('value', 'Value'),
      numberColumn('threshold', 'Limit'),
    ],
    filters: {
      state: text('state', 'open or ended'),
      kind: text('kind', 'down, utilisation, latency or loss'),
    },
    examples: ['isp network alarms --state open', 'isp network alarms --format csv'],
  }),
];
