import { AnchorButton } from '@blueprintjs/core';
import { DisableIcon, EyeOpenIcon } from '@blueprintjs/icons';
import { formatUsd } from '@nimule/core/kernel/money';
import { localPhone } from '@nimule/core/kernel/phone';
import { type WifiSession, wifiPackageIds, wifiSessionFilter } from '@nimule/core/wifi/schema';
import { paths } from '../../../app/paths.ts';
import { SimulatedTag } from '../../../parts/mobile-money/request-words.tsx';
import { OperationDialog } from '../../../parts/operation-dialog.tsx';
import { RecordList } from '../../../parts/record-list.tsx';
import { useRefusal } from '../../../ui/allowed.tsx';
import { numberText } from '../../../ui/counted.ts';
import { Stack, Tags, TwoLines } from '../../../ui/layout.tsx';
import { useDialogs } from '../../../ui/overlay/dialogs.ts';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { dateColumn, idColumn } from '../../../ui/table/columns.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { defineFilters } from '../../../ui/table/filters.ts';
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

const packageLabels: Readonly<Record<(typeof wifiPackageIds)[number], string>> = {
  quick: 'Quick Browse',
  'half-day': 'Half Day',
  'full-day': 'Full Day',
  weekly: 'Weekly Pass',
  student: 'Student Special',
};

const filters = defineFilters(wifiSessionFilter, {
  status: { label: 'Status', all: 'All statuses' },
  packageId: {
    label: 'Package',
    all: 'All packages',
    options: ['all', ...wifiPackageIds],
    labels: packageLabels,
  },
  from: { label: 'Sold from' },
  to: { label: 'Sold to' },
});

/** The sessions that were sold, newest first. */
export const sessionList = {
  filters,
  sorts: ['soldDate', 'packageName', 'phoneNumber', 'expiryTime', 'amountUsd'],
  sort: '-soldDate',
  prefix: 'sessions-',
} as const;

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
  onViewRequest: (request: { id: number }) => void;
}

export function SessionsTable({ onViewRequest }: SessionsTableProps) {
  const refusal = useRefusal()('voucher.sell');
  const { open, dialog } = useDialogs({
    end: (session: WifiSession, close) => <EndDialog session={session} onClose={close} />,
  });
  const view = ({ intentId }: WifiSession) => onViewRequest({ id: intentId });
  return (
    <RecordList
      operation="listWifiSessions"
      label="WiFi sessions"
      many="sessions"
      columns={columns}
      rowName="saleNumber"
      list={sessionList}
      search="Search by sale or phone"
      sums={{
        operation: 'wifiSessionSums',
        cells: (sums) => ({
          amountUsd: <Revenue revenueUsd={sums.amountUsd} {...sums} />,
          status: sums.refunded > 0 && (
            <TwoLines quiet={formatUsd(sums.refundedUsd)}>
              {numberText(sums.refunded)} refunded
            </TwoLines>
          ),
        }),
      }}
      exports="exportWifiSessions"
      actions={{
        of: (session) => [
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
        ],
        dialog,
      }}
      onOpen={view}
      empty={{
        title: 'No WiFi sold yet',
        description: 'Visitors buy on the WiFi page; each session they pay for is listed here.',
        action: (
          // A page of its own, outside the router.
          <AnchorButton href={paths.wifiPayment}>Open the WiFi page</AnchorButton>
        ),
      }}
    />
  );
}
