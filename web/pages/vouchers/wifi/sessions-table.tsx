import { AnchorButton } from '@blueprintjs/core';
import { DisableIcon, EyeOpenIcon } from '@blueprintjs/icons';
import { formatUsd } from '@nimule/core/kernel/money';
import { localPhone } from '@nimule/core/kernel/phone';
import type { WifiSession } from '@nimule/core/wifi/schema';
import { paths } from '../../../app/paths.ts';
import { useList } from '../../../client/use-list.ts';
import { useRead } from '../../../client/use-read.ts';
import { SimulatedTag } from '../../../parts/collections/request-words.tsx';
import { ExportMenu } from '../../../parts/export-menu.tsx';
import { OperationDialog } from '../../../parts/operation-dialog.tsx';
import { useRefusal } from '../../../ui/allowed.tsx';
import { numberText } from '../../../ui/counted.ts';
import { Stack, Tags, TwoLines } from '../../../ui/layout.tsx';
import { useDialogs } from '../../../ui/overlay/dialogs.ts';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { dateColumn, idColumn } from '../../../ui/table/columns.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import type { ListState } from '../../../ui/table/list-state.ts';
import { StatusTag } from '../../../ui/tags.tsx';
import { InstantText, Money, PhoneLink } from '../../../ui/values.tsx';
import { Revenue } from '../voucher-cells.tsx';

const columns: readonly Column<WifiSession>[] = [
  idColumn('saleNumber', 'Sale', { plain: true }),
  {
    id: 'packageName',
    header: 'Package',
    sortable: true,
    lesser: true,
    cell: ({ packageName, hotspotId }) => (
      <TwoLines quiet={<bdi>{hotspotId}</bdi>}>{packageName}</TwoLines>
    ),
  },
  {
    id: 'phoneNumber',
    header: 'Phone',
    sortable: true,
    cell: ({ phoneNumber, provider }) => (
      <TwoLines quiet={provider}>
        <PhoneLink phone={phoneNumber} />
      </TwoLines>
    ),
  },
  {
    id: 'amountUsd',
    header: 'Amount',
    kind: 'money',
    sortable: true,
    cell: ({ amountUsd, amountSsp, currency }) => (
      <Money usd={amountUsd} {...(currency === 'SSP' ? { ssp: amountSsp } : {})} />
    ),
  },
  dateColumn('soldDate', 'Sold', { sortable: true, lesser: true }),
  {
    id: 'expiryTime',
    header: 'Until',
    kind: 'date',
    sortable: true,
    priority: 3,
    cell: ({ endedAt, expiryTime }) => <InstantText at={endedAt ?? expiryTime} />,
  },
  {
    id: 'status',
    header: 'Status',
    kind: 'tag',
    priority: 1,
    cell: ({ status, isSimulated, isRefunded }) => (
      <Tags>
        <StatusTag status={status} />
        {isRefunded && <StatusTag status="refunded" />}
        {isSimulated && <SimulatedTag />}
      </Tags>
    ),
  },
];

interface EndDialogProps {
  session: WifiSession;
  onClose: () => void;
}

/** Asks before a visitor's session is ended. */
function EndDialog({ session, onClose }: EndDialogProps) {
  const { id, saleNumber, packageName, phoneNumber } = session;
  return (
    <OperationDialog
      operation="endWifiSession"
      input={{ params: { id } }}
      failure="Failed to end the session"
      title={`End the session of ${localPhone(phoneNumber)}?`}
      confirmLabel="End session"
      destructive
      done={() => toast('Session ended', saleNumber)}
      onClose={onClose}
    >
      <Stack>
        <p>
          The visitor has paid for {packageName} ({saleNumber}) and loses the time that is left.
        </p>
        <p className="quiet">This refunds nothing: refund the payment first if it was a mistake.</p>
      </Stack>
    </OperationDialog>
  );
}

interface SessionsTableProps {
  list: ListState<'soldDate' | 'packageName' | 'phoneNumber' | 'expiryTime' | 'amountUsd'>;
  onViewRequest: (request: { id: number }) => void;
}

/** The sessions that were sold, newest first. */
export function SessionsTable({ list, onViewRequest }: SessionsTableProps) {
  const read = useList('listWifiSessions', list);
  const sums = useRead('wifiSessionSums', { query: list.filter }, { keepPrevious: true }).data;
  const refusal = useRefusal()('voucher.sell');
  const { open, dialog } = useDialogs({
    end: (session: WifiSession, close) => <EndDialog session={session} onClose={close} />,
  });
  const view = ({ intentId }: WifiSession) => onViewRequest({ id: intentId });
  return (
    <>
      <DataTable
        label="WiFi sessions"
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ saleNumber }) => saleNumber}
        read={read}
        list={list}
        search="Search by sale or phone"
        sums={
          sums && {
            amountUsd: <Revenue revenueUsd={sums.amountUsd} {...sums} />,
            status: sums.refunded > 0 && (
              <TwoLines quiet={formatUsd(sums.refundedUsd)}>
                {numberText(sums.refunded)} refunded
              </TwoLines>
            ),
          }
        }
        tools={
          <ExportMenu operation="exportWifiSessions" list={list} what="The sessions of this list" />
        }
        actions={(session) => [
          { label: 'View payment of', icon: <EyeOpenIcon />, onClick: () => view(session) },
          ...(session.status === 'active'
            ? [
                {
                  label: 'End session',
                  icon: <DisableIcon />,
                  destructive: true,
                  disabledReason: refusal,
                  onClick: () => open('end', session),
                },
              ]
            : []),
        ]}
        onOpen={view}
        empty={{
          title: 'No WiFi sold yet',
          description: 'Visitors buy on the WiFi page; each session they pay for is listed here.',
          action: (
            // A page of its own, outside the router.
            <AnchorButton href={paths.wifiPayment}>Open the WiFi page</AnchorButton>
          ),
        }}
        noMatch={{
          title: 'No sessions found',
          description: 'No sessions match your current search and filters.',
        }}
      />
      {dialog}
    </>
  );
}
