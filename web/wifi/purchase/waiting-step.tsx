import { Actions, Button } from '../../light/controls.tsx';
import { Details } from '../../light/details.tsx';
import { sspText } from '../../light/values.ts';
import type { PendingPurchase } from '../types.ts';
import { PurchaseStep } from './purchase-step.tsx';
import './waiting.css';

function WhatToDo({ input, providerName, dialCode, isSimulated }: PendingPurchase) {
  if (isSimulated)
    return <p>This payment is simulated: it takes about 3 seconds, and no money moves.</p>;
  return (
    <ol className="what-to-do">
      <li>{`Look at the phone ${input.phone}. ${providerName} asks you to confirm.`}</li>
      <li>{`If nothing appears, dial ${dialCode} and look for the payment that waits.`}</li>
      <li>Type your PIN there. This page goes on by itself.</li>
    </ol>
  );
}

interface WaitingStepProps {
  pending: PendingPurchase;
  /** Goes back to the packages. */
  onLeave: () => void;
}

/** Step 2 while the payer confirms on the telephone. */
export function WaitingStep({ pending, onLeave }: WaitingStepProps) {
  return (
    <PurchaseStep step={2} of={pending.isBill ? 'bill' : 'package'}>
      <div className="step">
        <div className="waiting">
          <span className="spinner" aria-hidden="true" />
          <p role="status">Waiting for your payment…</p>
        </div>
        <WhatToDo {...pending} />
        <Details
          rows={[
            [pending.isBill ? 'Bill of' : 'Package', pending.packageName],
            ['Price', sspText(pending.input.priceSSP)],
            ['Paid with', pending.providerName],
            ['Phone number', pending.input.phone],
          ]}
        />
        <Actions>
          <Button look="quiet" onClick={onLeave}>
            Stop waiting
          </Button>
        </Actions>
      </div>
    </PurchaseStep>
  );
}
