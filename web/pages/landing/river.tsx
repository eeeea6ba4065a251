import styles from './hero.module.css';

const STRANDS = [0, 1, 2, 3, 4, 5, 6, 7] as const;

/** Decorative waves in the background of the hero. */
export function River() {
  return (
    <svg
      className={styles.river}
      viewBox="0 0 1440 480"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
    >
      {STRANDS.map((strand) => (
        <path
          key={strand}
          d={`M-40 ${360 + strand * 12}C 240 ${470 - strand * 30} 420 ${250 + strand * 26} 720 ${330 + strand * 10}S 1180 ${460 - strand * 34} 1500 ${180 + strand * 28}`}
          opacity={0.55 - strand * 0.055}
        />
      ))}
    </svg>
  );
}
