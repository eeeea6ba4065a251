import type { KeptRecord, RunChange, RunDifference } from '@nimule/core/imports/schema-centre';
import { Link } from 'react-router-dom';
import { recordPath } from '../../../app/paths.ts';
import { RecordList } from '../../../parts/record-list.tsx';
import { numberText } from '../../../ui/counted.ts';
import type { Column } from '../../../ui/table/data-table.tsx';
import { humanize } from '../../../ui/tags.tsx';
import { fieldLabel, messageText } from '../import-words.ts';
import styles from './run.module.css';

interface EntityRecord {
  entity: string;
  entityId: number;
  label: string;
}

/** The page of a record; a customer is found by the ID with which its label begins. */
function addressOf({ entity, entityId, label }: EntityRecord): string | undefined {
  if (/^invoice/.test(entity)) return recordPath('invoice', entityId);
  if (/^payment/.test(entity)) return recordPath('payment', entityId);
  if (/^customer/.test(entity)) return recordPath('customer', label.split(' ')[0] ?? label);
  return undefined;
}

function RecordName({ record }: { record: EntityRecord }) {
  const address = addressOf(record);
  return address ? <Link to={address}>{record.label}</Link> : record.label;
}

const rowColumn = <T extends { row: number }>(): Column<T> => ({
  id: 'row',
  header: 'Row',
  kind: 'count',
  align: 'left',
  width: '72px',
  cell: ({ row }) => numberText(row),
});

const changeColumns: readonly Column<RunChange>[] = [
  { id: 'label', header: 'Record', priority: 1, cell: (record) => <RecordName record={record} /> },
  rowColumn(),
  {
    id: 'fields',
    header: 'Before and after',
    kind: 'tag',
    cell: ({ fields }) => (
      <ul className={styles.changes}>
        {fields.map(({ field, before, after }) => (
          <li key={field}>
            <span className="quiet">{fieldLabel(field)}:</span> <s>{before || '(empty)'}</s>{' '}
            <span aria-hidden="true">→</span> <span className="visually-hidden">becomes</span>{' '}
            {after || '(empty)'}
          </li>
        ))}
      </ul>
    ),
  },
];

const differenceColumns: readonly Column<RunDifference>[] = [
  { id: 'label', header: 'Record', priority: 1, cell: ({ label }) => label },
  rowColumn(),
  { id: 'total', header: 'Total', cell: ({ total }) => total },
  { id: 'file', header: 'File', kind: 'money', cell: ({ file }) => file },
  { id: 'books', header: 'Books', kind: 'money', cell: ({ books }) => books },
  { id: 'reason', header: 'Reason', cell: ({ reason }) => messageText(reason) },
];

const keptColumns: readonly Column<KeptRecord>[] = [
  { id: 'label', header: 'Record', priority: 1, cell: (record) => <RecordName record={record} /> },
  { id: 'entity', header: 'Kind', kind: 'tag', cell: ({ entity }) => humanize(entity) },
  { id: 'reason', header: 'Why it stayed', cell: ({ reason }) => messageText(reason) },
];

/** Records that the import changed, before and after. */
export function ChangesTable({ runId }: { runId: number }) {
  return (
    <RecordList
      operation="listImportChanges"
      params={{ id: runId }}
      list={{ sort: 'row', prefix: 'changes-' }}
      label="Changed records"
      columns={changeColumns}
      rowKey={({ row, entityId }) => `${row}.${entityId}`}
      rowName="label"
      empty={{ title: 'No changed records', description: 'The import changed no record.' }}
    />
  );
}

/** Records whose value in the books is not that of the file. */
export function DifferencesTable({ runId }: { runId: number }) {
  return (
    <RecordList
      operation="listImportDifferences"
      params={{ id: runId }}
      list={{ sort: 'row', prefix: 'differences-' }}
      label="Differences"
      columns={differenceColumns}
      rowKey={({ row, total }) => `${row}.${total}`}
      rowName="label"
      empty={{ title: 'No differences', description: 'The books have the values of the file.' }}
    />
  );
}

/** Created records that the undo left. */
export function KeptTable({ runId }: { runId: number }) {
  return (
    <RecordList
      operation="listKeptRecords"
      params={{ id: runId }}
      list={{ sort: 'row', prefix: 'kept-' }}
      label="Kept records"
      columns={keptColumns}
      rowKey={({ entity, entityId }) => `${entity}.${entityId}`}
      rowName="label"
      empty={{ title: 'No kept records', description: 'The undo left nothing behind.' }}
    />
  );
}
