import { formatInstant } from '@nimule/core/kernel/dates';
import { useEffect, useRef, useState } from 'react';
import { SmallTable } from '../table/small-table.tsx';
import type { ChartSeries } from './chart-series.ts';
import styles from './line-chart.module.css';

interface LineChartProps {
  title: string;
  /** Of the values and their axis: Mbps. */
  unit: string;
  /** In order; keep the array while it does not change. */
  times: readonly Date[];
  /** Keep the array while it does not change. */
  series: readonly ChartSeries[];
  /** Top of the axis; default: a tenth above the highest value. */
  max?: number;
  /** Title of the time axis. */
  timeTitle?: string;
  /** A time in words; by default to the minute. */
  timeText?: (at: Date) => string;
  /** False where the page shows the numbers as a table itself. */
  hasNumbers?: boolean;
}

const HEIGHT = 180;
const tenths = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

function canDraw(): boolean {
  return document.createElement('canvas').getContext('2d') !== null;
}

/** Values over time as lines, drawn in both themes; the numbers are in a table below. */
export function LineChart({
  title,
  unit,
  times,
  series,
  max,
  timeTitle = 'Time in Juba',
  timeText = formatInstant,
  hasNumbers = true,
}: LineChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [point, setPoint] = useState<number>();
  useEffect(() => {
    const element = frame.current;
    if (!element || !canDraw()) return;
    let stop: (() => void) | undefined;
    let isGone = false;
    import('./plot.ts')
      .then(({ drawPlot }) => {
        if (isGone) return;
        const plot = drawPlot(
          element,
          { width: element.clientWidth, height: HEIGHT },
          { unit, times, series, max, timeTitle, onPoint: setPoint },
        );
        const resized = new ResizeObserver(() => plot.resize(element.clientWidth, HEIGHT));
        resized.observe(element);
        const themed = new MutationObserver(plot.redraw);
        themed.observe(document.documentElement, { attributeFilter: ['data-theme'] });
        stop = () => {
          resized.disconnect();
          themed.disconnect();
          plot.destroy();
        };
      })
      .catch(reportError);
    return () => {
      isGone = true;
      stop?.();
    };
  }, [unit, times, series, max, timeTitle]);
  const at = point === undefined ? undefined : times[point];
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>
        <h3>{title}</h3>
        <ul className={styles.legend}>
          {series.map(({ label, tone, isDashed, values }) => (
            <li key={label}>
              <span
                aria-hidden="true"
                className={`${styles.line} ${styles[tone]} ${isDashed ? styles.dashed : ''}`}
              />
              {label}
              {at && point !== undefined && (
                <span className="numeric">: {valueText(values[point], unit)}</span>
              )}
            </li>
          ))}
          {at && <li className="quiet">{timeText(at)}</li>}
        </ul>
      </figcaption>
      <div
        ref={frame}
        role="img"
        aria-label={`${title} over time. ${series.map((one) => rangeOf(one, unit)).join(', ')}.`}
        className={styles.plot}
        style={{ height: HEIGHT }}
      />
      {hasNumbers && <Numbers title={title} unit={unit} times={times} series={series} />}
    </figure>
  );
}

function valueText(value: number | null | undefined, unit: string): string {
  return value === null || value === undefined ? '–' : `${tenths.format(value)} ${unit}`;
}

/** 'In 12 to 310.5 Mbps'. */
function rangeOf({ label, values }: ChartSeries, unit: string): string {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return `${label} unknown`;
  return `${label} ${tenths.format(Math.min(...known))} to ${valueText(Math.max(...known), unit)}`;
}

/** The numbers of the chart; rendered when opened. */
function Numbers({
  title,
  unit,
  times,
  series,
}: Pick<LineChartProps, 'title' | 'unit' | 'times' | 'series'>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.numbers} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Numbers as a table</summary>
      {isOpen && (
        <SmallTable
          label={`${title}, numbers`}
          scrolls
          rows={times.map((at, index) => ({ at, index }))}
          rowKey={({ index }) => index}
          columns={[
            { header: 'Time in Juba', cell: ({ at }) => formatInstant(at) },
            ...series.map(({ label, values }) => ({
              header: `${label} (${unit})`,
              align: 'right' as const,
              cell: ({ index }: { index: number }) => {
                const value = values[index];
                return value === null || value === undefined ? '–' : tenths.format(value);
              },
            })),
          ]}
        />
      )}
    </details>
  );
}
