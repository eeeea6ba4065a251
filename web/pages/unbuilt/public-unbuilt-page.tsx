import { Link } from 'react-router-dom';
import { type ModuleName, modules, titleOf } from '../../app/modules.ts';
import { paths } from '../../app/paths.ts';
import styles from './plain-page.module.css';
import { PlainPage } from './plain-page.tsx';

/** 'Not available yet' for public modules. */
export function PublicUnbuiltPage({ module }: { module: ModuleName }) {
  const { planned } = modules[module].unbuilt!;
  return (
    <PlainPage title={titleOf(module)}>
      <p>This page is not available yet. It will hold:</p>
      <ul className={styles.list}>
        {planned.map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
      <Link to={paths.home} className={styles.link}>
        Back to Website
      </Link>
    </PlainPage>
  );
}
