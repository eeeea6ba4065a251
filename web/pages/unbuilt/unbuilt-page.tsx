import { BuildIcon } from '@blueprintjs/icons';
import { Page } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { type UnbuiltModule, unbuiltModules } from './modules.ts';

/** Says plainly that a module is still to come (decision 21: nothing pretends). */
export function UnbuiltPage({ module }: { module: UnbuiltModule }) {
  const { title, promise } = unbuiltModules[module];
  return (
    <Page title={title}>
      <Empty
        title="This module is not available yet"
        description={`What it will hold: ${promise}`}
        icon={<BuildIcon size={32} />}
      />
    </Page>
  );
}
