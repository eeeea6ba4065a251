import type { ReactNode } from 'react';
import styles from './form-dialog.module.css';

interface FieldGroupProps {
  legend: string;
  description?: ReactNode;
  children: ReactNode;
}

/** Fields that belong together, under a heading. */
export function FieldGroup({ legend, description, children }: FieldGroupProps) {
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{legend}</legend>
      {description && <p className={styles.description}>{description}</p>}
      <div className={styles.fields}>{children}</div>
    </fieldset>
  );
}
