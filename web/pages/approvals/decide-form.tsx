import { decisionInput } from '@nimule/core/approvals/schema';
import { formatUsd } from '@nimule/core/kernel/money';
import type { WaitingItem } from '@nimule/core/reports/approvals/schema';
import { RecordForm } from '../../parts/record-form.tsx';
import { sameReferenceQuestion } from '../../parts/same-reference.ts';
import { TextAreaField } from '../../ui/form/fields.tsx';
import { toast } from '../../ui/overlay/toaster.tsx';

/** A row of the approvals, not a document that waits by its own status. */
export type Decidable = WaitingItem & { approvalId: number };

export function isDecidable(item: WaitingItem): item is Decidable {
  return item.approvalId !== null;
}

interface DecideFormProps {
  item: Decidable;
  accept: boolean;
  onClose: () => void;
}

const reasonForm = decisionInput.pick({ reason: true });

/** Accepts or refuses what somebody else asked for, with a reason. */
export function DecideForm({ item, accept, onClose }: DecideFormProps) {
  const { approvalId, record, requestedBy, summary, amountUsd } = item;
  const what = amountUsd === null ? summary : `${summary}, ${formatUsd(amountUsd)}`;
  const verb = accept ? 'Accept' : 'Refuse';
  return (
    <RecordForm
      operation="decideApproval"
      failure="Failed to record the decision."
      title={`${verb} ${record}`}
      description={
        accept
          ? `${what}. What ${requestedBy} asked for is carried out and posted at once.`
          : `${what}. Nothing is posted. ${requestedBy} can correct it and ask again.`
      }
      schema={reasonForm}
      initial={{ reason: '' }}
      send={({ reason }) => ({ params: { id: approvalId }, body: { accept, reason } })}
      done={({ isSole }) =>
        toast(
          accept ? 'Accepted' : 'Refused',
          isSole
            ? `${record}. It is recorded that nobody else could decide on your own request.`
            : record,
        )
      }
      question={sameReferenceQuestion('Accept it as well')}
      submitLabel={verb}
      busyLabel={accept ? 'Accepting…' : 'Refusing…'}
      destructive={!accept}
      onClose={onClose}
    >
      <TextAreaField name="reason" label="Reason" rows={3} help="It is kept with the decision." />
    </RecordForm>
  );
}
