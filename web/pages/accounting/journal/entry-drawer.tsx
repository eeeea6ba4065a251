import { DownloadIcon, PrintIcon, UndoIcon } from '@blueprintjs/icons';
import { reversalProblem } from '@nimule/core/accounting/journal/rules';
import { PRIVATE_MONTH } from '@nimule/core/accounting/private/rules';
import {
  type JournalEntryDetail,
  type JournalLine,
  reverseInput,
} from '@nimule/core/accounting/schema';
import { laterDate, monthOf } from '@nimule/core/kernel/dates';
import { formatSsp, formatUsd } from '@nimule/core/kernel/money';
import { Link, useSearchParams } from 'react-router-dom';
import { recordPath } from '../../../app/paths.ts';
import { print } from '../../../client/download.ts';
import { useRead } from '../../../client/use-read.ts';
import { Attachments } from '../../../parts/attachments/attachments.tsx';
import { documentPath, sourceLabel } from '../../../parts/books/sources.ts';
import { savePdf } from '../../../parts/documents.tsx';
import { RecordDrawer } from '../../../parts/record-drawer.tsx';
import { RecordForm } from '../../../parts/record-form.tsx';
import { RecordLink } from '../../../parts/record-links.tsx';
import { useRefusal } from '../../../ui/allowed.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { TextAreaField } from '../../../ui/form/fields.tsx';
import { TwoLines } from '../../../ui/layout.tsx';
import { useDialogs } from '../../../ui/overlay/dialogs.ts';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { Panel } from '../../../ui/page.tsx';
import { type SmallColumn, SmallTable } from '../../../ui/table/small-table.tsx';
import { StatusTag } from '../../../ui/tags.tsx';
import { today } from '../../../ui/today.ts';
import { DateText, InstantText, KeyValues, Money } from '../../../ui/values.tsx';
import { withLedger } from '../accounting-url.ts';
import styles from '../accounting.module.css';

interface EntryDrawerProps {
  /** JE-2026-000007, from the URL. */
  entryId: string;
  onClose: () => void;
}

/** Drawer of a journal entry: its lines, the document behind it, who posted it, and its papers. */
export function EntryDrawer({ entryId, onClose }: EntryDrawerProps) {
  const read = useRead('lookupJournalEntry', { query: { entryId } });
  const actions = useEntryActions();
  return (
    <RecordDrawer
      noun="entry"
      read={read}
      title={(entry) => entry.entryId}
      provisionalTitle={entryId}
      subtitle={({ status }) => <StatusTag status={status} />}
      actions={actions}
      onClose={onClose}
    >
      {(entry) => <EntryParts entry={entry} />}
    </RecordDrawer>
  );
}

/** Whether it stands for the entries of payroll of a month, and has neither papers nor a voucher. */
function isMonthOfPayroll({ source }: JournalEntryDetail): boolean {
  return source === PRIVATE_MONTH;
}

const NO_VOUCHER = 'The sums of a month have no voucher.';

function useEntryActions() {
  const refusal = useRefusal()('journal.post');
  const { open, dialog } = useDialogs({
    reverse: (entry: JournalEntryDetail, close) => <ReverseForm entry={entry} onClose={close} />,
  });
  return {
    of: (entry: JournalEntryDetail) => [
      {
        label: 'Reverse',
        icon: <UndoIcon />,
        disabledReason:
          refusal ??
          reversalProblem(entry)?.message ??
          (entry.reversedBy === null
            ? undefined
            : `${entry.entryId} has already been reversed by ${entry.reversedBy}.`),
        onClick: () => open('reverse', entry),
      },
      {
        label: 'Voucher',
        icon: <DownloadIcon />,
        disabledReason: isMonthOfPayroll(entry) ? NO_VOUCHER : undefined,
        onClick: () =>
          savePdf('journalVoucher', { params: { id: entry.id } }, `voucher-${entry.entryId}.pdf`),
      },
      {
        label: 'Print',
        icon: <PrintIcon />,
        disabledReason: isMonthOfPayroll(entry) ? NO_VOUCHER : undefined,
        onClick: () => print('journalVoucher', { params: { id: entry.id } }),
      },
    ],
    dialog,
  };
}

