import type {
  CoverageReport,
  ExpansionPlan,
  TownCoverage,
} from '@nimule/core/reports/regional-coverage/schema';
import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { percentText } from '../../parts/network/network-words.ts';
import { numberText } from '../../ui/counted.ts';
import { Stack, TwoLines } from '../../ui/layout.tsx';
import { Meter } from '../../ui/meter.tsx';
import { Columns, Panel } from '../../ui/page.tsx';
import { type SmallColumn, SmallTable } from '../../ui/table/small-table.tsx';
import { StatusTag } from '../../ui/tags.tsx';
import { networksText, nodesOf, townStatusLabels, upText } from './coverage-words.ts';
import { CoverageMap } from './map/coverage-map.tsx';
import styles from './regional-coverage.module.css';

const PANEL_WIDTH = 480;
const PLAN_WIDTH = 260;

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
    header: 'Status',
    cell: ({ status }) => <StatusTag status={status} label={townStatusLabels[status]} />,
  },
  {
    header: 'Coverage',
    cell: (town) => (
      <div className={styles.coverage}>
        <span className="numeric">
          {percentText(town.coverage)}
          {town.nodes > 0 && (
            <>
              {' '}
              <Link to={nodesOf(town)} className={styles.nodes}>
                {upText(town)}
              </Link>
            </>
          )}
        </span>
        <Meter percent={town.coverage ?? 0} />
      </div>
    ),
  },
  { header: 'Towers', align: 'right', minor: true, cell: ({ towers }) => numberText(towers) },
  {
    header: 'Clients',
    align: 'right',
    minor: true,
    cell: ({ customers }) => numberText(customers),
  },
];

/** The six towns on the map and as a table, and the plans (seeds/002 2). */
export function TownsView({ report }: { report: CoverageReport }) {
  const { towns, outside, nodes, plans, summary } = report;
  return (
    <Stack>
      <Columns min={PANEL_WIDTH}>
        <Panel title="Map" description="Network nodes by town and state">
          <CoverageMap towns={towns} outside={outside} nodes={nodes} />
        </Panel>
        <Panel
          title="Towns"
          description="Full coverage means at least 90% of a town's nodes are up"
        >
          {summary.nodes === 0 && (
            <p className={styles.hint}>
              No node stands in the six towns yet, so all are planned. Add nodes under{' '}
              <Link to={paths.nodes()}>Network Management</Link>.
            </p>
          )}
          <SmallTable label="Towns" columns={columns} rows={towns} rowKey={({ town }) => town} />
        </Panel>
      </Columns>
      <Panel title="Expansion Plans 2025">
        <Plans plans={plans} />
      </Panel>
    </Stack>
  );
}

function Plans({ plans }: { plans: readonly ExpansionPlan[] }) {
  return (
    <Columns min={PLAN_WIDTH}>
      {plans.map(({ quarter, title, text }) => (
        <section key={quarter} className={styles.plan} aria-label={quarter}>
          <p className={styles.quarter}>{quarter}</p>
          <h3>{title}</h3>
          <p>{text}</p>
        </section>
      ))}
    </Columns>
  );
}
