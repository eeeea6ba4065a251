import { Button, InputGroup } from '@blueprintjs/core';
import {
  BanCircleIcon,
  ChevronDownIcon,
  ChevronRightIcon,
  EditIcon,
  PlusIcon,
  SearchIcon,
  TickCircleIcon,
} from '@blueprintjs/icons';
import { defaultChart } from '@nimule/core/accounting/chart';
import { type Account, LEAF_LEVEL } from '@nimule/core/accounting/schema';
import { formatDate, type IsoMonth, lastDay } from '@nimule/core/kernel/dates';
import { type CSSProperties, useMemo, useState } from 'react';
import { useRead } from '../../../client/use-read.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { AllowedOrDisabled, useRefusal } from '../../../ui/allowed.tsx';
import { useDialogs } from '../../../ui/overlay/dialogs.ts';
import { Panel } from '../../../ui/page.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Empty, ErrorState } from '../../../ui/states.tsx';
import { RowActions } from '../../../ui/table/row-actions.tsx';
import { humanize, Label } from '../../../ui/tags.tsx';
import { Money } from '../../../ui/values.tsx';
import styles from '../accounting.module.css';
import { januaryOf, periodOfMonth } from '../accounting-url.ts';
import { LedgerFigure } from '../ledger/ledger-link.tsx';
import { AddAccountForm, RenameAccountForm, ToggleAccountDialog } from './account-forms.tsx';
import { type ChartRow, chartRows, matchingAccounts } from './chart-tree.ts';

const NONE: ReadonlySet<string> = new Set();