function EntryParts({ entry }: { entry: JournalEntryDetail }) {
  const { id, entryId, entryDate, description, reference, lines } = entry;
  const document = documentPath(entry);
  const label = sourceLabel(entry.source);
  return (
    <>
      <Panel title="Entry" description={<span dir="auto">{description}</span>}>
        <KeyValues
          items={[
            { label: 'Date', value: <DateText date={entryDate} /> },
            {
              label: document ? 'Document' : 'Reference',
              value: document ? <Link to={document}>{reference || label}</Link> : reference || '–',
            },
            { label: 'Source', value: label },
            ...(entry.reversalOf === null
              ? []
              : [{ label: 'Reverses', value: <EntryLink number={entry.reversalOf} /> }]),
            ...(entry.reversedBy === null
              ? []
              : [{ label: 'Reversed by', value: <EntryLink number={entry.reversedBy} /> }]),
            { label: 'Posted by', value: entry.createdBy },
            { label: 'Posted at', value: <InstantText at={entry.createdAt} /> },
          ]}
        />
      </Panel>
      <Panel title="Lines">
        <Lines entry={entry} lines={lines} />
      </Panel>
      {isMonthOfPayroll(entry) ? (
        <p className="quiet">
          The sums of the payroll of a month. Its single entries are for those who may see salaries.
        </p>
      ) : (
        <Panel title="Papers">
          <Attachments of="journalEntry" id={id} name={entryId} />
        </Panel>
      )}
    </>
  );
}

function EntryLink({ number }: { number: string }) {
  return <RecordLink kind="entry" id={number} number={number} />;
}

interface LinesProps {
  entry: JournalEntryDetail;
  lines: readonly JournalLine[];
}

function Lines({ entry, lines }: LinesProps) {
  const [params] = useSearchParams();
  const month = monthOf(entry.entryDate);
  const ledgerOf = (account: string) =>
    `?${withLedger(params, { account, from: month, to: month })}`;
  const hasPounds = lines.some(({ sspAmount }) => sspAmount !== null);
  const columns: readonly SmallColumn<JournalLine>[] = [
    {
      header: 'Account',
      cell: ({ accountCode, accountName, description, customerNumber, customerName }) => (
        <TwoLines
          quiet={
            customerNumber === null ? (
              description && <span dir="auto">{description}</span>
            ) : (
              <>
                <Link to={recordPath('customer', customerNumber)}>{customerName}</Link>
                {description && <span dir="auto"> {description}</span>}
              </>
            )
          }
        >
          <Link to={{ search: ledgerOf(accountCode) }}>
            {accountCode} {accountName}
          </Link>
        </TwoLines>
      ),
    },
    ...(hasPounds
      ? [
          {
            header: 'Pounds',
            cell: ({ sspAmount }: JournalLine) => sspAmount !== null && formatSsp(sspAmount),
            align: 'right' as const,
          },
        ]
      : []),
    {
      header: 'Debit',
      cell: ({ debitAmount }) => <Money usd={debitAmount} dashForZero />,
      align: 'right',
    },
    {
      header: 'Credit',
      cell: ({ creditAmount }) => <Money usd={creditAmount} dashForZero />,
      align: 'right',
    },
  ];
  return (
    <>
      <SmallTable
        label={`Lines of ${entry.entryId}`}
        columns={columns}
        rows={lines}
        rowKey={({ lineNo }) => lineNo}
      />
      <p className={styles.entryTotal}>
        Total <strong>{formatUsd(entry.totalDebit)}</strong> on each side
      </p>
    </>
  );
}

interface ReverseFormProps {
  entry: JournalEntryDetail;
  onClose: () => void;
}

/** Reverses an entry: the same lines with debits and credits swapped, and why. */
function ReverseForm({ entry, onClose }: ReverseFormProps) {
  return (
    <RecordForm
      title={`Reverse ${entry.entryId}`}
      description="Posts the same lines with debits and credits swapped. Both entries stay in the books."
      operation="reverseJournalEntry"
      failure="The entry could not be reversed. Please try again."
      schema={reverseInput}
      initial={{ reason: '', date: laterDate(today(), entry.entryDate) }}
      send={(body) => ({ params: { id: entry.id }, body })}
      done={(reversal) =>
        toast('Entry reversed', `${entry.entryId} is reversed by ${reversal.entryId}.`)
      }
      submitLabel="Reverse entry"
      busyLabel="Reversing…"
      destructive
      onClose={onClose}
    >
      <TextAreaField name="reason" label="Reason" rows={2} maxLength={500} />
      <DateField name="date" label="Date of the reversal" />
    </RecordForm>
  );
}
