import styles from './demo-mark.module.css';

/** Says on public pages that the company is an invented one (decision 13). */
export function DemoMark({ company }: { company: { demo: boolean } | undefined }) {
  return company?.demo ? <span className={styles.mark}>DEMO</span> : null;
}
