import { type Campaign, campaignFilter } from '@nimule/core/messaging/schema';
import { useEffect, useId, useState } from 'react';
import { useList } from '../../../client/use-list.ts';
import { isChanging, recipientsOf } from '../../../parts/messages/message-words.ts';
import { numberText } from '../../../ui/counted.ts';
import { TwoLines } from '../../../ui/layout.tsx';
import { idColumn, instantColumn } from '../../../ui/table/columns.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { defineFilters } from '../../../ui/table/filters.ts';
import { useListState } from '../../../ui/table/list-state.ts';
import styles from '../messages.module.css';
import { CampaignStatus, useCampaignActions } from './campaign-actions.tsx';

const POLL_MS = 5_000;

const filters = defineFilters(campaignFilter, {
  status: { label: 'Status', all: 'All statuses' },
});

const columns: readonly Column<Campaign>[] = [
  idColumn('campaignId', 'Campaign'),
  {
    id: 'status',
    header: 'Status',
    kind: 'tag',
    priority: 1,
    cell: (campaign) => <CampaignStatus campaign={campaign} />,
  },
  {
    id: 'message',
    header: 'Message',
    // A block, so that Arabic text is cut at its end.
    cell: ({ message }) => <div dir="auto">{message}</div>,
  },
  { id: 'recipientType', header: 'To', lesser: true, cell: (row) => recipientsOf(row) },
  { ...countColumn('recipients', 'Recipients'), lesser: true },
  {
    ...countColumn('sent', 'Sent'),
    cell: ({ sent, written }) => (
      <TwoLines
        align="right"
        quiet={written > 0 && `${numberText(written)} not sent, in the outbox`}
      >
        {numberText(sent)}
      </TwoLines>
    ),
  },
  { ...countColumn('delivered', 'Delivered'), lesser: true },
  {
    ...countColumn('failed', 'Failed'),
    cell: ({ failed, unknown }) => (
      <TwoLines align="right" quiet={unknown > 0 && `${numberText(unknown)} unknown`}>
        {numberText(failed)}
      </TwoLines>
    ),
  },
  instantColumn('createdAt', 'Date', { sortable: true }),
];

function countColumn(
  field: 'recipients' | 'sent' | 'delivered' | 'failed',
  header: string,
): Column<Campaign> {
  return { id: field, header, kind: 'count', cell: (row) => numberText(row[field]) };
}

/** The campaign history (seeds/000 2 and 3). */
export function CampaignTable({ onView }: { onView: (campaign: Campaign) => void }) {
  const headingId = useId();
  const list = useListState({ filters, sort: '-createdAt' });
  const [isBusy, setBusy] = useState(false);
  const read = useList(
    'listCampaigns',
    list,
    undefined,
    undefined,
    isBusy ? { pollMs: POLL_MS } : {},
  );
  const hasOpen = read.data?.rows.some(isChanging) ?? false;
  useEffect(() => setBusy(hasOpen), [hasOpen]);
  const actions = useCampaignActions(onView);
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className={styles.heading}>
        Campaign history
      </h2>
      <DataTable
        label="Campaigns"
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ campaignId }) => campaignId}
        read={read}
        list={list}
        search="Search by campaign or text"
        actions={actions.of}
        onOpen={onView}
        empty={{
          title: 'No campaigns yet',
          description: 'A message to a group of customers, sent with Quick Send, is listed here.',
        }}
        noMatch={{
          title: 'No campaigns found',
          description: 'No campaigns match your current search and filters.',
        }}
      />
      {actions.dialog}
    </section>
  );
}
