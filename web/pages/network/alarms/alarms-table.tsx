import type { Alarm } from '@nimule/core/network/schema';
import { alarmKinds } from '@nimule/core/network/schema';
import { alarmLabels } from '../../../parts/network/network-words.ts';
import { RecordList } from '../../../parts/record-list.tsx';
import { TwoLines } from '../../../ui/layout.tsx';
import { instantColumn, textColumn } from '../../../ui/table/columns.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import type { TableFilter } from '../../../ui/table/filters.ts';
import { StatusTag } from '../../../ui/tags.tsx';
import { InstantText } from '../../../ui/values.tsx';
import { NodeLink } from '../node-link.tsx';
import { POLL_MS } from '../polling.ts';
import { durationText, endingText, valueText } from './alarm-words.ts';

const columns: readonly Column<Alarm>[] = [
  {
    id: 'nodeName',
    header: 'Node',
    cell: ({ nodeId, nodeName }) => <NodeLink id={nodeId} name={nodeName} />,
    sortable: true,
    priority: 1,
  },
  {
    id: 'state',
    header: 'State',
    kind: 'tag',
    cell: ({ endedAt }) =>
      endedAt === null ? (
        <StatusTag status="critical" label="Open" />
      ) : (
        <StatusTag status="done" label="Ended" />
      ),
    priority: 1,
  },
  {
    id: 'kind',
    header: 'Alarm',
    cell: ({ kind }) => alarmLabels[kind],
    sortable: true,
  },
  { id: 'value', header: 'Value', cell: valueText },
  textColumn('location', 'Location', { priority: 3 }),
  instantColumn('raisedAt', 'Raised', { sortable: true }),
  {
    id: 'endedAt',
    header: 'Ended',
    kind: 'date',
    cell: ({ beganAt, endedAt, endReason }) =>
      endedAt === null ? (
        <span className="quiet">{durationText(beganAt, new Date())} so far</span>
      ) : (
        <TwoLines quiet={`after ${durationText(beganAt, endedAt)}, ${endingText(endReason)}`}>
          <InstantText at={endedAt} />
        </TwoLines>
      ),
  },
];

/** Open alarms are shown unless others are asked for. */
const filters: readonly TableFilter[] = [
  {
    name: 'state',
    label: 'State',
    options: [
      { value: 'open', label: 'Open' },
      { value: 'ended', label: 'Ended' },
      { value: 'all', label: 'Open and ended' },
    ],
    takesAny: false,
  },
  {
    name: 'kind',
    label: 'Alarm',
    options: [
      { value: 'all', label: 'All alarms' },
      ...alarmKinds.map((value) => ({ value, label: alarmLabels[value] })),
    ],
    takesAny: false,
  },
];

/** The alarms of all nodes, open ones first. */
export function AlarmsTable() {
  return (
    <RecordList
      operation="listAlarms"
      label="Alarms"
      many="alarms"
      columns={columns}
      rowName={({ nodeName, kind }) => `${nodeName} ${alarmLabels[kind]}`}
      list={{
        filters,
        sorts: ['raisedAt', 'nodeName', 'kind'],
        sort: '-raisedAt',
        prefix: 'alarm-',
      }}
      pollMs={POLL_MS}
      search="Search by node"
      empty={{
        title: 'No alarm is open',
        description:
          'An alarm is raised when a node is down, slow or too full for several measurements. Choose ‘Open and ended’ for earlier ones.',
      }}
    />
  );
}
