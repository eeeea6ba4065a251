import { useRead } from '../../../client/use-read.ts';
import { Stack } from '../../../ui/layout.tsx';
import { useListState } from '../../../ui/table/list-state.ts';
import { SessionsTable, sessionList } from './sessions-table.tsx';
import { WifiFigures } from './wifi-figures.tsx';

interface SessionsTabProps {
  onViewRequest: (request: { id: number }) => void;
}

/** The sessions with the figures of the chosen days. */
export function SessionsTab({ onViewRequest }: SessionsTabProps) {
  const { from, to } = useListState(sessionList).filter;
  const stats = useRead(
    'getWifiStats',
    { query: { ...(from ? { from } : {}), ...(to ? { to } : {}) } },
    { keepPrevious: true },
  );
  return (
    <Stack>
      <WifiFigures read={stats} />
      <SessionsTable onViewRequest={onViewRequest} />
    </Stack>
  );
}
