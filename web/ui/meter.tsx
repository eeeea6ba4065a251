import styles from './meter.module.css';

interface MeterProps {
  /** Percent; more than 100 is shown as a full bar. */
  percent: number;
  /** Accessible name; without one the bar only repeats a figure next to it and is hidden from screen readers. */
  label?: string;
  /** From this percentage on the bar has the colour of a warning. */
  warnFrom?: number;
}

/** A bar for a share of a whole. */
export function Meter({ percent, label, warnFrom = Number.POSITIVE_INFINITY }: MeterProps) {
  const filled = Math.min(Math.max(percent, 0), 100);
  const bar = (
    <div
      className={percent >= warnFrom ? styles.high : styles.filled}
      style={{ width: `${filled}%` }}
    />
  );
  if (label === undefined)
    return (
      <div className={styles.track} aria-hidden="true">
        {bar}
      </div>
    );
  return (
    // The element `meter` cannot be styled alike in all browsers.
    // biome-ignore lint/a11y/useSemanticElements: see above
    <div
      className={styles.track}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(filled)}
      aria-valuetext={`${Math.round(percent)}%`}
    >
      {bar}
    </div>
  );
}
