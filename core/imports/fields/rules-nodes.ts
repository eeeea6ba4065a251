import type { z } from 'zod';
import { locations } from '../../company/schema-places.ts';
import { importedNode } from '../../network/nodes/schema-import.ts';
import { nodeTypes } from '../../network/schema.ts';
import type { ImportTable, ImportTotal } from './rules.ts';

export type NodeRow = z.output<typeof importedNode>;

/** Network nodes; the key is the name. */
export const nodeTable: ImportTable<NodeRow> = {
  type: 'nodes',
  key: 'name',
  schema: importedNode,
  fields: [
    {
      name: 'name',
      kind: 'text',
      isRequired: true,
      aliases: [
        'Node',
        'Node Name',
        'Network Node',
        'Site',
        'Site Name',
        'Tower',
        'Tower Name',
        'Device Name',
      ],
      example: 'Example Tower',
    },
    {
      name: 'location',
      kind: 'choice',
      choices: locations,
      aliases: ['Town', 'City', 'Region', 'Area'],
      example: 'Bor',
    },
    {
      name: 'type',
      kind: 'choice',
      choices: nodeTypes,
      aliases: ['Node Type', 'Device Type', 'Kind'],
      example: 'tower',
    },
    {
      name: 'technologies',
      kind: 'text',
      aliases: ['Technology', 'Networks', 'Access Technologies'],
      example: '4G, microwave',
    },
    {
      name: 'capacity',
      kind: 'text',
      isRequired: true,
      aliases: ['Capacity Gbps', 'Total Capacity', 'Link Capacity', 'Capacity in Gbps'],
      example: '0.6',
    },
    {
      name: 'currentUsage',
      kind: 'text',
      aliases: ['Usage', 'Usage Gbps', 'Current Usage Gbps', 'Used Gbps'],
      example: '0.24',
    },
    {
      name: 'uptime',
      kind: 'text',
      aliases: ['Uptime %', 'Uptime Percent', 'Availability'],
      example: '99.9',
    },
    {
      name: 'parent',
      kind: 'text',
      aliases: ['Parent Node', 'Uplink', 'Connected Through', 'Through', 'Upstream'],
      example: '',
    },
    {
      name: 'address',
      kind: 'text',
      isContact: true,
      aliases: ['IP Address', 'IP', 'Host', 'Hostname', 'Management IP'],
      example: '192.0.2.20',
    },
    {
      name: 'notes',
      kind: 'text',
      aliases: ['Note', 'Remarks', 'Comment', 'Comments'],
      example: 'Mast of 30 m',
    },
  ],
};

export const nodeTotals: readonly ImportTotal<NodeRow>[] = [
  { key: 'nodes', label: 'Nodes', unit: 'count', of: () => 1 },
];
