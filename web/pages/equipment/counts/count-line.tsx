import type { StockCountDetail } from '@nimule/core/stock/schema';
import { type KeyboardEvent, useId } from 'react';
import { Money } from '../../../ui/values.tsx';
import { signed } from '../equipment-words.ts';
import styles from './counts.module.css';
import type { CountEntry } from './use-count-entry.ts';

export type Line = StockCountDetail['lines'][number];

interface CountLineProps {
  line: Line;
  entry: CountEntry;
  canEnter: boolean;
}

/** Enter goes to the next quantity, as on a sheet. */
function goToNext(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  const inputs = [
    ...(event.currentTarget.closest('ul')?.querySelectorAll<HTMLInputElement>('input') ?? []),
  ];
  const next = inputs[inputs.indexOf(event.currentTarget) + 1];
  next?.focus();
  next?.select();
}

/** One item with its counted quantity. What is expected shows once it is counted, so that it is counted and not copied. */
export function CountLine({ line, entry, canEnter }: CountLineProps) {
  const { equipmentId, equipmentNumber, name, categoryName, counted } = line;
  const id = useId();
  const problem = canEnter ? entry.problemOf(equipmentId) : undefined;
  return (
    <li className={styles.line}>
      <label htmlFor={id} className={styles.item}>
        <bdi className={styles.name}>{name}</bdi>
        <span className="quiet">
          <span className="mono">{equipmentNumber}</span> · <bdi>{categoryName}</bdi>
        </span>
      </label>
      <div className={styles.result}>
        {problem ? (
          <span id={`${id}-problem`} className={styles.problem} role="alert">
            {problem}
          </span>
        ) : (
          <Result line={line} />
        )}
      </div>
      {canEnter ? (
        <input
          id={id}
          className={styles.quantity}
          inputMode="numeric"
          autoComplete="off"
          enterKeyHint="next"
          value={entry.textFor(equipmentId)}
          aria-invalid={problem !== undefined}
          {...(problem ? { 'aria-describedby': `${id}-problem` } : {})}
          onChange={(event) => entry.type(equipmentId, event.target.value)}
          onBlur={entry.save}
          onKeyDown={goToNext}
        />
      ) : (
        <output id={id} className={styles.counted}>
          {counted ?? '–'}
        </output>
      )}
    </li>
  );
}

function Result({ line: { expected, counted, differenceUsd } }: { line: Line }) {
  if (counted === null) return <span className="quiet">not counted</span>;
  if (counted === expected) return <span className="quiet">as expected</span>;
  return (
    <span className={styles.difference}>
      <strong>{signed(counted - expected)}</strong> of {expected} <Money usd={differenceUsd} />
    </span>
  );
}
