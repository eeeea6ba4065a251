import { ArrowLeftIcon, DocumentIcon, DollarIcon } from '@blueprintjs/icons';
import { formatUsd } from '@nimule/core/kernel/money';
import { requiredText } from '@nimule/core/kernel/text';
import type { Ageing } from '@nimule/core/procurement/payments/schema';
import type { Supplier } from '@nimule/core/procurement/suppliers/schema';
import { type ReactNode, useRef, useState } from 'react';
import { z } from 'zod';
import { useRead } from '../../../client/use-read.ts';
import { RecordLink } from '../../../parts/record-links.tsx';
import { useAdding } from '../../../parts/shown-record.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { AllowedOrDisabled, useMay } from '../../../ui/allowed.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { Inline, Spread, Stack } from '../../../ui/layout.tsx';
import { Panel } from '../../../ui/page.tsx';
import { PageTools, WithinTabs } from '../../../ui/phone-places.tsx';
import { Figures } from '../../../ui/stat-card.tsx';
import { Empty, Loaded } from '../../../ui/states.tsx';
import { type SmallColumn, SmallTable } from '../../../ui/table/small-table.tsx';
import { UrlTabs } from '../../../ui/url-tabs.tsx';
import { Money } from '../../../ui/values.tsx';
import { useView } from '../procurement-url.ts';
import { SupplierField } from '../suppliers/supplier-field.tsx';
import { BillsTable, dueThisWeek } from './bills-table.tsx';
import { NewBillDialog } from './new-bill-dialog.tsx';
import { PayDialog } from './pay-dialog.tsx';
import { SupplierPaymentsTable } from './payments-table.tsx';

interface BillsViewProps {
  onView: (bill: { id: number }) => void;
  onBack: () => void;
}

/** Supplier bills, payments and ageing: a view of the page, reached from the suppliers. */
export function BillsView({ onView, onBack }: BillsViewProps) {
  const { show } = useView();
  const may = useMay();
  const billing = useAdding('bill');
  const paying = useAdding('supplier-payment');
  return (
    <Stack>
      <PageTools>
        <Spread>
          <Inline>
            <ActionButton icon={<ArrowLeftIcon />} onClick={onBack}>
              Suppliers
            </ActionButton>
            <ActionButton onClick={() => show('bills', dueThisWeek())}>Due this week</ActionButton>
          </Inline>
          <Inline>
            <AllowedOrDisabled to="supplier.pay">
              <ActionButton icon={<DollarIcon />} onClick={paying.open}>
                Pay Supplier
              </ActionButton>
            </AllowedOrDisabled>
            <AllowedOrDisabled to="bill.write">
              <ActionButton icon={<DocumentIcon />} onClick={billing.open}>
                Record Bill
              </ActionButton>
            </AllowedOrDisabled>
          </Inline>
        </Spread>
      </PageTools>
      <Figures
        title="Supplier bills"
        read={useRead('procurementStats')}
        figures={[
          {
            title: 'Open Bills',
            value: ({ openBillsUsd }) => formatUsd(openBillsUsd),
            subtitle: 'of all suppliers',
          },
          {
            title: 'Due This Week',
            value: ({ dueThisWeekUsd }) => formatUsd(dueThisWeekUsd),
            subtitle: 'within seven days, or overdue',
          },
        ]}
      />
      <WithinTabs>
        <UrlTabs
          label="Bills and payments"
          param="list"
          tabs={[
            { id: 'bills', title: 'Bills', panel: <BillsTable onView={onView} /> },
            { id: 'payments', title: 'Payments', panel: <SupplierPaymentsTable /> },
            { id: 'ageing', title: 'Ageing', panel: <AgeingTable /> },
          ]}
        />
      </WithinTabs>
      {billing.isOpen && may('bill.write') && (
        <ForSupplier title="Record Supplier Bill" onClose={billing.close}>
          {(supplier) => <NewBillDialog supplier={supplier} onClose={billing.close} />}
        </ForSupplier>
      )}
      {paying.isOpen && may('supplier.pay') && (
        <ForSupplier title="Pay a Supplier" onClose={paying.close}>
          {(supplier) => <PayDialog supplier={supplier} onClose={paying.close} />}
        </ForSupplier>
      )}
    </Stack>
  );
}

const supplierForm = z.object({ supplierId: requiredText('The supplier', 20) });

interface ForSupplierProps {
  title: string;
  onClose: () => void;
  children: (supplier: Supplier) => ReactNode;
}

/** Asks for the supplier first. */
function ForSupplier({ title, onClose, children }: ForSupplierProps) {
  const [picked, setPicked] = useState<Supplier>();
  const [isChosen, setChosen] = useState(false);
  const isContinued = useRef(false);
  if (isChosen && picked) return children(picked);
  return (
    <FormDialog
      title={title}
      schema={supplierForm}
      initial={{ supplierId: '' }}
      submitLabel="Continue"
      submitError={undefined}
      needs={['supplierId']}
      onSubmit={async () => {
        isContinued.current = true;
        setChosen(true);
      }}
      onClose={() => {
        // Also called after 'Continue', which shows the next dialog instead.
        if (!isContinued.current) onClose();
      }}
    >
      <SupplierField onPicked={setPicked} />
    </FormDialog>
  );
}

type Row = Ageing['suppliers'][number];
type Amount = Exclude<keyof Row, 'supplierId' | 'supplierName'>;

const ageColumn = (field: Amount, header: string, minor = false): SmallColumn<Row> => ({
  header,
  align: 'right',
  ...(minor && { minor }),
  cell: (row) => <Money usd={row[field]} dashForZero />,
});

const ageingColumns: readonly SmallColumn<Row>[] = [
  {
    header: 'Supplier',
    cell: ({ supplierId, supplierName }) => (
      <RecordLink kind="supplier" id={supplierId} number={supplierName} isName />
    ),
  },
  ageColumn('notDueUsd', 'Not due', true),
  ageColumn('days30Usd', '1–30 days', true),
  ageColumn('days60Usd', '31–60 days', true),
  ageColumn('days90Usd', '61–90 days', true),
  ageColumn('olderUsd', 'Older', true),
  ageColumn('dueThisWeekUsd', 'Due this week'),
  ageColumn('totalUsd', 'Total'),
];

/** What is owed to suppliers by age, and what is due within seven days. */
function AgeingTable() {
  const read = useRead('billAgeing');
  return (
    <Panel title="Owed by age" description="In US dollars as booked">
      <Loaded read={read} loading="Loading the ageing…" lines={5}>
        {({ suppliers }) =>
          suppliers.length === 0 ? (
            <Empty title="Nothing is owed" description="Open bills are shown here by their age." />
          ) : (
            <SmallTable
              label="What is owed to suppliers by age"
              columns={ageingColumns}
              rows={suppliers}
              rowKey={({ supplierId }) => supplierId}
            />
          )
        }
      </Loaded>
    </Panel>
  );
}
