import type { Analytics } from '@nimule/core/reports/analytics/schema';
import { counted } from '../../ui/counted.ts';
import { Meter } from '../../ui/meter.tsx';
import { Panel } from '../../ui/page.tsx';
import { SampleTag } from '../../ui/tags.tsx';
import styles from './analytics.module.css';
import { shareText } from './analytics-words.ts';

const typeLabels: Readonly<Record<Analytics['mix'][number]['type'], string>> = {
  business: 'Business',
  individual: 'Residential',
  government: 'Government',
};

/** Customers by type (seeds/000 2). */
export function Distribution({ figures: { mix, mixIsSample } }: { figures: Analytics }) {
  return (
    <Panel
      title="Customer Distribution"
      description={mixIsSample ? 'Until there are customers' : 'Customers who are not Inactive'}
      actions={mixIsSample && <SampleTag />}
    >
      <ul className={styles.mix}>
        {mix.map(({ type, customers, percent }) => (
          <li key={type}>
            <div className={styles.mixHead}>
              <span>{typeLabels[type]}</span>
              <span>
                {!mixIsSample && <span className="quiet">{counted(customers, 'customer')} · </span>}
                {shareText(percent)}
              </span>
            </div>
            <Meter percent={percent} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
