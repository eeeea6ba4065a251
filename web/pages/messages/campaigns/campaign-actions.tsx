import { CrossCircleIcon, EyeOpenIcon, PauseIcon, PlayIcon, RepeatIcon } from '@blueprintjs/icons';
import type { Campaign } from '@nimule/core/messaging/schema';
import type { ClientError } from '../../../client/errors.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { isUnderWay } from '../../../parts/messages/message-words.ts';
import { OperationDialog } from '../../../parts/operation-dialog.tsx';
import { useRefusal } from '../../../ui/allowed.tsx';
import { counted } from '../../../ui/counted.ts';
import { type RecordActions, useDialogs } from '../../../ui/overlay/dialogs.ts';
import { toast, toastFailure } from '../../../ui/overlay/toaster.tsx';
import type { RowAction } from '../../../ui/table/row-actions.tsx';
import { StatusTag } from '../../../ui/tags.tsx';

export function CampaignStatus({ campaign }: { campaign: Campaign }) {
  return <StatusTag status={campaign.status} />;
}

/** View, stop, resume, send the failed again, cancel; as the state of a campaign allows. */
export function useCampaignActions(onView?: (campaign: Campaign) => void): RecordActions<Campaign> {
  const refusal = useRefusal()('sms.send');
  const stopping = useMutation('stopCampaign', { failure: 'The campaign could not be stopped.' });
  const resuming = useMutation('resumeCampaign', { failure: 'The campaign could not be resumed.' });
  const { open, dialog } = useDialogs({
    cancel: (campaign: Campaign, close) => <CancelDialog campaign={campaign} onClose={close} />,
    retry: (campaign: Campaign, close) => <RetryDialog campaign={campaign} onClose={close} />,
  });
  const stop = ({ id, campaignId }: Campaign) => {
    stopping.run({ params: { id } }).then(
      ({ queued }) =>
        toast('Campaign stopped', `${campaignId}: ${counted(queued, 'message')} wait.`),
      (error: ClientError) => toastFailure(error),
    );
  };
  const resume = ({ id, campaignId }: Campaign) => {
    resuming.run({ params: { id } }).then(
      ({ queued }) =>
        toast('Campaign resumed', `${campaignId}: ${counted(queued, 'message')} to be sent.`),
      (error: ClientError) => toastFailure(error),
    );
  };
  const of = (campaign: Campaign): RowAction[] => {
    const { status, failed } = campaign;
    const actions: (RowAction | false | undefined)[] = [
      onView && {
        label: 'View',
        icon: <EyeOpenIcon />,
        prominent: true,
        onClick: () => onView(campaign),
      },
      isUnderWay(campaign) && {
        label: 'Stop',
        icon: <PauseIcon />,
        onClick: () => stop(campaign),
        disabledReason: refusal,
      },
      status === 'stopped' && {
        label: 'Resume',
        // Sends at once.
        isGrave: true,
        icon: <PlayIcon />,
        onClick: () => resume(campaign),
        disabledReason: refusal,
      },
      failed > 0 &&
        status !== 'cancelled' && {
          label: 'Send failed again',
          icon: <RepeatIcon />,
          onClick: () => open('retry', campaign),
          disabledReason: refusal,
        },
      (isUnderWay(campaign) || status === 'stopped') && {
        label: 'Cancel',
        icon: <CrossCircleIcon />,
        destructive: true,
        onClick: () => open('cancel', campaign),
        disabledReason: refusal,
      },
    ];
    return actions.filter((action) => action !== false && action !== undefined);
  };
  return { of, dialog };
}

interface DialogProps {
  campaign: Campaign;
  onClose: () => void;
}

function CancelDialog({ campaign, onClose }: DialogProps) {
  const { id, campaignId, queued } = campaign;
  return (
    <OperationDialog
      operation="cancelCampaign"
      input={{ params: { id } }}
      failure="The campaign could not be cancelled. Please try again."
      title={`Cancel ${campaignId}?`}
      confirmLabel="Cancel campaign"
      cancelLabel="Keep campaign"
      destructive
      done={({ cancelled }) =>
        toast('Campaign cancelled', `${campaignId}: ${counted(cancelled, 'message')} not sent.`)
      }
      onClose={onClose}
    >
      {counted(queued, 'message')} of {campaignId} {queued === 1 ? 'has' : 'have'} not been sent and
      will not be. What was handed to the gateway stays sent. A cancelled campaign cannot be
      resumed.
    </OperationDialog>
  );
}

function RetryDialog({ campaign, onClose }: DialogProps) {
  const { id, campaignId, failed, unknown } = campaign;
  return (
    <OperationDialog
      operation="retryCampaign"
      input={{ params: { id } }}
      failure="The failed messages could not be queued again. Please try again."
      title={`Send ${counted(failed, 'failed message')} again?`}
      confirmLabel="Send again"
      done={() =>
        toast('Messages queued', `${campaignId}: ${counted(failed, 'message')} are sent again.`)
      }
      onClose={onClose}
    >
      {counted(failed, 'message')} of {campaignId} {failed === 1 ? 'is' : 'are'} queued again.
      {unknown > 0 &&
        ' Unknown ones are not among them: they may have arrived, and each can be sent again in the list.'}
    </OperationDialog>
  );
}
