import { DisableIcon } from '@blueprintjs/icons';
import { type OpenSession, sessionFilter } from '@nimule/core/access/schema-sessions';
import { useMemo } from 'react';
import { useRead } from '../../../client/use-read.ts';
import {
  sessionState,
  speedText,
  stateLabels,
  waitingText,
} from '../../../parts/access/access-words.ts';
import { isApplied, useAccessSettings } from '../../../parts/access/enforcement.ts';
import { RecordList } from '../../../parts/record-list.tsx';
import { useRefusal } from '../../../ui/allowed.tsx';
import { counted } from '../../../ui/counted.ts';
import { Stack } from '../../../ui/layout.tsx';
import { type RecordActions, useDialogs } from '../../../ui/overlay/dialogs.ts';
import { Figures } from '../../../ui/stat-card.tsx';
import { instantColumn, textColumn } from '../../../ui/table/columns.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { defineFilters } from '../../../ui/table/filters.ts';
import { StatusTag } from '../../../ui/tags.tsx';
import { AccessNotice } from '../access/access-notice.tsx';
import { routerFilter, useRouters } from '../access/router-filter.ts';
import { EndSessionDialog } from './end-session-dialog.tsx';
import {
  addressColumn,
  bytesColumn,
  customerNameColumn,
  lengthColumn,
} from './session-columns.tsx';

/** Sessions are reported every five minutes; orders to them are sent within seconds. */
const POLL_MS = 30_000;

function columnsWith(isAppliedAt: (router: number) => boolean): readonly Column<OpenSession>[] {
  return [
    customerNameColumn(),
    {
      id: 'state',
      header: 'State',
      kind: 'tag',
      cell: (session) => {
        const { status, label } = sessionState(session, isAppliedAt(session.routerId));
        return <StatusTag status={status} label={label} />;
      },
      priority: 1,
    },
    addressColumn(),
    textColumn('routerName', 'Router', { lesser: true }),
    instantColumn('startedAt', 'Since', { sortable: true, priority: 3 }),
    lengthColumn(),
    bytesColumn({ sortable: true }),
  ];
}

function useSessionActions(): RecordActions<OpenSession> {
  const disabledReason = useRefusal()('access.enforce');
  const { open, dialog } = useDialogs({
    end: (session: OpenSession, close) => <EndSessionDialog session={session} onClose={close} />,
  });
  const of = (session: OpenSession) => [
    {
      label: 'End session',
      icon: <DisableIcon />,
      destructive: true,
      isGrave: true,
      onClick: () => open('end', session),
      disabledReason,
    },
  ];
  return { of, dialog };
}

/** Who is online, with the sums of all of them. */
export function OpenSessions() {
  const routers = useRouters();
  const settings = useAccessSettings();
  const actions = useSessionActions();
  const columns = useMemo(
    () =>
      columnsWith((id) => {
        const router = routers?.find((one) => one.id === id);
        return settings === undefined || isApplied(settings, router);
      }),
    [routers, settings],
  );
  const filters = useMemo(
    () =>
      defineFilters(sessionFilter, {
        routerId: routerFilter(routers),
        access: { label: 'Access', all: 'All', labels: stateLabels },
      }),
    [routers],
  );
  return (
    <Stack>
      <AccessNotice routers={routers} />
      <SessionFigures />
      <RecordList
        operation="listSessions"
        label="Who is online"
        many="sessions"
        columns={columns}
        rowName="username"
        list={{
          filters,
          sorts: ['startedAt', 'username', 'downloadBytes'],
          sort: '-startedAt',
          prefix: 'online-',
        }}
        pollMs={POLL_MS}
        search="Search by name, address or device"
        exports="exportSessions"
        actions={actions}
        empty={{
          title: 'Nobody is online',
          description:
            'Sessions show here as soon as a router reports them. Routers are added under ‘Routers’.',
        }}
      />
    </Stack>
  );
}

/** Sessions, and the speeds that their packages name. */
function SessionFigures() {
  const sums = useRead('sumSessions', undefined, { pollMs: POLL_MS });
  return (
    <Figures
      title="Online in figures"
      read={sums}
      figures={[
        {
          title: 'Online now',
          value: ({ sessions }) => counted(sessions, 'session'),
          subtitle: waitingText,
        },
        {
          title: 'Download sold',
          value: ({ downloadKbps }) => speedText(downloadKbps),
          subtitle: 'sum of the speeds of their packages',
        },
        {
          title: 'Upload sold',
          value: ({ uploadKbps }) => speedText(uploadKbps),
          subtitle: 'sum of the speeds of their packages',
        },
      ]}
    />
  );
}
