import type { ImportRunDetail, Reason } from '@nimule/core/imports/schema-centre';
import { Panel } from '../../../ui/page.tsx';
import { type SmallColumn, SmallTable } from '../../../ui/table/small-table.tsx';
import { Label } from '../../../ui/tags.tsx';
import { countOf, formatCount, messageText } from '../import-words.ts';

const SHOWN_ROWS = 5;

/** seeds/002 8. */
const SOME_FAILED = 'Some records could not be processed.';

function firstRows({ rows, firstRows: first }: Reason): string {
  const shown = first.slice(0, SHOWN_ROWS).map(formatCount).join(', ');
  return rows > Math.min(first.length, SHOWN_ROWS) ? `${shown} …` : shown;
}

const columns: readonly SmallColumn<Reason>[] = [
  { header: 'Reason', cell: ({ message }) => messageText(message) },
  {
    header: 'Kind',
    cell: ({ isRefusal }) => <Label>{isRefusal ? 'refused' : 'note'}</Label>,
    minor: true,
  },
  { header: 'Rows', align: 'right', cell: ({ rows }) => formatCount(rows) },
  { header: 'First rows', minor: true, cell: (reason) => firstRows(reason) },
];

/** The list of errors and notes of an import, grouped by reason (seeds/002 3). */
export function RunReasons({ run: { reasons, recordsFailed } }: { run: ImportRunDetail }) {
  if (reasons.length === 0) return null;
  return (
    <Panel
      title="Errors and notes"
      description={
        recordsFailed > 0
          ? `${SOME_FAILED} ${countOf(recordsFailed, 'row')} refused: download, correct and import them again.`
          : undefined
      }
    >
      <SmallTable
        label="Reasons"
        columns={columns}
        rows={reasons}
        rowKey={(_reason, index) => index}
        scrolls
      />
    </Panel>
  );
}
