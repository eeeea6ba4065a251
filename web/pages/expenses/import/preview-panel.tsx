import { Button, ButtonGroup, Checkbox, type Intent as TagIntent, Tag } from '@blueprintjs/core';
import type { Paste } from '@nimule/core/expenses/rules-paste';
import {
  type ImportMark,
  importMarks,
  type ImportVerdict,
  recordedMarks,
} from '@nimule/core/expenses/schema';
import { formatUsd } from '@nimule/core/kernel/money';
import { useState } from 'react';
import { counted, numberText } from '../../../ui/counted.ts';
import { TwoLines } from '../../../ui/layout.tsx';
import { type SmallColumn, SmallTable } from '../../../ui/table/small-table.tsx';
import { DateText } from '../../../ui/values.tsx';
import { canBeChosen, countsOf, totalsOf } from './choice.ts';
import styles from './import.module.css';

/** A paste with the server's verdicts, in the same order. */
export interface Judged {
  paste: Paste;
  verdicts: readonly ImportVerdict[];
}

type Chosen = ReadonlySet<number>;
type Shown = 'all' | ImportMark;

const marks: Readonly<Record<ImportMark, { label: string; intent: TagIntent }>> = {
  new: { label: 'New', intent: 'success' },
  read: { label: 'Amount read', intent: 'success' },
  unclear: { label: 'Amount not plain', intent: 'warning' },
  zero: { label: 'No amount', intent: 'warning' },
  minus: { label: 'Minus', intent: 'warning' },
  known: { label: 'Recorded already', intent: 'warning' },
  refused: { label: 'Refused', intent: 'danger' },
};

const PAGE = 100;

interface PreviewPanelProps {
  judged: Judged;
  /** Places of the chosen lines, from 0. */
  chosen: Chosen;
  onChoose: (chosen: Chosen) => void;
}

/** What the import would record, and what of the paste is left out. */
export function PreviewPanel({ judged, chosen, onChoose }: PreviewPanelProps) {
  const { paste, verdicts } = judged;
  const [shown, setShown] = useState<Shown>('all');
  const totals = totalsOf(verdicts, chosen);
  const counts = countsOf(verdicts);
  const offered = importMarks.filter((mark) => counts[mark] > 0);
  return (
    <section aria-label="Preview" className={styles.preview}>
      <div className={styles.bar}>
        <strong role="status">
          {counted(totals.lines, 'expense')}, {formatUsd(totals.totalUsd)} in all
        </strong>
        {offered.length > 1 && (
          <ButtonGroup aria-label="Lines shown" className={styles.marks ?? ''}>
            {(['all', ...offered] as const).map((mark) => (
              <Button
                key={mark}
                size="small"
                aria-pressed={shown === mark}
                active={shown === mark}
                onClick={() => setShown(mark)}
              >
                {mark === 'all' ? 'All' : marks[mark].label}{' '}
                <span className="numeric">
                  {numberText(mark === 'all' ? verdicts.length : counts[mark])}
                </span>
              </Button>
            ))}
          </ButtonGroup>
        )}
      </div>
      <NotCounted paste={paste} />
      <Lines key={shown} judged={judged} shown={shown} chosen={chosen} onChoose={onChoose} />
    </section>
  );
}

interface LinesProps extends PreviewPanelProps {
  shown: Shown;
}

/** The lines of one mark, a page at a time. */
function Lines({ judged, shown, chosen, onChoose }: LinesProps) {
  const { paste, verdicts } = judged;
  const [page, setPage] = useState(0);
  const places = verdicts.flatMap(({ mark }, at) =>
    shown === 'all' || mark === shown ? [at] : [],
  );
  const first = page * PAGE;
  const rows = places.slice(first, first + PAGE);
  const choosable = places.filter((at) => canBeChosen(verdicts[at]!));
  const all = choosable.every((at) => chosen.has(at));
  const choose = (of: readonly number[], isChosen: boolean) => {
    const next = new Set(chosen);
    for (const at of of) {
      if (isChosen) next.add(at);
      else next.delete(at);
    }
    onChoose(next);
  };
  const numberOf = (at: number) => paste.numbers[at]!;
  const columns: readonly SmallColumn<number>[] = [
    {
      header: 'Import',
      cell: (at) => {
        const verdict = verdicts[at]!;
        const isMarked = canBeChosen(verdict);
        return (
          <Checkbox
            className={styles.choice ?? ''}
            aria-label={`Import line ${numberOf(at)}`}
            checked={recordedMarks.has(verdict.mark) || chosen.has(at)}
            disabled={!isMarked}
            onChange={(event) => choose([at], event.currentTarget.checked)}
          />
        );
      },
    },
    {
      header: 'Expense',
      cell: (at) => {
        const { location, date, problem } = verdicts[at]!;
        return (
          <>
            <TwoLines
              quiet={
                <>
                  Line {numberOf(at)}
                  {date && (
                    <>
                      {' · '}
                      <DateText date={date} />
                    </>
                  )}
                </>
              }
            >
              <span dir="auto">{location}</span>
            </TwoLines>
            {problem && <p className={styles.problem}>{problem}</p>}
          </>
        );
      },
    },
    {
      header: 'Outcome',
      cell: (at) => {
        const { label, intent } = marks[verdicts[at]!.mark];
        return (
          <Tag minimal round intent={intent}>
            {label}
          </Tag>
        );
      },
      minor: true,
    },
    {
      header: 'Amount',
      align: 'right',
      cell: (at) => {
        const { amountUsd } = verdicts[at]!;
        return amountUsd === null ? '–' : formatUsd(amountUsd);
      },
    },
  ];
  return (
    <>
      {shown !== 'all' && choosable.length > 1 && (
        <Checkbox
          checked={all}
          label={`Import all ${numberText(choosable.length)}`}
          onChange={() => choose(choosable, !all)}
        />
      )}
      {places.length > PAGE && (
        <nav className={styles.pager} aria-label="Pages of the preview">
          <span className="numeric">
            {numberText(first + 1)}–{numberText(first + rows.length)} of {numberText(places.length)}
          </span>
          <Button size="small" disabled={page === 0} onClick={() => setPage(page - 1)}>
            Previous
          </Button>
          <Button
            size="small"
            disabled={first + PAGE >= places.length}
            onClick={() => setPage(page + 1)}
          >
            Next
          </Button>
        </nav>
      )}
      <SmallTable label="Lines of the paste" columns={columns} rows={rows} rowKey={(at) => at} />
    </>
  );
}

/** Lines of the paste that are no expense lines: headers, sums, lines with too few columns. */
function NotCounted({ paste: { skipped, skippedCount } }: { paste: Paste }) {
  if (skippedCount === 0) return null;
  const rest = skippedCount - skipped.length;
  return (
    <details className={styles.ignored}>
      <summary>{counted(skippedCount, 'line')} did not count</summary>
      <ul>
        {skipped.map(({ line, text, reason }) => (
          <li key={line}>
            <span className="quiet">Line {line}:</span> {text}{' '}
            <span className="quiet">{reason}</span>
          </li>
        ))}
        {rest > 0 && <li className="quiet">and {numberText(rest)} more</li>}
      </ul>
    </details>
  );
}
