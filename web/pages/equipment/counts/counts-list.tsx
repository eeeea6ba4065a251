import { Button, Intent } from '@blueprintjs/core';
import { PlusIcon } from '@blueprintjs/icons';
import { type StockCount, stockCountInput } from '@nimule/core/stock/schema';
import { useState } from 'react';
import { useRead } from '../../../client/use-read.ts';
import { RecordForm } from '../../../parts/record-form.tsx';
import { RecordLink } from '../../../parts/record-links.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Allowed, AllowedOrDisabled } from '../../../ui/allowed.tsx';
import { counted } from '../../../ui/counted.ts';
import { SelectField, TextAreaField } from '../../../ui/form/fields.tsx';
import { TwoLines } from '../../../ui/layout.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { Panel } from '../../../ui/page.tsx';
import { Empty, Loaded } from '../../../ui/states.tsx';
import { type SmallColumn, SmallTable } from '../../../ui/table/small-table.tsx';
import { DateText, Money } from '../../../ui/values.tsx';
import { CountStatusTag } from '../equipment-tags.tsx';

const columns: readonly SmallColumn<StockCount>[] = [
  {
    header: 'Count',
    cell: ({ id, countId, date }) => (
      <TwoLines quiet={<DateText date={date} />}>
        <RecordLink kind="stock-count" id={id} number={countId} />
      </TwoLines>
    ),
  },
  { header: 'Status', cell: ({ status }) => <CountStatusTag status={status} /> },
  { header: 'Counted', align: 'right', cell: ({ counted, items }) => `${counted} of ${items}` },
  { header: 'Differences', align: 'right', minor: true, cell: (row) => row.differences },
  {
    header: 'Value',
    align: 'right',
    minor: true,
    cell: ({ differenceUsd }) => <Money usd={differenceUsd} dashForZero />,
  },
  { header: 'Begun by', minor: true, cell: ({ createdBy }) => <bdi>{createdBy}</bdi> },
  { header: 'Posted by', minor: true, cell: ({ postedBy }) => <bdi>{postedBy || '–'}</bdi> },
];

interface CountsListProps {
  onShow: (count: { id: number }) => void;
}

/** The latest stock counts, newest first. */
export function CountsList({ onShow }: CountsListProps) {
  const read = useRead('listStockCounts');
  const [isBeginning, setBeginning] = useState(false);
  const begin = () => setBeginning(true);
  return (
    <Panel
      title="Stock counts"
      description="What is on the shelves is counted; another person accepts the differences."
      actions={
        <AllowedOrDisabled to="stock.write">
          <ActionButton icon={<PlusIcon />} intent={Intent.PRIMARY} onClick={begin}>
            Begin Count
          </ActionButton>
        </AllowedOrDisabled>
      }
    >
      <Loaded read={read} loading="Loading the stock counts…" lines={6}>
        {(counts) =>
          counts.length === 0 ? (
            <Empty
              title="Nothing has been counted yet"
              description="A count lists the equipment, with a sheet to print."
              action={
                <Allowed to="stock.write">
                  <Button intent={Intent.PRIMARY} onClick={begin}>
                    Begin the first count
                  </Button>
                </Allowed>
              }
            />
          ) : (
            <SmallTable
              label="Stock counts"
              columns={columns}
              rows={counts}
              rowKey={({ id }) => id}
            />
          )
        }
      </Loaded>
      {isBeginning && <BeginForm onShow={onShow} onClose={() => setBeginning(false)} />}
    </Panel>
  );
}

/** Begins a count of all equipment or of a category. */
function BeginForm({ onShow, onClose }: CountsListProps & { onClose: () => void }) {
  const categories = useRead('listEquipmentCategories').data ?? [];
  return (
    <RecordForm
      operation="createStockCount"
      failure="Failed to begin the stock count."
      title="Begin Stock Count"
      schema={stockCountInput}
      initial={{ categoryId: '', notes: '' }}
      send={({ categoryId, notes }) => ({
        body: { ...(categoryId ? { categoryId } : {}), ...(notes ? { notes } : {}) },
      })}
      done={({ id, countId, items }) => {
        toast('Stock Count Begun', `${countId}: ${counted(items, 'item')} to count`);
        onShow({ id });
      }}
      submitLabel="Begin count"
      busyLabel="Beginning…"
      onClose={onClose}
    >
      <SelectField
        name="categoryId"
        label="What to count"
        none="All equipment"
        options={categories.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <TextAreaField name="notes" label="Notes" rows={2} />
    </RecordForm>
  );
}
