import { type ReactNode, useId } from 'react';
import { Skeleton } from './skeleton.tsx';
import styles from './stat-card.module.css';
import type { Readable } from './table/readable.ts';

export interface Trend {
  /** 'none' where nothing is compared: the text has no sign. */
  direction: 'up' | 'down' | 'flat' | 'none';
  /** '+12 this month', 'SSP 40,000 less than in October'. */
  text: string;
  /** Colours the trend; neutral if undefined. */
  good?: boolean;
}

interface StatCardProps {
  title: string;
  /** undefined while loading. */
  value: ReactNode | undefined;
  subtitle?: ReactNode;
  icon?: ReactNode;
  trend?: Trend | undefined;
  /** A tag next to the title, such as `<SampleTag />`. */
  tag?: ReactNode;
  /** The value could not be loaded. */
  failed?: boolean;
}

const arrows = { up: '▲', down: '▼', flat: '■', none: null } as const;

function toneOf(trend: Trend): string | undefined {
  if (trend.good === undefined) return styles.neutral;
  return trend.good ? styles.good : styles.bad;
}

/** One figure with its description and optional trend. */
export function StatCard({ title, value, subtitle, icon, trend, tag, failed }: StatCardProps) {
  return (
    <section className={styles.card} aria-label={title}>
      <div className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        {tag}
        {icon && (
          <span className={styles.icon} aria-hidden="true">
            {icon}
          </span>
        )}
      </div>
      <div className={styles.value}>
        {failed ? '–' : value === undefined ? <Skeleton width="6ch" /> : value}
      </div>
      <div className={styles.foot}>
        {failed ? (
          'Could not be loaded'
        ) : value === undefined ? (
          <Skeleton width="14ch" />
        ) : (
          <>
            {subtitle && <span>{subtitle}</span>}
            {trend && (
              <span className={toneOf(trend)}>
                {arrows[trend.direction] && (
                  <span aria-hidden="true">{arrows[trend.direction]} </span>
                )}
                {trend.text}
              </span>
            )}
          </>
        )}
      </div>
    </section>
  );
}

interface FigureStripProps {
  /** 'Payment Overview'. */
  title: string;
  /** Otherwise the title is visible only on a phone and to screen readers. */
  showsTitle?: boolean;
  /** `StatCard`s. */
  children: ReactNode;
}

/** The figures of a module as one line above its list; on a phone below it. */
export function FigureStrip({ title, showsTitle = false, children }: FigureStripProps) {
  const headingId = useId();
  return (
    <section className={styles.strip} aria-labelledby={headingId}>
      <h2 id={headingId} className={`${styles.stripTitle} ${showsTitle ? '' : styles.onPhone}`}>
        {title}
      </h2>
      <div className={styles.figures}>{children}</div>
    </section>
  );
}

interface Figure<T> {
  title: string;
  value: (data: T) => ReactNode;
  subtitle: string | ((data: T) => ReactNode);
}

interface FiguresProps<T> extends Omit<FigureStripProps, 'children'> {
  read: Readable<T>;
  figures: readonly Figure<T>[];
}

/** The figures of a module from one read. */
export function Figures<T>({ read, figures, ...strip }: FiguresProps<T>) {
  const { data, error } = read;
  return (
    <FigureStrip {...strip}>
      {figures.map(({ title, value, subtitle }) => (
        <StatCard
          key={title}
          title={title}
          value={data === undefined ? undefined : value(data)}
          subtitle={typeof subtitle === 'string' ? subtitle : data !== undefined && subtitle(data)}
          failed={error !== undefined && data === undefined}
        />
      ))}
    </FigureStrip>
  );
}
