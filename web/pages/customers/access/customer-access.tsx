import { PlusIcon } from '@blueprintjs/icons';
import type { AccessAccount } from '@nimule/core/access/schema';
import type { Customer } from '@nimule/core/customers/schema';
import { formatInstant } from '@nimule/core/kernel/dates';
import { useRead } from '../../../client/use-read.ts';
import { AccessStateTag } from '../../../parts/access/access-state.tsx';
import {
  accountKindLabels,
  bytesText,
  lengthText,
  speedText,
} from '../../../parts/access/access-words.ts';
import { isApplied, useAccessSettings } from '../../../parts/access/enforcement.ts';
import { whyOffline } from '../../../parts/access/why-offline.ts';
import { RecordList } from '../../../parts/record-list.tsx';
import { useAdding } from '../../../parts/shown-record.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { AllowedOrDisabled, useMay } from '../../../ui/allowed.tsx';
import { Stack, TwoLines } from '../../../ui/layout.tsx';
import { Panel } from '../../../ui/page.tsx';
import { Loaded } from '../../../ui/states.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { StatusTag } from '../../../ui/tags.tsx';
import { OF_DETAIL } from '../detail/links.ts';
import { useAccountActions } from './account-actions.tsx';
import { CreateAccountForm } from './account-forms.tsx';
import { AccountUsage } from './account-usage.tsx';

const columns: readonly Column<AccessAccount>[] = [
  {
    id: 'username',
    header: 'Account',
    cell: ({ username, kind, fixedIp, pool }) => (
      <TwoLines quiet={[accountKindLabels[kind], fixedIp || pool].filter(Boolean).join(' · ')}>
        <strong className="mono">{username}</strong>
      </TwoLines>
    ),
    sortable: true,
    priority: 1,
  },
  {
    id: 'access',
    header: 'State',
    kind: 'tag',
    cell: (account) => <AccessStateTag account={account} />,
    priority: 1,
  },
  {
    id: 'speed',
    header: 'Speed',
    kind: 'count',
    cell: ({ downloadKbps, uploadKbps }) => (
      <TwoLines align="right" quiet={uploadKbps !== null && `${speedText(uploadKbps)} up`}>
        {speedText(downloadKbps)}
      </TwoLines>
    ),
  },
  {
    id: 'online',
    header: 'Online',
    cell: ({ sessions }) =>
      sessions === 0 ? (
        <span className="quiet">No</span>
      ) : (
        <StatusTag status="active" label={sessions === 1 ? 'Online' : `${sessions} sessions`} />
      ),
    kind: 'tag',
  },
  {
    id: 'month',
    header: 'This month',
    kind: 'count',
    cell: ({ uploadBytes, downloadBytes }) => bytesText(uploadBytes + downloadBytes),
  },
];

/** The access accounts of a customer, why it is offline, and what it used. */
export function CustomerAccess({ customer }: { customer: Customer }) {
  const { id: customerId, name } = customer;
  const adding = useAdding('access-account');
  const may = useMay();
  const actions = useAccountActions();
  const accounts = useRead('listAccessAccounts', {
    query: { customerId, sort: 'username', pageSize: 100 },
  }).data?.rows;
  return (
    <Stack>
      <WhyOffline customerId={customerId} accounts={accounts} />
      <RecordList
        operation="listAccessAccounts"
        label={`Access accounts of ${name}`}
        columns={columns}
        rowName="username"
        list={{ sort: 'username', prefix: `${OF_DETAIL}access-` }}
        query={{ customerId }}
        actions={actions}
        tools={
          <AllowedOrDisabled to="access.write">
            <ActionButton icon={<PlusIcon />} onClick={adding.open}>
              Add access account
            </ActionButton>
          </AllowedOrDisabled>
        }
        empty={{
          title: 'No access account yet',
          description:
            'With an account the customer’s router or device signs in, and is let on by the status of the customer.',
        }}
      />
      {accounts && <AccountUsage accounts={accounts} />}
      {adding.isOpen && may('access.write') && accounts && (
        <CreateAccountForm
          customer={customer}
          hasOthers={accounts.length > 0}
          onAdded={actions.added}
          onClose={adding.close}
        />
      )}
    </Stack>
  );
}

interface WhyOfflineProps {
  customerId: number;
  accounts: readonly AccessAccount[] | undefined;
}

/** Whether the customer is online, or why not, in sentences. */
function WhyOffline({ customerId, accounts }: WhyOfflineProps) {
  const settings = useAccessSettings();
  const when = accounts !== undefined && accounts.length > 0;
  const query = { customerId, pageSize: 1 } as const;
  const open = useRead('listSessions', { query: { ...query, sort: '-startedAt' } }, { when });
  const last = useRead('listClosedSessions', { query: { ...query, sort: '-endedAt' } }, { when });
  const refusals = useRead('listRefusals', { query: { ...query, sort: '-lastAt' } }, { when });
  if (!when || !settings) return null;
  const session = open.data?.rows[0];
  return (
    <Panel
      title={session ? 'Online' : 'Why offline'}
      description={
        !isApplied(settings) &&
        accounts.some(({ access }) => access !== 'on') &&
        'What is decided is shown below and not applied now: see the settings of access.'
      }
    >
      <Loaded read={open} loading="Loading the sessions…" lines={1}>
        {() =>
          session ? (
            <p>
              Since {formatInstant(session.startedAt)} at router {session.routerName}, reported for{' '}
              {lengthText(session.seconds)}
              {session.ip !== '' && (
                <>
                  {' '}
                  as <span className="mono">{session.ip}</span>
                </>
              )}
              : {bytesText(session.downloadBytes)} down, {bytesText(session.uploadBytes)} up.
            </p>
          ) : (
            <Loaded read={last} loading="Loading the sessions…" lines={1}>
              {({ rows: [ended] }) => (
                <Loaded read={refusals} loading="Loading the refused sign-ins…" lines={1}>
                  {({ rows: [refusal] }) =>
                    whyOffline({
                      ...{ accounts, isApplied: isApplied(settings), open: session },
                      ...{ refusal, last: ended },
                    })?.map((sentence) => <p key={sentence}>{sentence}</p>)
                  }
                </Loaded>
              )}
            </Loaded>
          )
        }
      </Loaded>
    </Panel>
  );
}
