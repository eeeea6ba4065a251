import { DownloadIcon } from '@blueprintjs/icons';
import { isIsoDate } from '@nimule/core/kernel/dates';
import { formatUsd } from '@nimule/core/kernel/money';
import type { Supplier, SupplierStatement } from '@nimule/core/procurement/suppliers/schema';
import { useState } from 'react';
import { useRead } from '../../../client/use-read.ts';
import { savePdf } from '../../../parts/documents.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { DateInput } from '../../../ui/form/date-input.tsx';
import { Inline, TwoLines } from '../../../ui/layout.tsx';
import { Panel } from '../../../ui/page.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { type SmallColumn, SmallTable } from '../../../ui/table/small-table.tsx';
import { today } from '../../../ui/today.ts';
import { DateText, Money } from '../../../ui/values.tsx';

type Line = SupplierStatement['lines'][number];

const columns: readonly SmallColumn<Line>[] = [
  {
    header: 'Date',
    cell: ({ date, reference }) => (
      <TwoLines quiet={<span className="mono">{reference}</span>}>
        <DateText date={date} />
      </TwoLines>
    ),
  },
  {
    header: 'Description',
    minor: true,
    cell: ({ description }) => <span dir="auto">{description}</span>,
  },
  {
    header: 'Billed',
    align: 'right',
    cell: ({ billedUsd }) => <Money usd={billedUsd} dashForZero />,
  },
  { header: 'Paid', align: 'right', cell: ({ paidUsd }) => <Money usd={paidUsd} dashForZero /> },
  { header: 'Balance', align: 'right', cell: ({ balanceUsd }) => <Money usd={balanceUsd} /> },
];

/** Bills and payments of a supplier in a period, with the balance after each; as a PDF too. */
export function StatementPanel({ supplier }: { supplier: Supplier }) {
  const { id, supplierCode } = supplier;
  const [from, setFrom] = useState(`${today().slice(0, 4)}-01-01`);
  const [to, setTo] = useState<string>(today());
  const isPeriod = isIsoDate(from) && isIsoDate(to) && from <= to;
  const input = { params: { id }, query: { from, to } };
  const read = useRead('supplierStatement', input, { when: isPeriod, keepPrevious: true });
  return (
    <Panel
      title="Statement"
      actions={
        <Inline>
          <DateInput label="From" aria-label="From" value={from} onChange={setFrom} />
          <DateInput label="To" aria-label="To" value={to} onChange={setTo} />
          <ActionButton
            icon={<DownloadIcon />}
            disabledReason={isPeriod ? undefined : 'Enter the first and the last day.'}
            onClick={() => savePdf('supplierStatementPdf', input, `statement-${supplierCode}.pdf`)}
          >
            PDF
          </ActionButton>
        </Inline>
      }
    >
      {isPeriod ? (
        <Loaded read={read} loading="Loading the statement…" lines={4}>
          {(statement) => <Lines name={supplierCode} statement={statement} />}
        </Loaded>
      ) : (
        <p className="quiet">Enter the first and the last day of the statement.</p>
      )}
    </Panel>
  );
}

function Lines({ name, statement }: { name: string; statement: SupplierStatement }) {
  const { lines, openingUsd, closingUsd } = statement;
  return (
    <>
      <p className="quiet">
        Balance before: <span className="numeric">{formatUsd(openingUsd)}</span>. Balance at the
        end: <strong className="numeric">{formatUsd(closingUsd)}</strong>
      </p>
      {lines.length === 0 ? (
        <p className="quiet">No bills and no payments in this period.</p>
      ) : (
        <SmallTable
          label={`Statement of ${name}`}
          columns={columns}
          rows={lines}
          rowKey={(_, place) => place}
        />
      )}
    </>
  );
}
