import styles from './bar-chart.module.css';
import { type ChartTone, chartTones } from './chart-series.ts';

export interface BarSeries {
  label: string;
  /** One value for each bar; null where nothing is known. */
  values: readonly (number | null)[];
  tone: ChartTone;
}

interface BarChartProps {
  title: string;
  /** What the bars are of, in order. */
  names: readonly string[];
  series: readonly BarSeries[];
  /** A value in words: '$120.00'. */
  text: (value: number) => string;
}

/** Horizontal bars with their values; the page shows the numbers as a table too. */
export function BarChart({ title, names, series, text }: BarChartProps) {
  const values = series.flatMap((one) => one.values.map((value) => Math.abs(value ?? 0)));
  const top = Math.max(...values, 0) || 1;
  const words = (value: number | null | undefined) =>
    value === null || value === undefined ? '–' : text(value);
  const label = names.map(
    (name, at) => `${name} ${series.map((one) => words(one.values[at])).join(', ')}`,
  );
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>
        <h3>{title}</h3>
        {series.length > 1 && (
          <ul className={styles.legend}>
            {series.map((one) => (
              <li key={one.label}>
                <span aria-hidden="true" className={`${styles.mark} ${styles[one.tone]}`} />
                {one.label}
              </li>
            ))}
          </ul>
        )}
      </figcaption>
      <div role="img" aria-label={`Bar chart. ${label.join('; ')}.`} className={styles.bars}>
        {names.map((name, at) => (
          <div key={name} className={styles.row}>
            <span className={styles.name} title={name}>
              <bdi>{name}</bdi>
            </span>
            <span className={styles.group}>
              {series.map((one) => {
                const value = one.values[at];
                return (
                  <span key={one.label} className={styles.line}>
                    <span
                      className={`${styles.bar} ${styles[one.tone]}`}
                      style={{ width: `${(Math.abs(value ?? 0) / top) * 100}%` }}
                    />
                    <span className={styles.value}>{words(value)}</span>
                  </span>
                );
              })}
            </span>
          </div>
        ))}
      </div>
    </figure>
  );
}

/** The tone of a series by its position. */
export function toneAt(index: number): ChartTone {
  return chartTones[index % chartTones.length]!;
}
