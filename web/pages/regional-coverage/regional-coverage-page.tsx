import { ArrowLeftIcon } from '@blueprintjs/icons';
import type { CoverageReport } from '@nimule/core/reports/regional-coverage/schema';
import type { ReactNode } from 'react';
import { titleOf } from '../../app/modules.ts';
import { paths } from '../../app/paths.ts';
import { useRead } from '../../client/use-read.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Page } from '../../ui/page.tsx';
import { Loaded } from '../../ui/states.tsx';
import { UrlTabs } from '../../ui/url-tabs.tsx';
import { ClientsView } from './clients-view.tsx';
import { CoverageFigures } from './coverage-figures.tsx';
import { InfrastructureView } from './infrastructure-view.tsx';
import { TownsView } from './towns-view.tsx';

/** Regional coverage (seeds/002 2), computed from nodes and customers (decisions 19 and 39). */
export function RegionalCoveragePage() {
  const read = useRead('regionalCoverage');
  const panel = (show: (report: CoverageReport) => ReactNode) => (
    <Loaded read={read} loading="Loading the coverage…" lines={10}>
      {show}
    </Loaded>
  );
  return (
    <Page
      title={titleOf('regionalCoverage')}
      description="Towns, clients and infrastructure."
      actions={
        <LinkButton to={paths.dashboard()} icon={<ArrowLeftIcon />}>
          Back
        </LinkButton>
      }
    >
      <CoverageFigures read={read} />
      <UrlTabs
        label="Parts of the coverage"
        tabs={[
          { id: 'towns', title: 'Towns', panel: panel((report) => <TownsView report={report} />) },
          {
            id: 'clients',
            title: 'Clients',
            panel: panel((report) => <ClientsView report={report} />),
          },
          {
            id: 'infrastructure',
            title: 'Infrastructure',
            panel: panel((report) => <InfrastructureView report={report} />),
          },
        ]}
      />
    </Page>
  );
}
