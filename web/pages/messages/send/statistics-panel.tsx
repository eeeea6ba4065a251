import type { MessageStats } from '@nimule/core/messaging/schema';
import { useRead } from '../../../client/use-read.ts';
import { numberText } from '../../../ui/counted.ts';
import { Stack } from '../../../ui/layout.tsx';
import { Panel } from '../../../ui/page.tsx';
import { Figures } from '../../../ui/stat-card.tsx';
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
                { label: 'SMS parts', value: numberText(stats.partsThisMonth) },
                {
                  label: 'Cost of SMS',
                  value:
                    stats.costThisMonthUsd === null ? 'No price set' : `$${stats.costThisMonthUsd}`,
                },
                { label: 'Unknown', value: numberText(stats.unknown) },
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
                    <dd>{numberText(kind.count)}</dd>
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

/** The four cards of seeds/000 2. */
export function MessageFigures() {
  return (
    <Figures
      title="Messages in figures"
      read={useRead('getMessageStats')}
      figures={[
        {
          title: 'Sent',
          value: ({ sentThisMonth }) => numberText(sentThisMonth),
          subtitle: 'messages this month',
        },
        {
          title: 'Delivered',
          value: ({ deliveredPercent }) =>
            deliveredPercent === null ? '–' : `${deliveredPercent}%`,
          subtitle: ({ deliveredPercent }) =>
            deliveredPercent === null ? 'no receipts yet this month' : 'of those with a receipt',
        },
        {
          title: 'Failed',
          value: ({ failedThisMonth }) => numberText(failedThisMonth),
          subtitle: 'messages this month',
        },
        {
          title: 'Queued',
          value: ({ queued }) => numberText(queued),
          subtitle: ({ unknown }) =>
            unknown === 0 ? 'waiting to be sent' : `and ${numberText(unknown)} unknown`,
        },
      ]}
    />
  );
}
