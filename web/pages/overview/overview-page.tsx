import { Button } from '@blueprintjs/core';
import { RefreshIcon } from '@blueprintjs/icons';
import { Suspense, useState } from 'react';
import { titleOf } from '../../app/modules.ts';
import { useRefetchAll } from '../../client/cache.tsx';
import { useRead } from '../../client/use-read.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { useInView } from '../../ui/in-view.ts';
import { lazyPage } from '../../ui/lazy-page.ts';
import { Page } from '../../ui/page.tsx';
import { SkeletonBlock } from '../../ui/skeleton.tsx';
import { Attention } from './attention.tsx';
import { FactorNotice } from './factor-notice.tsx';
import styles from './overview.module.css';
import { OwnWork } from './work/own-work.tsx';
import { shownAbove } from './work/shown-above.ts';

const CompanyFigures = lazyPage(async () => (await import('./company-figures.tsx')).CompanyFigures);

/** The Dashboard Overview tab (seeds/000 2): one's own work first, then what the specification shows. */
export function OverviewPage() {
  const work = useRead('ownWork', undefined, { isPreloaded: true });
  const refresh = useRefetchAll();
  const [ref, isInView] = useInView(!work.isLoading);
  const [isWanted, setWanted] = useState(false);
  return (
    <Page
      title={titleOf('overview')}
      description="Your work first, then the company: customers, revenue, network and what was done last."
      actions={
        <ActionButton
          icon={<RefreshIcon />}
          loading={work.isRefreshing}
          onClick={refresh}
          disabledReason={work.isLoading ? 'Your work is on its way.' : undefined}
        >
          Refresh
        </ActionButton>
      }
    >
      <FactorNotice />
      <OwnWork read={work} />
      <Attention without={shownAbove(work.data)} />
      {/* Asked for when it is scrolled to: a technician's phone may be on a slow link. */}
      <div ref={ref} className={styles.company}>
        {isInView || isWanted ? (
          <Suspense fallback={<SkeletonBlock label="Loading dashboard..." lines={8} />}>
            <CompanyFigures />
          </Suspense>
        ) : work.isLoading ? (
          <SkeletonBlock label="Loading dashboard..." lines={8} />
        ) : (
          <Button variant="minimal" fill onClick={() => setWanted(true)}>
            Show the figures of the company
          </Button>
        )}
      </div>
    </Page>
  );
}
