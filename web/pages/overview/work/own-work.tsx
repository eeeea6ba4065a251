import type { OwnWork as Work, WorkBlock } from '@nimule/core/attention/work/schema';
import type { ReactNode } from 'react';
import type { Reading } from '../../../client/use-read.ts';
import { Panel } from '../../../ui/page.tsx';
import { SkeletonBlock } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { FiguresBlock, PaymentsBlock, TillBlock } from './money-blocks.tsx';
import { ApprovalsBlock, BooksBlock, SystemBlock } from './office-blocks.tsx';
import { TicketsBlock, UnansweredBlock, VisitsBlock } from './ticket-blocks.tsx';
import styles from './work.module.css';

const blocks: {
  readonly [B in Exclude<WorkBlock, 'till'>]: (block: NonNullable<Work[B]>) => ReactNode;
} = {
  visits: (block) => <VisitsBlock {...block} />,
  tickets: (block) => <TicketsBlock {...block} />,
  unanswered: (block) => <UnansweredBlock {...block} />,
  payments: (block) => <PaymentsBlock {...block} />,
  figures: (block) => <FiguresBlock {...block} />,
  approvals: (block) => <ApprovalsBlock {...block} />,
  books: (block) => <BooksBlock {...block} />,
  system: (block) => <SystemBlock {...block} />,
};

/** One block; `TillBlock` alone shows that there is nothing of its kind. */
function contentOf(work: Work, block: WorkBlock): ReactNode {
  if (block === 'till') return <TillBlock till={work.till ?? null} />;
  const data = work[block];
  return data && (blocks[block] as (data: unknown) => ReactNode)(data);
}

/** What the user's role begins the day with; the server decides which blocks those are. */
export function OwnWork({ read: { data, error, refresh } }: { read: Reading<Work> }) {
  if (data) {
    if (data.order.length === 0) return null;
    return (
      <div className={styles.blocks}>
        {data.order.map((block) => (
          <div key={block}>{contentOf(data, block)}</div>
        ))}
      </div>
    );
  }
  if (error)
    return (
      <Panel title="Your work">
        <ErrorState error={error} onRetry={refresh} title="Your work could not be loaded" />
      </Panel>
    );
  return (
    <Panel title="Your work">
      <SkeletonBlock label="Loading your work…" lines={5} />
    </Panel>
  );
}
