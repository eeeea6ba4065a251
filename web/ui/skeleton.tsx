import styles from './skeleton.module.css';

interface SkeletonProps {
  width?: string;
  height?: string;
}

/** Where something will stand, in its size, so that nothing jumps when it comes. */
export function Skeleton({ width = '100%', height = '1em' }: SkeletonProps) {
  return <span className={styles.bone} style={{ width, height }} aria-hidden="true" />;
}

interface SkeletonBlockProps {
  /** Read out while waiting, such as 'Loading dashboard...'. */
  label: string;
  lines?: number;
}

const WIDTHS = ['92%', '76%', '84%', '60%', '70%'];

/** A block of lines while a panel loads. */
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
