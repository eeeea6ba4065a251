import { ErrorIcon, TickCircleIcon, WarningSignIcon } from '@blueprintjs/icons';
import type { ApprovalRow, OwnWork } from '@nimule/core/attention/work/schema';
import { formatMonth, type IsoMonth } from '@nimule/core/kernel/dates';
import { formatUsd } from '@nimule/core/kernel/money';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { addressWith, paths } from '../../../app/paths.ts';
import { DecidersText } from '../../../parts/deciders.tsx';
import { counted } from '../../../ui/counted.ts';
import { relativeTime } from '../../../ui/relative-time.ts';
import { StatusTag } from '../../../ui/tags.tsx';
import { InstantText } from '../../../ui/values.tsx';
import { Block, Nothing, Row, Rows } from './block.tsx';
import styles from './work.module.css';

/** What waits for a decision, and whose. */
export function ApprovalsBlock({ mine, others, rows }: NonNullable<OwnWork['approvals']>) {
  const page = paths.view('approvals');
  return (
    <Block
      title="Waits for a decision"
      {...(mine + others > 0 ? { description: `${mine} for you, ${others} for others` } : {})}
      all={{ to: page, text: 'Approvals' }}
    >
      {rows.length === 0 ? (
        <Nothing>Nothing waits for a decision.</Nothing>
      ) : (
        <Rows label="Waits for a decision">
          {rows.map((row) => (
            <Approval key={`${row.kind} ${row.approvalId ?? row.entityId}`} row={row} />
          ))}
        </Rows>
      )}
    </Block>
  );
}

function Approval({ row }: { row: ApprovalRow }) {
  const { record, summary, amountUsd, requestedBy, requestedAt, mayDecide, deciders } = row;
  const since = relativeTime(requestedAt, new Date());
  return (
    <Row
      end={amountUsd !== null && <span className={styles.amount}>{formatUsd(amountUsd)}</span>}
      quiet={
        <>
          <bdi>{requestedBy}</bdi>
          {since && `, ${since}`} ·{' '}
          {mayDecide ? <strong>you can decide</strong> : <DecidersText deciders={deciders} />}
        </>
      }
    >
      <Link to={paths.view('approvals')} dir="auto">
        {record}
      </Link>{' '}
      <span dir="auto">{summary}</span>
    </Row>
  );
}

const bookOf = (month: IsoMonth) => {
  const [year, number] = month.split('-') as [string, string];
  return addressWith('accounting', { month: String(Number(number)), year });
};

/** Months that are open, and what recurs and is not posted. */
export function BooksBlock(books: NonNullable<OwnWork['books']>) {
  const { openMonths, openCount, entriesDue, entriesDueUsd, expensesDue } = books;
  const isDone = openCount === 0 && entriesDue === 0 && expensesDue === 0;
  return (
    <Block title="The books" all={{ to: paths.accounting, text: 'Financial Management' }}>
      {isDone ? (
        <Nothing>Every past month is locked, and what recurs is posted.</Nothing>
      ) : (
        <Rows label="The books">
          {openCount > 0 && (
            <Row
              quiet={
                <span className={styles.contact}>
                  {openMonths.map((month) => (
                    <Link key={month} to={bookOf(month)}>
                      {formatMonth(month)}
                    </Link>
                  ))}
                  {openCount > openMonths.length && `and ${openCount - openMonths.length} more`}
                </span>
              }
            >
              {counted(openCount, 'past month')} not locked
            </Row>
          )}
          {entriesDue > 0 && (
            <Row end={<span className={styles.amount}>{formatUsd(entriesDueUsd)}</span>}>
              <Link to={addressWith('accounting', { view: 'journal' })}>
                {counted(entriesDue, 'recurring entry', 'recurring entries')}
              </Link>{' '}
              due and not posted
            </Row>
          )}
          {expensesDue > 0 && (
            <Row>
              <Link to={paths.expenses}>{counted(expensesDue, 'recurring expense')}</Link> due and
              not recorded
            </Row>
          )}
        </Rows>
      )}
    </Block>
  );
}

function Line({ icon, tone, children }: { icon: ReactNode; tone: string; children: ReactNode }) {
  return (
    <Row>
      <span className={styles.line}>
        <span className={tone} aria-hidden="true">
          {icon}
        </span>
        <span>{children}</span>
      </span>
    </Row>
  );
}

/** Jobs, backups and what is not set up; the shell says more (`isp doctor`). */
export function SystemBlock(system: NonNullable<OwnWork['system']>) {
  const { failedJobs, lastBackup, backupAlert, warnings } = system;
  return (
    <Block
      title="The installation"
      description="On the server, isp doctor checks more."
      all={{ to: paths.backups, text: 'Backups' }}
    >
      <Rows label="The installation">
        {failedJobs.map((title) => (
          <Line key={title} icon={<ErrorIcon />} tone={styles.danger!}>
            The job {title} failed <StatusTag status="failed" />
          </Line>
        ))}
        {backupAlert !== null && (
          <Line icon={<ErrorIcon />} tone={styles.danger!}>
            {backupAlert}
          </Line>
        )}
        <Line
          icon={lastBackup === null ? <WarningSignIcon /> : <TickCircleIcon />}
          tone={(lastBackup === null ? styles.warning : styles.good)!}
        >
          Last backup: <InstantText at={lastBackup} none="none yet" />
        </Line>
        {warnings.map((warning) => (
          <Line key={warning} icon={<WarningSignIcon />} tone={styles.warning!}>
            {warning}
          </Line>
        ))}
        {failedJobs.length === 0 && (
          <Line icon={<TickCircleIcon />} tone={styles.good!}>
            No scheduled job failed.
          </Line>
        )}
      </Rows>
    </Block>
  );
}
