import {
  type ArticleRecord,
  articleInput,
  articleTopics,
  type Topic,
} from '@nimule/core/assistant/schema';
import { topicLabels } from '@nimule/core/assistant/sessions/rules';
import { call } from '../../../client/call.ts';
import { RecordForm } from '../../../parts/record-form.tsx';
import { CheckField, SelectField, TextAreaField, TextField } from '../../../ui/form/fields.tsx';
import { formValuesOf } from '../../../ui/form/form.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';

const topicOptions = articleTopics.map((topic) => ({ value: topic, label: topicLabels[topic] }));

function Fields() {
  return (
    <>
      <TextField name="title" label="Title" maxLength={200} />
      <SelectField name="topic" label="Topic" options={topicOptions} />
      <TextAreaField name="body" label="Text" rows={10} maxLength={5000} />
      <TextField
        name="keywords"
        label="Keywords"
        maxLength={500}
        help="Words that customers use for this, separated by blanks. Names are better left out."
      />
      <CheckField name="isActive" label="The assistant answers with it" />
    </>
  );
}

const shared = { schema: articleInput, submitLabel: 'Save article', width: 720 };

interface AddArticleProps {
  /** Of a question without an answer. */
  keywords?: string;
  topic?: Topic;
  onClose: () => void;
}

export function AddArticleForm({ keywords = '', topic = 'general', onClose }: AddArticleProps) {
  return (
    <RecordForm
      {...shared}
      title="Add Article"
      operation="createArticle"
      failure="Failed to add the article. Please try again."
      initial={{
        title: '',
        topic: topic === 'greeting' ? 'general' : topic,
        body: '',
        keywords,
        isActive: true,
      }}
      send={(body) => ({ body })}
      done={({ title }) => toast('Article added', title)}
      onClose={onClose}
    >
      <Fields />
    </RecordForm>
  );
}

interface EditArticleProps {
  article: ArticleRecord;
  onClose: () => void;
}

export function EditArticleForm({ article, onClose }: EditArticleProps) {
  return (
    <RecordForm
      {...shared}
      title="Edit Article"
      operation="updateArticle"
      failure="Failed to change the article. Please try again."
      record={article}
      read={() => call('getArticle', { params: { id: article.id } })}
      initial={(current) => formValuesOf(articleInput, current)}
      send={(typed, { id, version }) => ({ params: { id }, body: { ...typed, version } })}
      done={({ title }) => toast('Article changed', title)}
      onClose={onClose}
    >
      <Fields />
    </RecordForm>
  );
}
