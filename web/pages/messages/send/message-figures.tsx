import { useRead } from '../../../client/use-read.ts';
import { count } from '../../../parts/messages/message-words.ts';
import { Figures } from '../../../ui/stat-card.tsx';

/** The four cards of seeds/000 2. */
export function MessageFigures() {
  return (
    <Figures
      title="Messages in figures"
      read={useRead('getMessageStats')}
      figures={[
        {
          title: 'Sent',
          value: ({ sentThisMonth }) => count(sentThisMonth),
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
          value: ({ failedThisMonth }) => count(failedThisMonth),
          subtitle: 'messages this month',
        },
        {
          title: 'Queued',
          value: ({ queued }) => count(queued),
          subtitle: ({ unknown }) =>
            unknown === 0 ? 'waiting to be sent' : `and ${count(unknown)} unknown`,
        },
      ]}
    />
  );
}
