import { type ImportRun, runFilter } from '@nimule/core/imports/schema-centre';
import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { RecordList } from '../../parts/record-list.tsx';
import { numberText } from '../../ui/counted.ts';
import { TwoLines } from '../../ui/layout.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { instantColumn } from '../../ui/table/columns.tsx';
import type { Column } from '../../ui/table/data-table.tsx';
import { defineFilters } from '../../ui/table/filters.ts';
import { Label, StatusTag } from '../../ui/tags.tsx';
import { typeTitle } from './import-words.ts';
import { useImportsNavigation } from './imports-url.ts';
import { statusOf } from './run/run-state.ts';

const filters = defineFilters(runFilter, {
  type: { label: 'Type', all: 'All types', labels: typeTitle },
});

type CountName = `records${'Created' | 'Updated' | 'Unchanged' | 'Failed'}`;

function countColumn(id: CountName, header: string, priority: 2 | 3 | 4): Column<ImportRun> {
  return { id, header, kind: 'count', priority, cell: (run) => numberText(run[id]) };
}

const columns: readonly Column<ImportRun>[] = [
  {
    id: 'filename',
    header: 'File',
    priority: 1,
    cell: ({ id, filename, actorName }) => (
      <TwoLines quiet={actorName}>
        <Link to={paths.importRun(id)}>{filename}</Link>
      </TwoLines>
    ),
  },
  instantColumn('startedAt', 'Started', { sortable: true }),
  { id: 'type', header: 'Type', kind: 'tag', cell: ({ type }) => <Label>{typeTitle(type)}</Label> },
  { id: 'status', header: 'Status', kind: 'tag', cell: (run) => <StatusTag {...statusOf(run)} /> },
  countColumn('recordsCreated', 'New', 2),
  countColumn('recordsUpdated', 'Changed', 3),
  countColumn('recordsUnchanged', 'Same', 4),
  countColumn('recordsFailed', 'Refused', 2),
];

/** All imports, newest first. */
export function HistoryTable() {
  const { toRun } = useImportsNavigation();
  return (
    <RecordList
      operation="listImportRuns"
      label="Imports"
      columns={columns}
      rowName={({ filename, id }) => `${filename}, import ${id}`}
      list={{ filters, sort: '-startedAt', prefix: 'runs-' }}
      onOpen={({ id }) => toRun(id)}
      empty={{
        title: 'No imports yet',
        description: 'Upload a file to see here what became of it.',
        action: <LinkButton to={paths.dataImport}>Import a file</LinkButton>,
      }}
      noMatch={{ title: 'No imports of this type', description: 'Choose another type.' }}
    />
  );
}
