import { PlusIcon } from '@blueprintjs/icons';
import type { Training, TrainingState } from '@nimule/core/assistant/schema';
import { topicLabels } from '@nimule/core/assistant/sessions/rules';
import { Link } from 'react-router-dom';
import { recordPath } from '../../../app/paths.ts';
import { useRead } from '../../../client/use-read.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { AllowedOrDisabled } from '../../../ui/allowed.tsx';
import { numberText } from '../../../ui/counted.ts';
import { Stack } from '../../../ui/layout.tsx';
import { useDialogs } from '../../../ui/overlay/dialogs.ts';
import { Panel } from '../../../ui/page.tsx';
import { Empty, Loaded } from '../../../ui/states.tsx';
import { type SmallColumn, SmallTable } from '../../../ui/table/small-table.tsx';
import { InstantText, KeyValues } from '../../../ui/values.tsx';
import { AddArticleForm } from '../articles/article-form.tsx';
import { TrainButton } from '../chat/side-cards.tsx';
import { keywordsOf } from './keywords.ts';
import styles from './training.module.css';

type OpenQuestion = TrainingState['openQuestions'][number];

/** What was learned last, and the questions that had no answer. */
export function TrainingView() {
  const read = useRead('getTraining');
  return (
    <Stack>
      <Panel
        title="Last training"
        description="The assistant learns from the active articles and from resolved tickets."
        actions={<TrainButton />}
      >
        <Loaded read={read} loading="Loading the training..." lines={4}>
          {({ last }) =>
            last ? (
              <Learned training={last} />
            ) : (
              <p className="quiet">Not trained yet. It answers with the articles as they are.</p>
            )
          }
        </Loaded>
      </Panel>
      <Panel
        title="Questions without an answer"
        description="Of the last 90 days, the most frequent first."
      >
        <Loaded read={read} loading="Loading the questions..." lines={6}>
          {({ openQuestions }) => <Questions questions={openQuestions} />}
        </Loaded>
      </Panel>
    </Stack>
  );
}

function Learned({ training }: { training: Training }) {
  return (
    <Stack>
      <p className={styles.summary}>{training.summary}</p>
      <KeyValues
        items={[
          { label: 'Trained', value: <InstantText at={training.trainedAt} /> },
          { label: 'By', value: training.trainedBy },
          { label: 'Articles', value: numberText(training.articles) },
          { label: 'Resolved tickets', value: numberText(training.tickets) },
          {
            label: 'Words',
            value: `${numberText(training.words)}, ${numberText(training.newWords)} new`,
          },
          {
            label: 'Questions',
            value: `${numberText(training.questions)}, ${numberText(training.unanswered)} without an answer`,
          },
        ]}
      />
    </Stack>
  );
}

function Questions({ questions }: { questions: readonly OpenQuestion[] }) {
  const { open, dialog } = useDialogs({
    write: ({ question, topic }: OpenQuestion, close) => (
      <AddArticleForm keywords={keywordsOf(question)} topic={topic} onClose={close} />
    ),
  });
  if (questions.length === 0)
    return (
      <Empty
        title="Every question had an answer"
        description="Questions that the assistant could not answer are listed here."
      />
    );
  const columns: readonly SmallColumn<OpenQuestion>[] = [
    {
      header: 'Question',
      cell: ({ question, sessionId }) => (
        <Link to={recordPath('chat', sessionId)} dir="auto" className={styles.question}>
          {question}
        </Link>
      ),
    },
    { header: 'Topic', minor: true, cell: ({ topic }) => topicLabels[topic] },
    { header: 'Asked', align: 'right', cell: ({ count }) => numberText(count) },
    {
      header: 'Last',
      lesser: true,
      minor: true,
      cell: ({ lastAt }) => <InstantText at={lastAt} />,
    },
    {
      header: 'Answer',
      align: 'right',
      cell: (question) => (
        <AllowedOrDisabled to="assistant.teach">
          <ActionButton size="small" icon={<PlusIcon />} onClick={() => open('write', question)}>
            Write an article
          </ActionButton>
        </AllowedOrDisabled>
      ),
    },
  ];
  return (
    <>
      <SmallTable
        label="Questions without an answer"
        columns={columns}
        rows={questions}
        rowKey={({ sessionId, question }) => `${sessionId} ${question}`}
      />
      {dialog}
    </>
  );
}
