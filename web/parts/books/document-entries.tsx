import type { documentKinds } from '@nimule/core/accounting/ledger/schema';
import type { JournalEntry } from '@nimule/core/accounting/schema';
import { Link } from 'react-router-dom';
import { recordPath } from '../../app/paths.ts';
import { useRead } from '../../client/use-read.ts';
import { Allowed } from '../../ui/allowed.tsx';
import { TwoLines } from '../../ui/layout.tsx';
import { Panel } from '../../ui/page.tsx';
import { Loaded } from '../../ui/states.tsx';
import { type SmallColumn, SmallTable } from '../../ui/table/small-table.tsx';
import { StatusTag } from '../../ui/tags.tsx';
import { DateText, Money } from '../../ui/values.tsx';

const columns: readonly SmallColumn<JournalEntry>[] = [
  {
    header: 'Entry',
    cell: ({ entryId, entryDate }) => (
      <TwoLines quiet={<DateText date={entryDate} />}>
        <Link to={recordPath('entry', entryId)} className="mono">
          {entryId}
        </Link>
      </TwoLines>
    ),
  },
  { header: 'Description', cell: ({ description }) => <span dir="auto">{description}</span> },
  { header: 'Status', cell: ({ status }) => <StatusTag status={status} />, minor: true },
  {
    header: 'Amount',
    cell: ({ totalDebit }) => <Money usd={totalDebit} />,
    align: 'right',
  },
];

interface DocumentEntriesProps {
  kind: (typeof documentKinds)[number];
  /** The internal id of the document. */
  id: number;
  /** Its number, for labels: 'INV-2026-000042'. */
  name: string;
  title?: string;
}

/** Panel with the journal entries of a document, for those who may see the books. */
export function DocumentEntries({ title = 'In the books', ...props }: DocumentEntriesProps) {
  return (
    <Allowed to="accounting.read">
      <Panel title={title}>
        <Entries {...props} />
      </Panel>
    </Allowed>
  );
}

function Entries({ kind, id, name }: Omit<DocumentEntriesProps, 'title'>) {
  const read = useRead('listDocumentEntries', { params: { kind, id } });
  return (
    <Loaded read={read} loading="Loading the entries…" lines={2}>
      {(entries) =>
        entries.length === 0 ? (
          <p className="quiet">Nothing is posted for {name}.</p>
        ) : (
          <SmallTable
            label={`Entries of ${name}`}
            columns={columns}
            rows={entries}
            rowKey={(entry) => entry.id}
          />
        )
      }
    </Loaded>
  );
}
