import { Checkbox } from '@blueprintjs/core';
import { formatMonth, type IsoMonth } from '@nimule/core/kernel/dates';
import { formatUsd } from '@nimule/core/kernel/money';
import type { OpenMatter } from '@nimule/core/reports/closing/schema';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { addressWith } from '../../../app/paths.ts';
import { useRead } from '../../../client/use-read.ts';
import { OperationDialog } from '../../../parts/operation-dialog.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { Loaded } from '../../../ui/states.tsx';
import styles from './lock-dialog.module.css';

const WIDTH = 620;

/** Locks a month, after it has said what is still open in it. */
export function LockDialog({ month, onClose }: { month: IsoMonth; onClose: () => void }) {
  const read = useRead('openInMonth', { params: { month } });
  const [isSure, setSure] = useState(false);
  const name = formatMonth(month);
  const isClear = read.data?.length === 0;
  const disabledReason = read.isLoading
    ? 'What is open in the month is being read.'
    : isClear || isSure
      ? undefined
      : 'Tick “Lock all the same” first.';
  return (
    <OperationDialog
      operation="lockMonth"
      input={{ params: { month } }}
      failure="The month could not be changed. Please try again."
      title={`Lock ${name}?`}
      confirmLabel="Lock month"
      disabledReason={disabledReason}
      width={WIDTH}
      done={() => toast('Month locked', name)}
      onClose={onClose}
    >
      <Stack>
        <p>
          Nothing can be posted in {name} any more, until it is unlocked. Invoices, payments and
          expenses dated in it are refused too.
        </p>
        <Loaded
          read={read}
          loading="Reading what is open…"
          failed="What is open could not be read"
          lines={4}
        >
          {(matters) =>
            matters.length === 0 ? (
              <p>Nothing is open in {name}.</p>
            ) : (
              <Matters matters={matters} name={name} />
            )
          }
        </Loaded>
        {!read.isLoading && !isClear && (
          <Checkbox
            checked={isSure}
            label="Lock all the same"
            onChange={(event) => setSure(event.currentTarget.checked)}
          />
        )}
      </Stack>
    </OperationDialog>
  );
}

function Matters({ matters, name }: { matters: readonly OpenMatter[]; name: string }) {
  return (
    <section aria-label={`Still open in ${name}`}>
      <h3 className={styles.title}>Still open in {name}</h3>
      <ul className={styles.matters}>
        {matters.map(({ kind, title, amountUsd, link }) => (
          <li key={kind}>
            <Link to={addressWith(link.to, link.query)}>{title}</Link>
            {amountUsd !== null && <span className={styles.amount}>{formatUsd(amountUsd)}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
