import { ErrorIcon, InfoSignIcon, TickCircleIcon } from '@blueprintjs/icons';
import type { ReconciledTotal } from '@nimule/core/imports/schema-centre';
import { TwoLines } from '../../../ui/layout.tsx';
import { Panel } from '../../../ui/page.tsx';
import { type SmallColumn, SmallTable } from '../../../ui/table/small-table.tsx';
import { formatTotal } from '../import-words.ts';
import styles from './run.module.css';

type Amount = 'file' | 'books' | 'refused' | 'different' | 'unexplained';

function isZero(text: string): boolean {
  return Number(text) === 0;
}

/** Whether file and books agree, or what remains. */
function outcomeOf(total: ReconciledTotal): 'equal' | 'explained' | 'unexplained' {
  if (!isZero(total.unexplained)) return 'unexplained';
  return isZero(total.refused) && isZero(total.different) ? 'equal' : 'explained';
}

const outcomes = {
  equal: { text: 'Equal', Icon: TickCircleIcon, style: styles.equal },
  explained: { text: 'Explained', Icon: InfoSignIcon, style: styles.explained },
  unexplained: { text: 'Not explained', Icon: ErrorIcon, style: styles.unexplained },
} as const;

function Outcome({ total }: { total: ReconciledTotal }) {
  const { text, Icon, style } = outcomes[outcomeOf(total)];
  return (
    <span className={`${styles.outcome} ${style}`}>
      <Icon size={14} /> {text}
    </span>
  );
}

function amountColumn(header: string, amount: Amount): SmallColumn<ReconciledTotal> {
  return {
    header,
    align: 'right',
    minor: amount !== 'file' && amount !== 'books',
    cell: (total) => {
      const isQuiet = amount !== 'file' && amount !== 'books' && isZero(total[amount]);
      return isQuiet ? (
        <span className="quiet">–</span>
      ) : (
        <span className="numeric unbroken">{formatTotal(total[amount], total.unit)}</span>
      );
    },
  };
}

/** Whether the totals agree is not told of an import that was undone. */
function columnsOf(isUndone: boolean): readonly SmallColumn<ReconciledTotal>[] {
  return [
    {
      header: 'Total',
      cell: (total) =>
        isUndone ? (
          total.label
        ) : (
          <TwoLines quiet={<Outcome total={total} />}>{total.label}</TwoLines>
        ),
    },
    amountColumn('File', 'file'),
    amountColumn('Books', 'books'),
    amountColumn('Refused', 'refused'),
    amountColumn('Different', 'different'),
    amountColumn('Unexplained', 'unexplained'),
  ];
}
const columns = columnsOf(false);
const columnsOfUndone = columnsOf(true);

interface ReconciliationProps {
  totals: readonly ReconciledTotal[];
  /** The import goes on: the totals are those of the rows so far. */
  isRunning: boolean;
  /** The import was undone: the totals are those of the books before that. */
  isUndone: boolean;
  /** Shows the records that differ. */
  onDifferences: (() => void) | undefined;
}

function sentenceOf({ totals, isRunning, isUndone }: ReconciliationProps): string | undefined {
  if (isUndone) return undefined;
  if (isRunning) return 'Of the rows so far.';
  const all = totals.map(outcomeOf);
  return all.includes('unexplained')
    ? 'A total is not explained by refused rows or differences. Please check it before you go on.'
    : all.includes('explained')
      ? 'What is not equal is explained row by row.'
      : 'The books have what the file has.';
}

/** The totals of the file beside those of the books. */
export function Reconciliation(props: ReconciliationProps) {
  const { totals, isUndone, onDifferences } = props;
  return (
    <Panel
      title={isUndone ? 'Reconciliation as it was before the undo' : 'Reconciliation'}
      description={sentenceOf(props)}
      actions={
        onDifferences && (
          <button type="button" className={styles.link} onClick={onDifferences}>
            Show the differences
          </button>
        )
      }
    >
      <SmallTable
        label="Reconciliation"
        columns={isUndone ? columnsOfUndone : columns}
        rows={totals}
        rowKey={({ key }) => key}
      />
    </Panel>
  );
}