/** The accounts as a tree, with their balances at the month's end. The default chart is shown until they are read (seeds/001 3). */
export function ChartTab({ month }: { month: IsoMonth }) {
  const read = useRead('listAccounts');
  const balance = useRead('trialBalance', { query: periodOfMonth(month) });
  const [closed, setClosed] = useState<ReadonlySet<string>>(NONE);
  const [search, setSearch] = useState('');
  const accounts = read.data ?? defaultChart;
  const actions = useAccountActions(accounts);
  const rows = useMemo(() => {
    const found = matchingAccounts(accounts, search);
    return chartRows(found, balance.data, search.trim() === '' ? closed : NONE);
  }, [accounts, search, balance.data, closed]);
  const toggle = (code: string) => {
    const next = new Set(closed);
    if (!next.delete(code)) next.add(code);
    setClosed(next);
  };
  if (read.error && !read.data) return <ErrorState error={read.error} onRetry={read.refresh} />;
  return (
    <Panel
      flush
      title="Chart of Accounts"
      description={`Balances of ${formatDate(lastDay(month))}`}
      actions={
        <>
          <InputGroup
            type="search"
            leftIcon={<SearchIcon />}
            placeholder="Code or name"
            aria-label="Search the accounts"
            maxLength={100}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
          <AllowedOrDisabled to="account.write">
            <ActionButton icon={<PlusIcon />} onClick={actions.add}>
              Add account
            </ActionButton>
          </AllowedOrDisabled>
        </>
      }
    >
      {balance.error && !balance.data && (
        <ErrorState
          error={balance.error}
          onRetry={balance.refresh}
          title="The balances could not be loaded"
        />
      )}
      {rows.length === 0 ? (
        <Empty
          title="No account matches"
          description="Search by the beginning of the code, or by words of the name."
        />
      ) : (
        <div className={styles.scrolling}>
          <table className={styles.sheet} aria-busy={read.isLoading}>
            <caption className="visually-hidden">
              Chart of accounts{read.data ? '' : ', default accounts while loading'}
            </caption>
            <thead>
              <tr>
                <th scope="col">Account</th>
                <th scope="col" className={styles.minor}>
                  Type
                </th>
                <th scope="col" className={styles.minor}>
                  Normal balance
                </th>
                <th scope="col" className={styles.right}>
                  Balance
                </th>
                <th scope="col" className={`${styles.right} ${styles.menuHead}`}>
                  Actions
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <AccountRow
                  key={row.account.code}
                  row={row}
                  month={month}
                  failed={balance.error !== undefined && !balance.data}
                  isClosed={closed.has(row.account.code) && search.trim() === ''}
                  onToggle={() => toggle(row.account.code)}
                  actions={read.data ? actions.of(row.account) : []}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {actions.dialog}
    </Panel>
  );
}

interface AccountRowProps {
  row: ChartRow;
  month: IsoMonth;
  failed: boolean;
  isClosed: boolean;
  onToggle: () => void;
  actions: ReturnType<ReturnType<typeof useAccountActions>['of']>;
}

function AccountRow({ row, month, failed, isClosed, onToggle, actions }: AccountRowProps) {
  const { account, balance, hasChildren } = row;
  const { code, name, level } = account;
  const isLeaf = level === LEAF_LEVEL;
  const label = `${code} ${name}`;
  return (
    <tr className={isLeaf ? undefined : styles[`level${level}`]}>
      <td>
        <span
          className={`${styles.account} ${styles.nested}`}
          style={{ '--level': level } as CSSProperties}
        >
          {hasChildren ? (
            <Button
              variant="minimal"
              size="small"
              icon={isClosed ? <ChevronRightIcon /> : <ChevronDownIcon />}
              aria-expanded={!isClosed}
              aria-label={`Accounts of ${label}`}
              onClick={onToggle}
            />
          ) : (
            <span className={styles.leafSpace} />
          )}
          <span className="mono">{code}</span>
          <span className={account.isActive ? undefined : 'quiet'}>{name}</span>
          {account.currency === 'SSP' && !name.includes('SSP') && <Label>SSP</Label>}
          {!account.isActive && <Label>inactive</Label>}
        </span>
      </td>
      <td className={`quiet ${styles.minor}`}>{humanize(account.type.toLowerCase())}</td>
      <td className={`quiet ${styles.minor}`}>{humanize(account.normalBalance.toLowerCase())}</td>
      <td className={styles.right}>
        {balance === undefined ? (
          failed ? (
            '–'
          ) : (
            <Skeleton width="7ch" />
          )
        ) : isLeaf ? (
          <LedgerFigure account={code} from={januaryOf(month)} to={month} usd={balance} />
        ) : (
          <Money usd={balance} dashForZero />
        )}
      </td>
      <td className={styles.right}>
        {actions.length > 0 && <RowActions subject={label} actions={actions} isNarrow />}
      </td>
    </tr>
  );
}

function useAccountActions(accounts: readonly Account[]) {
  const refusal = useRefusal()('account.write');
  const { open, dialog } = useDialogs({
    add: (parentCode: string, close) => (
      <AddAccountForm accounts={accounts} parentCode={parentCode} onClose={close} />
    ),
    rename: (account: Account, close) => <RenameAccountForm account={account} onClose={close} />,
    toggle: (account: Account, close) => <ToggleAccountDialog account={account} onClose={close} />,
  });
  return {
    add: () => open('add', ''),
    of: (account: Account) => [
      ...(account.level === LEAF_LEVEL - 1
        ? [
            {
              label: 'Add account to',
              icon: <PlusIcon />,
              disabledReason: refusal,
              onClick: () => open('add', account.code),
            },
          ]
        : []),
      {
        label: 'Rename',
        icon: <EditIcon />,
        disabledReason: refusal,
        onClick: () => open('rename', account),
      },
      ...(account.level === LEAF_LEVEL
        ? [
            {
              label: account.isActive ? 'Deactivate' : 'Activate',
              icon: account.isActive ? <BanCircleIcon /> : <TickCircleIcon />,
              disabledReason: refusal,
              onClick: () => open('toggle', account),
            },
          ]
        : []),
    ],
    dialog,
  };
}
