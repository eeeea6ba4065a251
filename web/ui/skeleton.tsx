import styles from './skeleton.module.css';

interface SkeletonProps {
  width?: string;
  height?: string;
}

/** Placeholder of the same size as the content, to avoid layout shifts. */
export function Skeleton({ width = '100%', height = '1em' }: SkeletonProps) {
  return <span className={styles.bone} style={{ width, height }} aria-hidden="true" />;
}

interface SkeletonBlockProps {
  /** For screen readers, such as 'Loading dashboard...'. */
  label: string;
  lines?: number;
}

const WIDTHS = ['92%', '76%', '84%', '60%', '70%'];

/** Placeholder lines while a panel is loading. */
export function SkeletonBlock({ label, lines = 4 }: SkeletonBlockProps) {
  return (
    <div className={styles.block} role="status">
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity
        <Skeleton key={index} width={WIDTHS[index % WIDTHS.length]!} />
      ))}
    </div>
  );
}
