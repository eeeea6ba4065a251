import type { AssistantStats } from '@nimule/core/assistant/schema';
import type { Reading } from '../../../client/use-read.ts';
import { counted } from '../../../ui/counted.ts';
import { FigureStrip, StatCard } from '../../../ui/stat-card.tsx';
import { SampleTag } from '../../../ui/tags.tsx';

interface Card {
  title: string;
  value: (stats: AssistantStats) => string;
  subtitle: (stats: AssistantStats) => string;
  isSample?: (stats: AssistantStats) => boolean;
}

const cards: readonly Card[] = [
  {
    title: 'Resolution Rate',
    value: ({ resolutionRate }) => `${resolutionRate.value}%`,
    subtitle: () => 'Chats that needed no person',
    isSample: ({ resolutionRate }) => resolutionRate.isSample,
  },
  {
    title: 'Average Response Time',
    value: ({ responseSeconds }) => `${responseSeconds.value}s`,
    subtitle: () => 'From message to reply',
    isSample: ({ responseSeconds }) => responseSeconds.isSample,
  },
  {
    title: 'Customer Satisfaction',
    value: ({ satisfaction }) => `${satisfaction.value}/5`,
    subtitle: ({ ratings }) => (ratings === 0 ? 'No ratings yet' : counted(ratings, 'rating')),
    isSample: ({ satisfaction }) => satisfaction.isSample,
  },
  {
    title: 'Active Chats',
    value: ({ activeChats }) => String(activeChats),
    subtitle: ({ escalatedChats }) => `${escalatedChats} with a person`,
  },
];

/** The four metric cards, of the last 90 days. */
export function Metrics({ read: { data, error } }: { read: Reading<AssistantStats> }) {
  return (
    <FigureStrip title="Metrics of the assistant">
      {cards.map(({ title, value, subtitle, isSample }) => (
        <StatCard
          key={title}
          title={title}
          value={data && value(data)}
          subtitle={data && subtitle(data)}
          tag={data && isSample?.(data) && <SampleTag />}
          failed={error !== undefined && data === undefined}
        />
      ))}
    </FigureStrip>
  );
}
