import { Intent } from '@blueprintjs/core';
import { LearningIcon } from '@blueprintjs/icons';
import type { AssistantStats } from '@nimule/core/assistant/schema';
import { Link } from 'react-router-dom';
import { paths } from '../../../app/paths.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import type { Reading } from '../../../client/use-read.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { AllowedOrDisabled } from '../../../ui/allowed.tsx';
import { numberText } from '../../../ui/counted.ts';
import { Stack } from '../../../ui/layout.tsx';
import { Meter } from '../../../ui/meter.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { Panel } from '../../../ui/page.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { SampleTag } from '../../../ui/tags.tsx';
import { InstantText, KeyValues } from '../../../ui/values.tsx';
import styles from './chat.module.css';
import { shownFailure } from './failure.ts';

/** Performance metrics, knowledge base training and common issues (seeds/000 2). */
export function SideCards({ read }: { read: Reading<AssistantStats> }) {
  return (
    <div className={styles.side}>
      <Panel title="Performance Metrics">
        <Loaded read={read} loading="Loading the metrics..." lines={4}>
          {(stats) => <Performance stats={stats} />}
        </Loaded>
      </Panel>
      <Panel title="Knowledge Base Training">
        <Loaded read={read} loading="Loading the training..." lines={4}>
          {(stats) => <Knowledge stats={stats} />}
        </Loaded>
      </Panel>
      <Panel title="Common Issues" actions={read.data?.issuesAreSample ? <SampleTag /> : undefined}>
        <Loaded read={read} loading="Loading the issues..." lines={4}>
          {(stats) => <Issues stats={stats} />}
        </Loaded>
      </Panel>
    </div>
  );
}

interface BarProps {
  label: string;
  text: string;
  percent: number;
  isSample: boolean;
}

function Bar({ label, text, percent, isSample }: BarProps) {
  return (
    <div className={styles.bar}>
      <div className={styles.barHead}>
        <span>{label}</span>
        <span className={styles.barValue}>
          {isSample && <SampleTag />}
          <strong className="numeric">{text}</strong>
        </span>
      </div>
      <Meter percent={percent} />
    </div>
  );
}

const STARS = 5;

interface OfStats {
  stats: AssistantStats;
}

function Performance({ stats }: OfStats) {
  const { resolutionRate: solved, satisfaction, requestsLeft } = stats;
  return (
    <Stack>
      <Bar
        label="Solved without a person"
        text={`${solved.value}%`}
        percent={solved.value}
        isSample={solved.isSample}
      />
      <Bar
        label="Satisfaction"
        text={`${satisfaction.value}/5`}
        percent={(satisfaction.value / STARS) * 100}
        isSample={satisfaction.isSample}
      />
      <KeyValues
        items={[
          {
            label: 'Answers by',
            value: stats.driver === 'local' ? 'Rules on this server' : stats.model,
          },
          ...(requestsLeft === null
            ? []
            : [{ label: 'Requests left today', value: numberText(requestsLeft) }]),
          {
            label: 'With a person',
            value: <Link to={paths.chats({ status: 'escalated' })}>{stats.escalatedChats}</Link>,
          },
        ]}
      />
    </Stack>
  );
}

function Knowledge({ stats }: OfStats) {
  return (
    <Stack>
      <Bar
        label="Knowledge base coverage"
        text={`${stats.coverage.value}%`}
        percent={stats.coverage.value}
        isSample={stats.coverage.isSample}
      />
      <KeyValues
        items={[
          { label: 'Articles', value: numberText(stats.articles) },
          { label: 'Last trained', value: <InstantText at={stats.lastTrainedAt} none="Never" /> },
        ]}
      />
      <TrainButton />
    </Stack>
  );
}

/** Learns again from the articles and the resolved tickets, and says what was learned. */
export function TrainButton() {
  const { run, busy } = useMutation('trainAssistant', {
    failure: 'Failed to update the AI training. Please try again.',
  });
  return (
    <div>
      <AllowedOrDisabled to="assistant.teach">
        <ActionButton
          icon={<LearningIcon />}
          intent={Intent.PRIMARY}
          loading={busy}
          onClick={() => {
            run()
              .then(({ last }) => toast('AI training updated', last?.summary))
              .catch(shownFailure);
          }}
        >
          Update AI Training
        </ActionButton>
      </AllowedOrDisabled>
    </div>
  );
}

function Issues({ stats: { issues, issuesAreSample } }: OfStats) {
  return (
    <ul className={styles.issues}>
      {issues.map(({ topic, label, count }) => (
        <li key={topic}>
          {issuesAreSample ? label : <Link to={paths.chats({ topic })}>{label}</Link>}
          <span className="numeric">{numberText(count)}</span>
        </li>
      ))}
    </ul>
  );
}
