import type {
  CoverageReport,
  ExpansionPlan,
  TownCoverage,
} from '@nimule/core/reports/regional-coverage/schema';
import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { percentText } from '../../parts/network/network-words.ts';
import { numberText } from '../../ui/counted.ts';
import { Inline, Stack } from '../../ui/layout.tsx';
import { Meter } from '../../ui/meter.tsx';
import { Columns, Panel } from '../../ui/page.tsx';
import { type SmallColumn, SmallTable } from '../../ui/table/small-table.tsx';
import { StatusTag } from '../../ui/tags.tsx';
import { networksText, nodesOf, townStatusLabels, upText } from './coverage-words.ts';
import { CoverageMap } from './map/coverage-map.tsx';
import styles from './regional-coverage.module.css';

const PANEL_WIDTH = 480;
/** Four fit beside each other. */
const PLAN_WIDTH = 241;

const columns: readonly SmallColumn<TownCoverage>[] = [
  {
    header: 'Town',
    cell: ({ town, technologies, status }) => (
      <>
        <Inline>
          <strong>{town}</strong>
          <StatusTag status={status} label={townStatusLabels[status]} />
        </Inline>
        {technologies.length > 0 && (
          <div className={styles.networks}>{networksText(technologies)}</div>
        )}
      </>
    ),
  },
  { header: 'Coverage', cell: (town) => <CoverageCell town={town} /> },
  { header: 'Towers', align: 'right', cell: ({ towers }) => numberText(towers) },
  { header: 'Clients', align: 'right', cell: (town) => <ClientsCell town={town} /> },
];

function CoverageCell({ town }: { town: TownCoverage }) {
  const { coverage, nodes } = town;
  if (nodes === 0) return <span className="quiet">no nodes yet</span>;
  return (
    <div className={styles.coverage}>
      <Inline>
        <span className="numeric">{percentText(coverage)}</span>
        <Link
          to={nodesOf(town)}
          className={styles.nodes}
          aria-label={`${town.town}: ${upText(town)}`}
        >
          {upText(town)}
        </Link>
      </Inline>
      <Meter percent={coverage ?? 0} />
    </div>
  );
}

/** A town of several locations has no list of its own: they are on the next tab. */
function ClientsCell({ town: { town, customers, locations } }: { town: TownCoverage }) {
  const text = numberText(customers);
  const [only, ...others] = locations;
  const to =
    only && others.length === 0 ? paths.customersIn(only.location) : paths.coverage('clients');
  return (
    <Link to={to} aria-label={`${text} clients in ${town}`}>
      {text}
    </Link>
  );
}

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
            <p className={`${styles.hint} ${styles.inText}`}>
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
