import { Intent } from '@blueprintjs/core';
import { PlusIcon } from '@blueprintjs/icons';
import type { AccessRouter } from '@nimule/core/access/schema-routers';
import { Link } from 'react-router-dom';
import { paths, recordPath } from '../../../app/paths.ts';
import { useRead } from '../../../client/use-read.ts';
import { routerKindLabels } from '../../../parts/access/access-words.ts';
import { everybodyUntil } from '../../../parts/access/enforcement.ts';
import { RecordList } from '../../../parts/record-list.tsx';
import { useAdding } from '../../../parts/shown-record.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { AllowedOrDisabled, useMay, useRefusal } from '../../../ui/allowed.tsx';
import { numberText } from '../../../ui/counted.ts';
import { Stack } from '../../../ui/layout.tsx';
import { idColumn, instantColumn, nameColumn } from '../../../ui/table/columns.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { InstantText } from '../../../ui/values.tsx';
import { AccessNotice } from '../access/access-notice.tsx';
import { POLL_MS } from '../polling.ts';
import { useRouterActions } from './router-actions.tsx';
import { CreateRouterForm } from './router-form.tsx';

const columns: readonly Column<AccessRouter>[] = [
  nameColumn('name', 'Router', ({ kind }) => routerKindLabels[kind]),
  {
    id: 'node',
    header: 'Node',
    cell: ({ nodeId, nodeName }) =>
      nodeId === null ? (
        <span className="quiet">–</span>
      ) : (
        <Link to={recordPath('node', nodeId)} dir="auto">
          {nodeName}
        </Link>
      ),
    lesser: true,
  },
  idColumn('address', 'Address', { plain: true, sortable: true, priority: 2 }),
  {
    id: 'sessions',
    header: 'Online now',
    kind: 'count',
    cell: ({ id, name, sessions }) =>
      sessions === 0 ? (
        <span className="quiet">–</span>
      ) : (
        <Link
          to={paths.onlineAt(id)}
          aria-label={`${numberText(sessions)} online at ${name}: list of sessions`}
        >
          {numberText(sessions)}
        </Link>
      ),
  },
  instantColumn('lastAt', 'Last report'),
  {
    id: 'everybodyUntil',
    header: 'Everybody until',
    kind: 'date',
    cell: (router) => <InstantText at={everybodyUntil(router) ?? null} />,
  },
];

/** The routers that ask who may use the network. */
export function RoutersTable() {
  const adding = useAdding('router');
  const may = useMay();
  const refusal = useRefusal()('network.write');
  const actions = useRouterActions();
  const routers = useRead('listRouters', { query: { sort: 'name', pageSize: 100 } });
  return (
    <Stack>
      <AccessNotice routers={routers.data?.rows} />
      <RecordList
        operation="listRouters"
        label="Routers"
        many="routers"
        columns={columns}
        rowName="name"
        list={{ sorts: ['name', 'address'], sort: 'name', prefix: 'router-' }}
        pollMs={POLL_MS}
        search="Search by name or address"
        add={
          <AllowedOrDisabled to="network.write">
            <ActionButton icon={<PlusIcon />} intent={Intent.PRIMARY} onClick={adding.open}>
              Add Router
            </ActionButton>
          </AllowedOrDisabled>
        }
        actions={actions}
        empty={{
          title: 'No routers yet',
          description:
            refusal ??
            'Add the router that customers sign in at; it then asks FreeRADIUS who may use the network.',
        }}
      />
      {adding.isOpen && may('network.write') && (
        <CreateRouterForm onMade={actions.showSecret} onClose={adding.close} />
      )}
    </Stack>
  );
}
