import { Button, Intent } from '@blueprintjs/core';
import { formatUsd } from '@nimule/core/kernel/money';
import type { WaitingItem } from '@nimule/core/reports/approvals/schema';
import type { NumberedKind, RecordKind } from '@nimule/core/reports/kinds/schema';
import { Link } from 'react-router-dom';
import { recordPath } from '../../app/paths.ts';
import { DecidersText } from '../../parts/deciders.tsx';
import { Inline } from '../../ui/layout.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { relativeTime } from '../../ui/relative-time.ts';
import { humanize, Label } from '../../ui/tags.tsx';
import { InstantText } from '../../ui/values.tsx';
import styles from './approvals.module.css';
import { type Decidable, isDecidable } from './decide-form.tsx';
import { recordActions } from './decide-record.tsx';

type Kind = WaitingItem['kind'];

const kindLabels: Readonly<Record<Kind, string>> = {
  supplier_bill: 'Supplier bill',
  stock_count: 'Stock count',
  price_below_list: 'Price below list',
  supplier_payment: 'Payment without a bill',
  expense: 'Expense',
  employee_advance: 'Advance',
  customer_refund: 'Refund',
  credit_grant: 'Granted credit',
  pay_change: 'Change of pay',
  account_reset: 'Change of an account',
  requisition: 'Requisition',
  purchase_order: 'Purchase order',
  leave_request: 'Leave request',
  payroll: 'Payroll',
  payroll_batch: 'Month of payroll',
};

/** The kinds of records that open by their id. */
const recordKindOf: Readonly<Partial<Record<Kind, Exclude<RecordKind, NumberedKind>>>> = {
  supplier_bill: 'supplierBill',
  stock_count: 'stockCount',
  price_below_list: 'salesOrder',
  requisition: 'requisition',
  purchase_order: 'purchaseOrder',
  leave_request: 'leaveRequest',
  payroll: 'payroll',
  payroll_batch: 'payrollBatch',
};

/** The page of the record; undefined for kinds without one. */
function waitingPath({ kind, entityId }: WaitingItem): string | undefined {
  const record = recordKindOf[kind];
  return entityId === null || record === undefined ? undefined : recordPath(record, entityId);
}

interface WaitingListProps {
  /** Accessible name. */
  label: string;
  items: readonly WaitingItem[];
  onAccept: (item: Decidable) => void;
  onRefuse: (item: Decidable) => void;
  /** Of what the user has asked for. */
  onWithdraw: (item: Decidable) => void;
  /** For records that wait by their own status. */
  onDecide: (item: WaitingItem, action: 'approve' | 'reject') => void;
}

export function WaitingList({ label, items, ...decide }: WaitingListProps) {
  return (
    <ul className={styles.list} aria-label={label}>
      {items.map((item) => (
        <li key={`${item.kind} ${item.approvalId ?? item.entityId}`} className={styles.item}>
          <Words item={item} />
          <div className={styles.end}>
            {item.amountUsd !== null && (
              <span className={styles.amount}>{formatUsd(item.amountUsd)}</span>
            )}
            <Actions item={item} {...decide} />
          </div>
        </li>
      ))}
    </ul>
  );
}

function Words({ item }: { item: WaitingItem }) {
  const { kind, record, summary, requestedBy, reason, requestedAt, expiresAt, facts } = item;
  const path = waitingPath(item);
  const since = relativeTime(requestedAt, new Date());
  return (
    <div className={styles.words}>
      <Inline>
        {path ? (
          <Link to={path} {...(kind === 'leave_request' ? { dir: 'auto' } : { className: 'mono' })}>
            {record}
          </Link>
        ) : (
          // Without a page of its own it is the payee or the person.
          <span dir="auto">{record}</span>
        )}
        <Label>{kindLabels[kind]}</Label>
      </Inline>
      <p className={styles.summary} dir="auto">
        {summary}
      </p>
      {facts.length > 0 && (
        <p className={styles.small}>
          {facts
            .map(({ label, text, usd }) => `${label}: ${usd === undefined ? text : formatUsd(usd)}`)
            .join(' · ')}
        </p>
      )}
      {reason !== '' && (
        <p className={styles.reason} dir="auto">
          “{reason}”
        </p>
      )}
      <p className={`quiet ${styles.small}`}>
        Asked for by <bdi>{requestedBy}</bdi>, <InstantText at={requestedAt} />
        {since && ` (${since})`}
        {expiresAt && (
          <>
            {' · '}expires <InstantText at={expiresAt} />
          </>
        )}
      </p>
    </div>
  );
}

type ActionsProps = { item: WaitingItem } & Pick<
  WaitingListProps,
  'onAccept' | 'onRefuse' | 'onWithdraw' | 'onDecide'
>;

/** Accept and refuse; other documents with a status of their own are decided on their page. */
function Actions({ item, onAccept, onRefuse, onWithdraw, onDecide }: ActionsProps) {
  const { kind, record, mayDecide, refusal } = item;
  if (!mayDecide)
    return (
      <>
        <div className={`quiet ${styles.refusal}`}>
          <p>{refusal}</p>
          <p>
            <DecidersText deciders={item.deciders} />
          </p>
        </div>
        {item.mayWithdraw && isDecidable(item) && (
          <div className={styles.buttons}>
            <Button aria-label={`Withdraw ${record}`} onClick={() => onWithdraw(item)}>
              Withdraw
            </Button>
          </div>
        )}
      </>
    );
  if (isDecidable(item)) {
    return (
      <div className={styles.buttons}>
        <Button aria-label={`Refuse ${record}`} onClick={() => onRefuse(item)}>
          Refuse
        </Button>
        <Button
          intent={Intent.PRIMARY}
          aria-label={`Accept ${record}`}
          onClick={() => onAccept(item)}
        >
          Accept
        </Button>
      </div>
    );
  }
  const actions = recordActions[kind];
  if (actions) {
    return (
      <div className={styles.buttons}>
        {actions.map((action) => (
          <Button
            key={action}
            intent={action === 'approve' ? Intent.PRIMARY : Intent.NONE}
            aria-label={`${humanize(action)} ${record}`}
            onClick={() => onDecide(item, action)}
          >
            {humanize(action)}
          </Button>
        ))}
      </div>
    );
  }
  const path = waitingPath(item);
  return (
    path && (
      <div className={styles.buttons}>
        <LinkButton to={path}>{`Open ${record}`}</LinkButton>
      </div>
    )
  );
}
