import { type ReactNode, useState } from 'react';
import styles from './column-chart.module.css';

export interface ChartColumn {
  /** Unique; not shown. */
  id: string;
  /** Below the column. */
  name: ReactNode;
  value: number;
  /** '$68.9K', above the column. */
  short: string;
  /** 'Nov 2026 $68,912.00', for screen readers and as the tooltip. */
  words: string;
}

interface ColumnChartProps {
  columns: readonly ChartColumn[];
  /** The last column is not complete yet. */
  isLastOpen?: boolean;
  /** The table of the numbers; rendered when opened. */
  numbers: ReactNode;
}

export interface Bar {
  /** Percent of the plot's height. */
  bottom: number;
  height: number;
}

/** From this number on narrow charts show only the highest and the last value. */
const MANY = 8;
/** From this number on their values run into each other on wider charts too. */
const CROWDED = 11;

/** Bars on a common zero line; negative values are below it. */
export function barsOf(values: readonly number[]): Bar[] {
  const top = Math.max(...values, 0);
  const low = Math.min(...values, 0);
  const range = top - low || 1;
  return values.map((value) => ({
    bottom: ((Math.min(value, 0) - low) / range) * 100,
    height: (Math.abs(value) / range) * 100,
  }));
}

/** The values that a narrow chart names: the highest, and the last unless it stands beside that. */
export function namedColumns(values: readonly number[]): readonly number[] {
  const last = values.length - 1;
  const highest = values.indexOf(Math.max(...values));
  return last - highest > 2 ? [highest, last] : [highest];
}

/** Vertical bars with their values, and a table of the numbers that can be opened. */
export function ColumnChart({ columns, isLastOpen = false, numbers }: ColumnChartProps) {
  const [isOpen, setOpen] = useState(false);
  const values = columns.map(({ value }) => value);
  const bars = barsOf(values);
  const named = namedColumns(values);
  const last = columns.length - 1;
  return (
    <figure className={styles.chart}>
      <div
        className={`${styles.columns} ${columns.length >= MANY ? styles.many : ''} ${columns.length >= CROWDED ? styles.crowded : ''}`}
        role="img"
        aria-label={`Bar chart. ${columns.map(({ words }) => words).join(', ')}.`}
      >
        {columns.map(({ id, name, short, words }, at) => (
          <div key={id} className={styles.column} title={words}>
            <div className={styles.plot}>
              <div
                className={isLastOpen && at === last ? styles.barNow : styles.bar}
                style={{ bottom: `${bars[at]?.bottom}%`, height: `${bars[at]?.height}%` }}
              >
                <span className={named.includes(at) ? styles.value : styles.lesser}>{short}</span>
              </div>
            </div>
            <div className={styles.name}>{name}</div>
          </div>
        ))}
      </div>
      <details className={styles.numbers} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>Numbers as a table</summary>
        {isOpen && numbers}
      </details>
    </figure>
  );
}
