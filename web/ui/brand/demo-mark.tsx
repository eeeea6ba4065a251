import styles from './demo-mark.module.css';

/** Marks a demo company (decision 13). */
export function DemoMark({ company }: { company: { demo: boolean } | undefined }) {
  return company?.demo ? <span className={styles.mark}>DEMO</span> : null;
}
