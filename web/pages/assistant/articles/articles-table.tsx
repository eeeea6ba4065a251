import { Intent } from '@blueprintjs/core';
import { EditIcon, PlusIcon, TrashIcon } from '@blueprintjs/icons';
import { type ArticleRecord, articleFilter } from '@nimule/core/assistant/schema';
import { topicLabels } from '@nimule/core/assistant/sessions/rules';
import { DeleteDialog } from '../../../parts/operation-dialog.tsx';
import { RecordList } from '../../../parts/record-list.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { AllowedOrDisabled, useRefusal } from '../../../ui/allowed.tsx';
import { useDialogs } from '../../../ui/overlay/dialogs.ts';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { countColumn, instantColumn, nameColumn } from '../../../ui/table/columns.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { defineFilters } from '../../../ui/table/filters.ts';
import type { RowAction } from '../../../ui/table/row-actions.tsx';
import { StatusTag } from '../../../ui/tags.tsx';
import { AddArticleForm, EditArticleForm } from './article-form.tsx';

const filters = defineFilters(articleFilter, {
  topic: { label: 'Topic', all: 'All topics', labels: topicLabels },
  active: {
    label: 'Status',
    all: 'All statuses',
    options: ['true', 'false'],
    labels: { true: 'Active', false: 'Inactive' },
  },
});

const columns: readonly Column<ArticleRecord>[] = [
  nameColumn('title', 'Title', ({ keywords }) => keywords && <span dir="auto">{keywords}</span>),
  {
    id: 'topic',
    header: 'Topic',
    // Never cut, so that the title has the width that is left.
    kind: 'tag',
    sortable: true,
    cell: ({ topic }) => topicLabels[topic],
  },
  {
    id: 'isActive',
    header: 'Status',
    kind: 'tag',
    priority: 1,
    cell: ({ isActive }) => <StatusTag status={isActive ? 'active' : 'inactive'} />,
  },
  countColumn('uses', 'Uses in 90 days', { sortable: true }),
  instantColumn('updatedAt', 'Changed', { by: 'updatedBy', sortable: true, priority: 3 }),
];

/** The knowledge base: what the assistant answers with. */
export function ArticlesTable() {
  const refusal = useRefusal()('assistant.teach');
  const { open, dialog } = useDialogs({
    add: (_none: undefined, close) => <AddArticleForm onClose={close} />,
    edit: (article: ArticleRecord, close) => <EditArticleForm article={article} onClose={close} />,
    delete: (article: ArticleRecord, close) => <DeleteArticle article={article} onClose={close} />,
  });
  const actionsOf = (article: ArticleRecord): RowAction[] => [
    {
      label: 'Edit',
      icon: <EditIcon />,
      onClick: () => open('edit', article),
      disabledReason: refusal,
    },
    {
      label: 'Delete',
      icon: <TrashIcon />,
      destructive: true,
      onClick: () => open('delete', article),
      disabledReason: refusal,
    },
  ];
  return (
    <RecordList
      operation="listArticles"
      label="Articles"
      many="articles"
      columns={columns}
      rowName="title"
      list={{
        filters,
        sort: 'title',
        sorts: ['title', 'topic', 'uses', 'updatedAt'],
        prefix: 'articles-',
      }}
      search="Search titles, texts and keywords"
      add={
        <AllowedOrDisabled to="assistant.teach">
          <ActionButton
            intent={Intent.PRIMARY}
            icon={<PlusIcon />}
            onClick={() => open('add', undefined)}
          >
            Add Article
          </ActionButton>
        </AllowedOrDisabled>
      }
      actions={{ of: actionsOf, dialog }}
      {...(refusal === undefined && {
        onOpen: (article: ArticleRecord) => open('edit', article),
      })}
      empty={{
        title: 'No articles yet',
        description: 'Write down what customers ask for, with numbered steps.',
      }}
    />
  );
}

function DeleteArticle({ article, onClose }: { article: ArticleRecord; onClose: () => void }) {
  return (
    <DeleteDialog
      operation="deleteArticle"
      id={article.id}
      failure="Failed to delete the article. Please try again."
      title={`Delete ${article.title}?`}
      confirmLabel="Delete article"
      done={() => toast('Article deleted', article.title)}
      onClose={onClose}
    >
      The assistant no longer answers with the article {article.title}. Replies that were given with
      it keep their texts. To keep it for later, set it inactive instead.
    </DeleteDialog>
  );
}
