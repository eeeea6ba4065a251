import { BuildIcon } from '@blueprintjs/icons';
import { Link } from 'react-router-dom';
import { ModuleLinks } from '../../app/modules/module-links.tsx';
import { type ModuleName, modules, titleOf } from '../../app/modules.ts';
import { paths } from '../../app/paths.ts';
import { Page } from '../../ui/page.tsx';
import styles from './unbuilt-page.module.css';

/** 'Not available yet' for staff modules (decision 21). */
export function UnbuiltPage({ module }: { module: ModuleName }) {
  const { planned } = modules[module].unbuilt!;
  return (
    <Page title={titleOf(module)}>
      <section className={styles.notice} aria-label="Not available yet">
        <span className={styles.icon} aria-hidden="true">
          <BuildIcon size={20} />
        </span>
        <div className={styles.words}>
          <h2>This module is not available yet.</h2>
          <p className="quiet">It will hold:</p>
          <ul>
            {planned.map((feature) => (
              <li key={feature}>{feature}</li>
            ))}
          </ul>
          <div className={styles.links}>
            <ModuleLinks from={module} />
          </div>
          <Link to={paths.dashboard()}>Back to Dashboard</Link>
        </div>
      </section>
    </Page>
  );
}
