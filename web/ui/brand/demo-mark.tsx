import styles from './demo-mark.module.css';

/** Says beside the name of the company that it is an invented one (decision 13). */
export function DemoMark({ company }: { company: { demo: boolean } | undefined }) {
  return company?.demo ? <span className={styles.mark}>DEMO</span> : null;
}
