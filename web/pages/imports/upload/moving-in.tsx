import type { MovingInStep } from '@nimule/core/reports/moving-in/schema';
import { Link } from 'react-router-dom';
import { paths } from '../../../app/paths.ts';
import { useRead } from '../../../client/use-read.ts';
import { StatusTag } from '../../../ui/tags.tsx';
import { typeTitle } from '../import-words.ts';
import { OpeningDate } from '../preview/opening-date.tsx';
import styles from './moving-in.module.css';

const states: Record<MovingInStep['state'], { status: string; label: string }> = {
  done: { status: 'done', label: 'There' },
  open: { status: 'pending', label: 'Missing' },
  optional: { status: 'none', label: 'Optional' },
  doubtful: { status: 'review', label: 'Look at it' },
};

/** The steps of moving a company in, in their order (decision 110); open while one of them needs somebody. */
export function MovingIn() {
  const { data, refresh } = useRead('movingIn');
  if (!data) return null;
  const needed = data.steps.filter(({ state }) => state === 'open' || state === 'doubtful');
  return (
    <details className={styles.panel} open={needed.length > 0}>
      <summary className={styles.summary}>
        <h2 className={styles.title}>Moving in</h2>
        <span className="quiet">
          {needed.length === 0
            ? 'Nothing that is needed is missing'
            : `${needed.length} of ${data.steps.length} steps need you`}
        </span>
      </summary>
      <ol className={styles.steps}>
        {data.steps.map((step) => (
          <li key={step.key} className={styles.step}>
            <StatusTag {...states[step.state]} />
            <div>
              <h3 className={styles.name}>{step.title}</h3>
              <p>{step.told}</p>
              {step.key === 'openingDate' && step.state !== 'done' && (
                <OpeningDate onSet={refresh} />
              )}
              {step.type && (
                <Link to={paths.importOf(step.type)}>Import {typeTitle(step.type)}</Link>
              )}
            </div>
          </li>
        ))}
      </ol>
    </details>
  );
}
