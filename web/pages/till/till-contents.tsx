import { cashKindLabels, formatCash } from '@nimule/core/till/rules';
import { type CashMovement, type TillDetail, tillCurrencies } from '@nimule/core/till/schema';
import type { ReactNode } from 'react';
import { Stack, TwoLines } from '../../ui/layout.tsx';
import { Panel } from '../../ui/page.tsx';
import { type SmallColumn, SmallTable } from '../../ui/table/small-table.tsx';
import { DateText, InstantText, KeyValues, Notes } from '../../ui/values.tsx';
import { TillDifference } from './till-tags.tsx';
import { sumsByKind } from './till-words.ts';

interface Line {
  key: string;
  label: ReactNode;
  count: ReactNode;
  usd: ReactNode;
  ssp: ReactNode;
}

const sumColumns: readonly SmallColumn<Line>[] = [
  { header: 'Kind', cell: ({ label }) => label },
  { header: 'Number', align: 'right', minor: true, cell: ({ count }) => count },
  { header: 'US dollars', align: 'right', cell: ({ usd }) => usd },
  { header: 'Pounds', align: 'right', cell: ({ ssp }) => ssp },
];

function linesOf({ sums, cashUsd, cashSsp }: TillDetail): Line[] {
  const kinds = sumsByKind(sums).map(({ kind, count, USD, SSP }) => ({
    key: kind,
    label: cashKindLabels[kind],
    count,
    usd: USD === 0 ? '–' : formatCash('USD', USD),
    ssp: SSP === 0 ? '–' : formatCash('SSP', SSP),
  }));
  const total = {
    key: 'total',
    label: <strong>In the till</strong>,
    count: '',
    usd: <strong>{formatCash('USD', cashUsd)}</strong>,
    ssp: <strong>{formatCash('SSP', cashSsp)}</strong>,
  };
  return [...kinds, total];
}

const movementColumns: readonly SmallColumn<CashMovement>[] = [
  {
    header: 'What',
    cell: ({ kind, reference, note }) => (
      <TwoLines quiet={<bdi>{[reference, note].filter(Boolean).join(' · ')}</bdi>}>
        {cashKindLabels[kind]}
      </TwoLines>
    ),
  },
  { header: 'At', minor: true, cell: ({ createdAt }) => <InstantText at={createdAt} /> },
  { header: 'By', minor: true, cell: ({ createdBy }) => <bdi>{createdBy}</bdi> },
  {
    header: 'Amount',
    align: 'right',
    cell: ({ currency, amount }) => formatCash(currency, amount),
  },
];

type Count = TillDetail['counts'][number];

const countColumns: readonly SmallColumn<Count>[] = [
  {
    header: 'Note or coin',
    cell: ({ currency, denomination }) => formatCash(currency, denomination),
  },
  { header: 'Pieces', align: 'right', cell: ({ pieces }) => pieces },
  {
    header: 'Amount',
    align: 'right',
    cell: ({ currency, denomination, pieces }) =>
      formatCash(currency, (denomination * pieces) as typeof denomination),
  },
];

/** What a till holds by kind and currency, its count and its latest movements. */
export function TillContents({ till }: { till: TillDetail }) {
  const { tillNumber, movements, counts, status } = till;
  return (
    <Stack>
      {status !== 'open' && (
        <Panel title="Count">
          <Stack>
            <KeyValues items={countFacts(till)} />
            {till.countNote !== '' && <Notes text={till.countNote} />}
            {counts.length > 0 && (
              <SmallTable
                label={`Count of ${tillNumber}`}
                columns={countColumns}
                rows={counts}
                rowKey={({ currency, denomination }) => `${currency} ${denomination}`}
              />
            )}
          </Stack>
        </Panel>
      )}
      <Panel title="Taken and paid out">
        <SmallTable
          label={`Sums of ${tillNumber}`}
          columns={sumColumns}
          rows={linesOf(till)}
          rowKey={({ key }) => key}
        />
      </Panel>
      <Panel title="Latest movements">
        {movements.length === 0 ? (
          <p className="quiet">Nothing was taken or paid out yet.</p>
        ) : (
          <SmallTable
            label={`Movements of ${tillNumber}`}
            columns={movementColumns}
            rows={movements}
            rowKey={({ id }) => id}
            scrolls={movements.length > 12}
          />
        )}
      </Panel>
    </Stack>
  );
}

function countFacts(till: TillDetail) {
  const expected = { USD: till.expectedUsd, SSP: till.expectedSsp };
  const counted = { USD: till.countedUsd, SSP: till.countedSsp };
  const amounts = (of: typeof expected) => (
    <>
      {tillCurrencies.map((currency) => {
        const amount = of[currency];
        return amount !== null && <div key={currency}>{formatCash(currency, amount)}</div>;
      })}
    </>
  );
  return [
    { label: 'Should be', value: amounts(expected) },
    { label: 'Counted', value: amounts(counted) },
    { label: 'Difference', value: <TillDifference till={till} /> },
    { label: 'Counted on', value: <DateText date={till.countedOn} /> },
    { label: 'Counted by', value: <bdi>{till.countedBy || '–'}</bdi> },
    {
      label: 'Accepted by',
      value: till.acceptedAt ? (
        <>
          <bdi>{till.acceptedBy}</bdi>
          <div className="quiet">
            <InstantText at={till.acceptedAt} />
          </div>
          {till.isSole && <div className="quiet">Nobody else could accept it.</div>}
        </>
      ) : (
        <span className="quiet">Waits for its hand-over</span>
      ),
    },
  ];
}
