import { Button } from '@blueprintjs/core';
import type { HistoryChange, HistoryLine } from '@nimule/core/reports/history/schema';
import { useEffect, useRef, useState } from 'react';
import type { ReadOperation } from '../client/call.ts';
import { useRead } from '../client/use-read.ts';
import { Allowed } from '../ui/allowed.tsx';
import { Panel } from '../ui/page.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import { InstantText } from '../ui/values.tsx';
import styles from './history.module.css';

interface HistoryProps {
  of: Extract<ReadOperation, `${string}History`>;
  /** The internal id of the record. */
  id: number;
  /** Name of the record for the accessible name: 'SC003'. */
  name: string;
}

const LINES = 20;
/** From this number of fields on, an entry is collapsed. */
const FOLDED_FROM = 6;

/** Change history of a record, newest first. */
export function History({ of, id, name }: HistoryProps) {
  const [shown, setShown] = useState(LINES);
  // One more line than shown, to know whether there are more.
  const read = useRead(
    of,
    { params: { id }, query: { pageSize: shown + 1 } },
    { keepPrevious: shown > LINES },
  );
  return (
    <Loaded read={read} loading="Loading the history…" lines={5}>
      {({ rows }) =>
        rows.length === 0 ? (
          <Empty
            title="Nothing is on record"
            description="Changes made from now on are shown here, with who made them and when."
          />
        ) : (
          <>
            <ol className={styles.lines} aria-label={`History of ${name}`}>
              {rows.slice(0, shown).map((line) => (
                <Line key={line.id} line={line} />
              ))}
            </ol>
            {rows.length > shown && (
              <div className={styles.more}>
                <Button size="small" onClick={() => setShown(shown + LINES)}>
                  Show older changes
                </Button>
              </div>
            )}
            <Allowed to="audit.read">
              <SealedUpTo />
            </Allowed>
          </>
        )
      }
    </Loaded>
  );
}

/** A panel with the history, read when opened. */
export function HistoryPanel(props: HistoryProps) {
  const [isOpen, setOpen] = useState(false);
  const opened = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that had the focus is gone. Without a focus inside, Escape would not reach the drawer.
    if (isOpen) opened.current?.focus();
  }, [isOpen]);
  return (
    <Panel title="History">
      {isOpen ? (
        <div ref={opened} tabIndex={-1} className={styles.opened}>
          <History {...props} />
        </div>
      ) : (
        <Button size="small" onClick={() => setOpen(true)}>
          Show history
        </Button>
      )}
    </Panel>
  );
}

/** Up to when the audit log, which the history is read from, is sealed; nothing before the first seal. */
function SealedUpTo() {
  const { data } = useRead('listAuditSeals', { query: { pageSize: 1 } });
  const seal = data?.rows[0];
  if (!seal) return null;
  return (
    <p className={`quiet ${styles.sealed}`}>
      Sealed up to <InstantText at={seal.sealedAt} />, seal {seal.id}
    </p>
  );
}

function Line({ line }: { line: HistoryLine }) {
  return (
    <li className={styles.line}>
      <div className={styles.head}>
        <span className={styles.what}>{line.what}</span>
        <span className={`quiet ${styles.who}`}>
          <InstantText at={line.at} /> · {line.who}
        </span>
      </div>
      <Changes changes={line.changes} />
    </li>
  );
}

function Changes({ changes }: { changes: readonly HistoryChange[] }) {
  if (changes.length === 0) return null;
  if (changes.length < FOLDED_FROM) return <ChangeList changes={changes} />;
  return (
    <details className={styles.details}>
      <summary>{changes.length} fields</summary>
      <ChangeList changes={changes} />
    </details>
  );
}

function ChangeList({ changes }: { changes: readonly HistoryChange[] }) {
  return (
    <dl className={styles.changes}>
      {changes.map(({ field, before, after }) => (
        <div key={field} style={{ display: 'contents' }}>
          <dt>{field}</dt>
          <dd>
            {before !== null && (
              <>
                <del className={styles.before}>{before}</del>
                {' → '}
              </>
            )}
            {after ?? 'none'}
          </dd>
        </div>
      ))}
    </dl>
  );
}
