import { AntennaIcon, CellTowerIcon, MapMarkerIcon, PeopleIcon } from '@blueprintjs/icons';
import { formatSspSum, formatUsd } from '@nimule/core/kernel/money';
import type {
  CoverageReport,
  CoverageSummary,
} from '@nimule/core/reports/regional-coverage/schema';
import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { percentText } from '../../parts/network/network-words.ts';
import { counted, numberText } from '../../ui/counted.ts';
import { Columns } from '../../ui/page.tsx';
import { StatCard } from '../../ui/stat-card.tsx';
import type { Readable } from '../../ui/table/readable.ts';
import styles from './regional-coverage.module.css';

/** Four fit beside each other on a small laptop. */
const CARD_WIDTH = 160;

/** The four cards, of the six towns (seeds/002 2). */
export function CoverageFigures({ read: { data, error } }: { read: Readable<CoverageReport> }) {
  const summary = data?.summary;
  const failed = error !== undefined && data === undefined;
  return (
    <Columns min={CARD_WIDTH}>
      <StatCard
        title="Towns Covered"
        value={summary && `${summary.fullCoverage} of ${summary.towns}`}
        subtitle={summary && statusesOf(summary)}
        icon={<MapMarkerIcon />}
        failed={failed}
      />
      <StatCard
        title="Network Coverage"
        value={summary && percentText(summary.coverage)}
        subtitle={
          summary && (
            <Link to={paths.nodes()}>
              {summary.nodes === 0
                ? 'no nodes yet'
                : `${summary.operational} of ${counted(summary.nodes, 'node')} up`}
            </Link>
          )
        }
        icon={<AntennaIcon />}
        failed={failed}
      />
      <StatCard
        title="Towers"
        value={summary && numberText(summary.towers)}
        subtitle={
          summary && (
            <Link to={paths.coverage('infrastructure')}>
              among {counted(summary.nodes, 'node')}
            </Link>
          )
        }
        icon={<CellTowerIcon />}
        failed={failed}
      />
      <StatCard
        title="Clients"
        value={summary && numberText(summary.customers)}
        subtitle={summary && <ClientsText summary={summary} />}
        icon={<PeopleIcon />}
        failed={failed}
      />
    </Columns>
  );
}

/** 'with full coverage · 1 expanding · 2 planned'. */
function statusesOf({ expanding, planned }: CoverageSummary): string {
  return [
    'with full coverage',
    expanding > 0 && `${expanding} expanding`,
    planned > 0 && `${planned} planned`,
  ]
    .filter(Boolean)
    .join(' · ');
}

function ClientsText({ summary }: { summary: CoverageSummary }) {
  const { activeCustomers, feesUsd, feesSsp } = summary;
  return (
    <span className={styles.inText}>
      <Link to={paths.coverage('clients')}>{numberText(activeCustomers)} active</Link>
      {` · ${formatUsd(feesUsd)} a month (${formatSspSum(feesSsp).replace(' ', '\u00a0')})`}
    </span>
  );
}
