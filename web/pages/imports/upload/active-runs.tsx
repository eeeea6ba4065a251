import { Link } from 'react-router-dom';
import { paths } from '../../../app/paths.ts';
import { useRead } from '../../../client/use-read.ts';
import { ProgressPanel } from '../../../ui/progress-panel.tsx';
import { typeTitle } from '../import-words.ts';
import { isActive } from '../run/run-state.ts';

const POLL_MS = 3_000;
const LATEST = 5;

/** Imports and undos that run now, so that they are found again. */
export function ActiveRuns() {
  const { data } = useRead(
    'listImportRuns',
    { query: { pageSize: LATEST, page: 1, sort: '-startedAt' } },
    { pollMs: POLL_MS },
  );
  const active = data?.rows.filter(isActive) ?? [];
  return active.map((run) => (
    <ProgressPanel
      key={run.id}
      title={`${typeTitle(run.type)}: ${run.filename}`}
      state="running"
      {...(run.totalRows !== null && !run.undo
        ? { done: run.recordsProcessed, total: run.totalRows }
        : {})}
      detail={`${run.undo ? 'Being undone' : 'Started'} by ${run.undo?.by || run.actorName}`}
      actions={<Link to={paths.importRun(run.id)}>Show this import</Link>}
    />
  ));
}
