import { EndorsedIcon } from '@blueprintjs/icons';
import { formatSsp, formatUsd } from '@nimule/core/kernel/money';
import { paidFor } from '@nimule/core/vouchers/rules';
import type { Voucher, VoucherBatchDetail } from '@nimule/core/vouchers/schema';
import { useRead } from '../../../client/use-read.ts';
import { CodeSignIns } from '../../../parts/access/code-sign-ins.tsx';
import { RecordDrawer } from '../../../parts/record-drawer.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Allowed, useRefusal } from '../../../ui/allowed.tsx';
import { counted } from '../../../ui/counted.ts';
import { Inline, Stack, TwoLines } from '../../../ui/layout.tsx';
import { useDialogs } from '../../../ui/overlay/dialogs.ts';
import { Panel } from '../../../ui/page.tsx';
import { type SmallColumn, SmallTable } from '../../../ui/table/small-table.tsx';
import { StatusTag } from '../../../ui/tags.tsx';
import { DateText, KeyValues, Money, moneyFact, Notes, PhoneLink } from '../../../ui/values.tsx';
import { CustomerName, Expiry } from '../voucher-cells.tsx';
import { paidThrough, VoucherCode } from '../voucher-words.tsx';
import { ActivateDialog } from './activate-dialog.tsx';
import { useBatchActions } from './batch-actions.tsx';

interface BatchDrawerProps {
  id: number;
  onClose: () => void;
}

/** A sale of vouchers: its codes, and what became of them. */
export function BatchDrawer({ id, onClose }: BatchDrawerProps) {
  const read = useRead('getVoucherBatch', { params: { id } });
  const actions = useBatchActions();
  return (
    <RecordDrawer
      noun="sale"
      read={read}
      title={({ batchNumber }) => batchNumber}
      subtitle={({ quantity, bundleName }) => (
        <>
          {counted(quantity, 'voucher')} of <bdi>{bundleName || 'Unknown'}</bdi>
        </>
      )}
      actions={actions}
      onClose={onClose}
    >
      {(batch) => <Batch batch={batch} />}
    </RecordDrawer>
  );
}

/** '2 unused, 1 activated'. */
function statesText(batch: VoucherBatchDetail): string {
  const { unused, active, expired } = batch;
  const states = [
    [unused, 'unused'],
    [active, 'active'],
    [expired, 'expired'],
    [batch.void, 'void'],
  ] as const;
  return states
    .filter(([number]) => number > 0)
    .map(([number, word]) => `${number} ${word}`)
    .join(', ');
}

type VoidOf = VoucherBatchDetail['voids'][number];

const voidColumns: readonly SmallColumn<VoidOf>[] = [
  { header: 'Date', cell: ({ date }) => <DateText date={date} /> },
  { header: 'Vouchers', align: 'right', cell: ({ quantity }) => quantity },
  {
    header: 'Given back',
    align: 'right',
    cell: ({ amountUsd, amountSsp }) => (
      <Money usd={amountUsd} {...(amountSsp > 0 ? { ssp: amountSsp } : {})} />
    ),
  },
  {
    header: 'Reason',
    cell: ({ reason, createdBy }) => (
      <TwoLines quiet={<bdi>{createdBy}</bdi>}>
        <bdi>{reason}</bdi>
      </TwoLines>
    ),
  },
];

function Batch({ batch }: { batch: VoucherBatchDetail }) {
  const { vouchers, voids, notes, batchNumber, quantity, revenueUsd, receivedSsp } = batch;
  return (
    <Stack>
      <Panel title="Codes" description={statesText(batch)}>
        <Codes vouchers={vouchers} batchNumber={batchNumber} />
      </Panel>
      {voids.length > 0 && (
        <Panel title="Taken back">
          <SmallTable
            label={`Voided vouchers of ${batchNumber}`}
            columns={voidColumns}
            rows={voids}
            rowKey={({ id }) => id}
          />
        </Panel>
      )}
      <Allowed to="access.read">
        <BatchSignIns id={batch.id} />
      </Allowed>
      <Panel title="Sale">
        <Stack>
          <KeyValues
            items={[
              { label: 'Paid', value: <strong>{paidFor(batch, quantity)}</strong> },
              { label: 'Paid by', value: paidThrough(batch) },
              ...(batch.reference === '' ? [] : [{ label: 'Reference', value: batch.reference }]),
              {
                label: 'Price of one',
                value: `${formatUsd(batch.priceUsd)} (${formatSsp(batch.priceSsp)})`,
              },
              moneyFact(
                'Revenue in the books',
                revenueUsd,
                receivedSsp === 0 ? undefined : receivedSsp,
              ),
              { label: 'Sold', value: <DateText date={batch.soldDate} /> },
              { label: 'Sold by', value: <bdi>{batch.soldBy || '–'}</bdi> },
              { label: 'Customer', value: <CustomerName {...batch} /> },
              { label: 'Phone', value: <PhoneLink phone={batch.customerPhone} /> },
              { label: 'Unused ones lapse after', value: <DateText date={batch.lapsesOn} /> },
            ]}
          />
          {notes !== '' && <Notes text={notes} />}
        </Stack>
      </Panel>
    </Stack>
  );
}

function BatchSignIns({ id }: { id: number }) {
  return <CodeSignIns read={useRead('voucherSignIns', { params: { id } })} />;
}

interface CodesProps {
  vouchers: readonly Voucher[];
  batchNumber: string;
}

const MANY = 12;

function Codes({ vouchers, batchNumber }: CodesProps) {
  const refusal = useRefusal()('voucher.sell');
  const { open, dialog } = useDialogs({
    activate: (voucher: Voucher, close) => <ActivateDialog voucher={voucher} onClose={close} />,
  });
  const columns: readonly SmallColumn<Voucher>[] = [
    { header: 'No.', minor: true, cell: (voucher) => vouchers.indexOf(voucher) + 1 },
    { header: 'Code', cell: ({ voucherCode }) => <VoucherCode code={voucherCode} /> },
    { header: 'Status', cell: ({ status }) => <StatusTag status={status} /> },
    { header: 'Expires', minor: true, cell: (voucher) => <Expiry {...voucher} /> },
    {
      header: 'Action',
      align: 'right',
      cell: (voucher) =>
        voucher.status === 'unused' && (
          <Inline>
            <ActionButton
              size="small"
              icon={<EndorsedIcon />}
              aria-label={`Activate ${voucher.voucherCode}`}
              disabledReason={refusal}
              onClick={() => open('activate', voucher)}
            >
              Activate
            </ActionButton>
          </Inline>
        ),
    },
  ];
  return (
    <>
      <SmallTable
        label={`Vouchers of ${batchNumber}`}
        columns={columns}
        rows={vouchers}
        rowKey={({ id }) => id}
        scrolls={vouchers.length > MANY}
      />
      {dialog}
    </>
  );
}
