import { DownloadIcon } from '@blueprintjs/icons';
import {
  type Statement,
  type statementLine,
  statementQuery,
} from '@nimule/core/billing/payments/schema';
import type { Customer } from '@nimule/core/customers/schema';
import {
  addMonths,
  dateText,
  firstDay,
  formatDate,
  type IsoDate,
  isIsoDate,
  monthOf,
} from '@nimule/core/kernel/dates';
import { type Cents, cents, ZERO } from '@nimule/core/kernel/money';
import { useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { z } from 'zod';
import { useRead } from '../../../client/use-read.ts';
import { saveStatementPdf } from '../../../parts/documents.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { FieldRow } from '../../../ui/form/fields.tsx';
import { FormPanel } from '../../../ui/form/form-dialog.tsx';
import { Stack, TwoLines } from '../../../ui/layout.tsx';
import { Panel } from '../../../ui/page.tsx';
import { dateColumn, moneyColumn } from '../../../ui/table/columns.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { pageOf, useListState } from '../../../ui/table/list-state.ts';
import type { Readable } from '../../../ui/table/readable.ts';
import { today } from '../../../ui/today.ts';
import { KeyValues, Money } from '../../../ui/values.tsx';
import styles from './detail.module.css';
import { OF_DETAIL } from './links.ts';

/** Including the current month; the server's default. */
const MONTHS_SHOWN = 6;

const periodForm = statementQuery
  .extend({ from: dateText, to: dateText })
  .refine(({ from, to }) => from <= to, {
    path: ['from'],
    message: 'The period ends before it begins.',
  });
type Period = z.input<typeof periodForm>;

/** The period in the URL; invalid dates are ignored. */
function usePeriod(): [Period, (period: Period) => void] {
  const [params, setParams] = useSearchParams();
  const names = { from: `${OF_DETAIL}from`, to: `${OF_DETAIL}to` };
  const dateOr = (name: string, fallback: IsoDate) => {
    const text = params.get(name) ?? '';
    return isIsoDate(text) ? text : fallback;
  };
  const to = dateOr(names.to, today());
  const from = dateOr(names.from, firstDay(addMonths(monthOf(to), 1 - MONTHS_SHOWN)));
  const choose = (period: Period) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        next.set(names.from, period.from);
        next.set(names.to, period.to);
        next.delete(`${OF_DETAIL}statement-page`);
        return next;
      },
      { replace: true },
    );
  return [{ from, to }, choose];
}

/** Account statement of a period, with a PDF. */
export function CustomerStatement({ customer }: { customer: Customer }) {
  const [period, choose] = usePeriod();
  const read = useRead(
    'customerStatement',
    { params: { id: customer.id }, query: period },
    { keepPrevious: true },
  );
  return (
    <div className={styles.facts}>
      <Stack>
        <Panel
          title="Statement"
          actions={
            <ActionButton
              icon={<DownloadIcon />}
              onClick={() => saveStatementPdf(customer, period)}
            >
              Download PDF
            </ActionButton>
          }
        >
          <Stack>
            <PeriodForm period={period} onChosen={choose} />
            {read.data && <KeyValues items={totalsOf(read.data)} />}
          </Stack>
        </Panel>
        <Lines customer={customer} read={read} />
      </Stack>
    </div>
  );
}

function PeriodForm({ period, onChosen }: { period: Period; onChosen: (period: Period) => void }) {
  const shown = useRef(period);
  return (
    <FormPanel
      label="Period of the statement"
      savesNothing
      schema={periodForm}
      initial={period}
      submitLabel="Show statement"
      submitError={undefined}
      onSubmit={async (chosen) => {
        shown.current = chosen;
        onChosen(chosen);
      }}
      resetTo={() => shown.current}
    >
      <FieldRow>
        <DateField name="from" label="From" />
        <DateField name="to" label="To" />
      </FieldRow>
    </FormPanel>
  );
}

function totalsOf(statement: Statement) {
  return [
    {
      label: `Before ${formatDate(statement.from)}`,
      value: <Owed usd={statement.openingUsd} ssp={statement.openingSsp} />,
    },
    {
      label: `On ${formatDate(statement.to)}`,
      value: <Owed usd={statement.closingUsd} ssp={statement.closingSsp} />,
    },
    ...(statement.disputed.length > 0
      ? [
          {
            label: 'Disputed',
            value: statement.disputed
              .map(({ invoiceNumber, since }) => `${invoiceNumber} since ${formatDate(since)}`)
              .join(', '),
          },
        ]
      : []),
  ];
}

/** A negative balance is shown as an amount in advance. */
function Owed({ usd, ssp }: { usd: Cents; ssp: Cents | null }) {
  const inAdvance = usd < ZERO;
  const [amount, inPounds] = inAdvance ? [cents(-usd), ssp && cents(-ssp)] : [usd, ssp];
  return (
    <>
      <Money usd={amount} ssp={inPounds} align="left" />
      <div className="quiet">{inAdvance ? 'in advance' : 'owed'}</div>
    </>
  );
}

type Line = z.output<typeof statementLine>;

const columns: readonly Column<Line & { position: number }>[] = [
  dateColumn('date', 'Date', { priority: 1, width: '1%' }),
  {
    id: 'entry',
    header: 'Entry',
    cell: ({ reference, description }) => (
      <TwoLines
        quiet={!description.includes(reference) && <code className="mono">{reference}</code>}
      >
        {description}
      </TwoLines>
    ),
  },
  moneyColumn('debitUsd', 'Charged', {
    ssp: 'debitSsp',
    dashForZero: true,
  }),
  moneyColumn('creditUsd', 'Paid', {
    ssp: 'creditSsp',
    dashForZero: true,
  }),
  moneyColumn('balanceUsd', 'Balance', { ssp: 'balanceSsp' }),
];

/** The statement's lines, paged in the browser. */
function Lines({ customer, read }: { customer: Customer; read: Readable<Statement> }) {
  const list = useListState({ sort: 'date', pageSize: 50, prefix: `${OF_DETAIL}statement-` });
  const lines = read.data?.lines.map((line, position) => ({ ...line, position }));
  return (
    <DataTable
      label={`Statement of ${customer.name}`}
      columns={columns}
      rowKey={({ position }) => position}
      rowName={({ reference }) => reference}
      read={{ ...read, data: lines && pageOf(lines, list) }}
      list={list}
      empty={{
        title: 'Nothing in this period',
        description:
          'No invoice, payment or correction falls into it. Choose an earlier beginning.',
      }}
    />
  );
}
