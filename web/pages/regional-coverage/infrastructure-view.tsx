import type {
  CoverageNode,
  CoverageReport,
  TechnologyShare,
  TownCoverage,
} from '@nimule/core/reports/regional-coverage/schema';
import { Link } from 'react-router-dom';
import { paths, recordPath } from '../../app/paths.ts';
import {
  gbpsText,
  nodeTypeLabels,
  percentText,
  technologyLabels,
  utilisationText,
} from '../../parts/network/network-words.ts';
import { numberText } from '../../ui/counted.ts';
import { Inline, Spread, Stack, TwoLines } from '../../ui/layout.tsx';
import { Meter } from '../../ui/meter.tsx';
import { Columns, Panel } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { type SmallColumn, SmallTable } from '../../ui/table/small-table.tsx';
import { SampleTag, StatusTag } from '../../ui/tags.tsx';
import { networksText, nodesOf, upText } from './coverage-words.ts';
import styles from './regional-coverage.module.css';

const PANEL_WIDTH = 380;

const columns: readonly SmallColumn<TownCoverage>[] = [
  {
    header: 'Town',
    cell: ({ town, technologies }) => (
      <TwoLines quiet={technologies.length > 0 && networksText(technologies)}>
        <strong>{town}</strong>
      </TwoLines>
    ),
  },
  {
    header: 'Nodes',
    cell: (town) => (town.nodes > 0 ? <Link to={nodesOf(town)}>{upText(town)}</Link> : 'planned'),
  },
  { header: 'Towers', align: 'right', cell: ({ towers }) => numberText(towers) },
  {
    header: 'Capacity',
    align: 'right',
    minor: true,
    cell: ({ nodes, capacity }) => (nodes > 0 ? gbpsText(capacity) : '–'),
  },
  { header: 'Used', align: 'right', cell: (town) => utilisationText(town) },
  {
    header: 'Uptime',
    align: 'right',
    minor: true,
    cell: ({ uptime }) => percentText(uptime),
  },
];

/** Technologies, towers and nodes (seeds/002 2 and 9). */
export function InfrastructureView({ report }: { report: CoverageReport }) {
  const { technologies, towns, outside, nodes, summary } = report;
  return (
    <Stack>
      <Columns min={PANEL_WIDTH}>
        <Panel title="Technology Distribution" description="Share of the six towns">
          <ul className={styles.technologies}>
            {technologies.map((share) => (
              <TechnologyLine key={share.technology} share={share} of={summary.towns} />
            ))}
          </ul>
        </Panel>
        <Panel title="Not in operation" description="Nodes in maintenance or offline">
          <NodesDown nodes={nodes} />
        </Panel>
      </Columns>
      <Panel title="Towers and nodes" description="Uptime of the last 30 days">
        {summary.nodes === 0 && outside.every((town) => town.nodes === 0) ? (
          <Empty
            title="No nodes yet"
            description="Towers, capacity and uptime show here once nodes are added under Network Management."
            action={<Link to={paths.nodes()}>Network Management</Link>}
          />
        ) : (
          <SmallTable
            label="Towers and nodes by town"
            columns={columns}
            rows={[...towns, ...outside.filter((town) => town.nodes > 0)]}
            rowKey={({ town }) => town}
          />
        )}
      </Panel>
    </Stack>
  );
}

function TechnologyLine({ share, of }: { share: TechnologyShare; of: number }) {
  const { technology, percent, towns, isSample } = share;
  const label = technologyLabels[technology];
  return (
    <li>
      <Spread>
        <Inline>
          <strong>{label}</strong>
          {isSample && <SampleTag />}
        </Inline>
        <span className="numeric">
          {!isSample && <span className="quiet">{`${towns} of ${of} towns · `}</span>}
          {percent}%
        </span>
      </Spread>
      <Meter percent={percent} label={`${label} in percent of the six towns`} />
    </li>
  );
}

function NodesDown({ nodes }: { nodes: readonly CoverageNode[] }) {
  const down = nodes.filter(({ status }) => status !== 'operational');
  if (nodes.length === 0) return <p className="quiet">No nodes yet.</p>;
  if (down.length === 0) return <p className="quiet">All nodes are operational.</p>;
  return (
    <ul className={styles.down}>
      {down.map(({ id, name, town, type, status }) => (
        <li key={id}>
          <Spread>
            <TwoLines quiet={`${nodeTypeLabels[type]} · ${town}`}>
              <Link to={recordPath('node', id)}>{name}</Link>
            </TwoLines>
            <StatusTag status={status} />
          </Spread>
        </li>
      ))}
    </ul>
  );
}
