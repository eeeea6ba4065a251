import type { Campaign } from '@nimule/core/messaging/schema';
import { useEffect, useRef, useState } from 'react';
import { operations } from '../../../client/operations.ts';
import { useRevalidate } from '../../../client/use-mutation.ts';
import { useRead } from '../../../client/use-read.ts';
import {
  channelLabels,
  isChanging,
  isUnderWay,
  recipientsOf,
  WRITTEN,
} from '../../../parts/messages/message-words.ts';
import { MessagesTable } from '../../../parts/messages/messages-table.tsx';
import { RecordDrawer } from '../../../parts/record-drawer.tsx';
import { OF_RECORD } from '../../../parts/shown-record.ts';
import { counted, numberText } from '../../../ui/counted.ts';
import { Inline } from '../../../ui/layout.tsx';
import { Panel } from '../../../ui/page.tsx';
import { ProgressPanel } from '../../../ui/progress-panel.tsx';
import { Label } from '../../../ui/tags.tsx';
import { InstantText, KeyValues, Notes } from '../../../ui/values.tsx';
import { CampaignStatus, useCampaignActions } from './campaign-actions.tsx';

const POLL_MS = 2_000;
/** Of the reason why messages wait. */
const REASON_POLL_MS = 15_000;

/** Reads a campaign, again and again while it changes; what it changed is read again when it ends. */
function useCampaign(id: number) {
  const [isBusy, setBusy] = useState(false);
  const read = useRead('getCampaign', { params: { id } }, isBusy ? { pollMs: POLL_MS } : {});
  const revalidate = useRevalidate();
  const wasBusy = useRef(false);
  const isOpen = read.data !== undefined && isChanging(read.data);
  useEffect(() => {
    setBusy(isOpen);
    if (wasBusy.current && !isOpen) revalidate(operations.sendSms.touches);
    wasBusy.current = isOpen;
  }, [isOpen, revalidate]);
  return read;
}

interface CampaignDrawerProps {
  id: number;
  onClose: () => void;
}

/** Drawer of a campaign: its progress, counts and recipients. */
export function CampaignDrawer({ id, onClose }: CampaignDrawerProps) {
  return (
    <RecordDrawer
      noun="campaign"
      read={useCampaign(id)}
      title={({ campaignId }) => campaignId}
      subtitle={(campaign) => (
        <Inline>
          <CampaignStatus campaign={campaign} />
          <Label>{channelLabels[campaign.channel]}</Label>
        </Inline>
      )}
      actions={useCampaignActions()}
      onClose={onClose}
    >
      {(campaign) => <CampaignFacts campaign={campaign} />}
    </RecordDrawer>
  );
}

/** Why the messages of a campaign wait at the moment; null if they are sent, or it is not known. */
function useWaitReason(campaign: Campaign): string | null {
  const isOpen = isUnderWay(campaign);
  const { data } = useRead('getMessageStats', undefined, isOpen ? { pollMs: REASON_POLL_MS } : {});
  if (!data || !isOpen) return null;
  return campaign.channel === 'sms' ? data.waits : data.emailWaits;
}

const progressStates = {
  queued: 'running',
  sending: 'running',
  stopped: 'stopped',
  done: 'done',
  cancelled: 'stopped',
} as const;

function CampaignFacts({ campaign }: { campaign: Campaign }) {
  const { id, campaignId, recipients, queued, cancelled } = campaign;
  const waits = useWaitReason(campaign);
  return (
    <>
      <ProgressPanel
        title={`Progress of ${campaignId}`}
        state={progressStates[campaign.status]}
        done={recipients - queued - cancelled}
        total={recipients}
        detail={progressOf(campaign, waits)}
      />
      <Panel title="Message">
        <div dir="auto">
          <Notes text={campaign.message} />
        </div>
      </Panel>
      <Panel title="Counts">
        <KeyValues
          items={[
            { label: 'Recipients', value: numberText(recipients) },
            { label: 'Queued', value: numberText(queued) },
            { label: 'Sent', value: numberText(campaign.sent) },
            ...(campaign.written > 0
              ? [{ label: WRITTEN, value: numberText(campaign.written) }]
              : []),
            { label: 'Delivered', value: numberText(campaign.delivered) },
            { label: 'Failed', value: numberText(campaign.failed) },
            { label: 'Unknown', value: numberText(campaign.unknown) },
            { label: 'Cancelled', value: numberText(campaign.cancelled) },
            { label: 'Left out', value: numberText(campaign.leftOut) },
          ]}
        />
      </Panel>
      <MessagesTable
        label={`Recipients of ${campaignId}`}
        of="campaign"
        query={{ campaign: id }}
        prefix={OF_RECORD}
        pollMs={isChanging(campaign) ? POLL_MS : undefined}
        empty={{ title: 'No recipients', description: 'Nobody got this message.' }}
      />
      <Panel title="Record">
        <KeyValues
          items={[
            { label: 'To', value: recipientsOf(campaign) },
            { label: 'Offers and news', value: campaign.isNews ? 'Yes' : 'No' },
            { label: 'Sent by', value: campaign.createdBy },
            { label: 'Made at', value: <InstantText at={campaign.createdAt} /> },
            { label: 'Ended', value: <InstantText at={campaign.finishedAt} none="Not yet" /> },
          ]}
        />
      </Panel>
    </>
  );
}

function progressOf(campaign: Campaign, waits: string | null): string {
  const { status, queued, unknown, written } = campaign;
  const doubt =
    unknown > 0
      ? ` Of ${counted(unknown, 'message')} it is not known whether ${unknown === 1 ? 'it was' : 'they were'} sent; the list below says why.`
      : '';
  if (status === 'cancelled') return `Cancelled. What was sent before stays sent.${doubt}`;
  if (status === 'stopped') return `Stopped: ${counted(queued, 'message')} wait.${doubt}`;
  if (status === 'done' && written > 0)
    return `${counted(written, 'message')} ${written === 1 ? 'was' : 'were'} written to the outbox and not sent.${doubt}`;
  if (status === 'done') return `Nothing is left to be sent.${doubt}`;
  const goesOn =
    waits === null
      ? 'You can leave this page; sending goes on.'
      : `${waits} You can leave this page.`;
  return `${counted(queued, 'message')} to be sent. ${goesOn}${doubt}`;
}
