import type { MessageStats } from '@nimule/core/messaging/schema';
import { useRead } from '../../../client/use-read.ts';
import { count } from '../../../parts/messages/message-words.ts';
import { Stack } from '../../../ui/layout.tsx';
import { Panel } from '../../../ui/page.tsx';
import { Empty, Loaded } from '../../../ui/states.tsx';
import { KeyValues } from '../../../ui/values.tsx';
import styles from '../messages.module.css';

const gateways: Record<MessageStats['gateway'], string> = {
  smpp: 'SMPP gateway',
  http: 'HTTP gateway',
  outbox: 'Local outbox: sends nothing',
};

/** What was sent this month, by kind, and what it cost. */
export function StatisticsPanel() {
  const read = useRead('getMessageStats');
  return (
    <Panel title="Statistics of this month">
      <Loaded read={read} loading="Loading the statistics…" lines={6}>
        {(stats) => (
          <Stack>
            <KeyValues
              items={[
                { label: 'SMS parts', value: count(stats.partsThisMonth) },
                {
                  label: 'Cost of SMS',
                  value:
                    stats.costThisMonthUsd === null ? 'No price set' : `$${stats.costThisMonthUsd}`,
                },
                { label: 'Unknown', value: count(stats.unknown) },
                { label: 'Sent through', value: gateways[stats.gateway] },
              ]}
            />
            {stats.byType.length === 0 ? (
              <Empty
                title="Nothing sent this month"
                description="Messages are counted here by kind as soon as they are sent."
              />
            ) : (
              <dl className={styles.kinds} aria-label="Messages of this month by kind">
                {stats.byType.map((kind) => (
                  <div key={kind.title}>
                    <dt>{kind.title}</dt>
                    <dd>{count(kind.count)}</dd>
                  </div>
                ))}
              </dl>
            )}
          </Stack>
        )}
      </Loaded>
    </Panel>
  );
}
