import { ChevronDownIcon, ChevronRightIcon } from '@blueprintjs/icons';
import { type ReactNode, useId, useState } from 'react';
import { PHONE, useMedia } from './media.ts';
import { Skeleton } from './skeleton.tsx';
import styles from './stat-card.module.css';
import type { Readable } from './table/reading.ts';

export interface Trend {
  direction: 'up' | 'down' | 'flat';
  /** In words: '+12 this month', 'SSP 40,000 less than in October'. */
  text: string;
  /** Whether that is good news; without it the trend is neutral. */
  good?: boolean;
}

interface StatCardProps {
  title: string;
  /** undefined while it loads. */
  value: ReactNode | undefined;
  subtitle?: ReactNode;
  icon?: ReactNode;
  trend?: Trend | undefined;
  /** A tag beside the title, such as `<SampleTag />`. */
  tag?: ReactNode;
  /** The reading failed: the card says so instead of a number. */
  failed?: boolean;
}

const arrows = { up: '▲', down: '▼', flat: '■' } as const;

function toneOf(trend: Trend): string | undefined {
  if (trend.good === undefined) return styles.neutral;
  return trend.good ? styles.good : styles.bad;
}

/** One number, what it counts and, where there is history, its trend. */
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
                <span aria-hidden="true">{arrows[trend.direction]} </span>
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
  /** What the figures are about: 'Payment Overview'. */
  title: string;
  /** Whether the title is written before the figures; otherwise it is read out, and shown on a phone. */
  showsTitle?: boolean;
  /** `StatCard`s. */
  children: ReactNode;
}

/**
 * The figures of a module as one slim line over its first list; rows are read, not figures. On a phone they are
 * folded behind their title, so that the search comes first.
 */
export function FigureStrip({ title, showsTitle = false, children }: FigureStripProps) {
  const isPhone = useMedia(PHONE);
  const [isOpen, setOpen] = useState(false);
  const headingId = useId();
  const figuresId = useId();
  const Chevron = isOpen ? ChevronDownIcon : ChevronRightIcon;
  return (
    <section className={styles.strip} aria-labelledby={headingId}>
      <h2 id={headingId} className={isPhone || showsTitle ? styles.stripTitle : 'visually-hidden'}>
        {isPhone ? (
          <button
            type="button"
            className={styles.fold}
            aria-expanded={isOpen}
            aria-controls={figuresId}
            onClick={() => setOpen(!isOpen)}
          >
            <Chevron />
            {title}
          </button>
        ) : (
          title
        )}
      </h2>
      <div id={figuresId} className={styles.figures} hidden={isPhone && !isOpen}>
        {children}
      </div>
    </section>
  );
}

interface Figure<T> {
  title: string;
  value: (data: T) => ReactNode;
  /** What it counts. */
  subtitle: string | ((data: T) => ReactNode);
}

interface FiguresProps<T> extends Omit<FigureStripProps, 'children'> {
  read: Readable<T>;
  figures: readonly Figure<T>[];
}

/** The figures of a module out of one reading. */
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
