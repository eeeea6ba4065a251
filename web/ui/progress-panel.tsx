import { Intent, ProgressBar } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import { numberText } from './counted.ts';
import styles from './progress-panel.module.css';

interface ProgressPanelProps {
  title: string;
  /** 'stopped' keeps its share and does not move. */
  state: 'running' | 'stopped' | 'done' | 'failed';
  /** Of `total`; omit both while the total is not known. */
  done?: number;
  total?: number;
  /** From 0 to 100, instead of `done` and `total`; null while it is not known. */
  percent?: number | null;
  /** Current step or result. */
  detail?: ReactNode;
  actions?: ReactNode;
}

const intents = {
  running: Intent.PRIMARY,
  stopped: Intent.NONE,
  done: Intent.SUCCESS,
  failed: Intent.DANGER,
} as const;

/** Progress of a background job. */
export function ProgressPanel(props: ProgressPanelProps) {
  const { title, state, done, total, percent, detail, actions } = props;
  const known = done !== undefined && total !== undefined && total > 0;
  const measured = known ? done / total : typeof percent === 'number' ? percent / 100 : undefined;
  const share = state === 'running' || state === 'stopped' ? measured : 1;
  return (
    <section className={styles.panel} aria-label={title} aria-busy={state === 'running'}>
      <div className={styles.head}>
        <strong>{title}</strong>
        {known && (
          <span className="numeric quiet">
            {numberText(done)} of {numberText(total)}
          </span>
        )}
        {typeof percent === 'number' && (
          <span className="numeric quiet">{Math.floor(percent)}%</span>
        )}
      </div>
      <ProgressBar
        {...(share === undefined ? {} : { value: share })}
        intent={intents[state]}
        animate={state === 'running'}
        stripes={state === 'running'}
        aria-label={title}
      />
      {(detail || actions) && (
        <div className={styles.foot}>
          <div className="quiet" aria-live="polite">
            {detail}
          </div>
          {actions}
        </div>
      )}
    </section>
  );
}
