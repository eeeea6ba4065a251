import { Actions, Button } from '../../light/controls.tsx';
import { Details } from '../../light/details.tsx';
import { PurchaseStep } from '../purchase/purchase-step.tsx';

interface PaidStepProps {
  receiptNumber: string;
  onDone: () => void;
}

/** Step 3: the bill that was paid. */
export function PaidStep({ receiptNumber, onDone }: PaidStepProps) {
  return (
    <PurchaseStep step={3} of="bill">
      <div className="step">
        <p>
          Thank you. If the connection was suspended for this bill, it comes back within a minute.
          If it does not, switch your router off and on.
        </p>
        <Details rows={[['Receipt', receiptNumber]]} />
        <Actions>
          <Button look="main" onClick={onDone}>
            Done
          </Button>
        </Actions>
      </div>
    </PurchaseStep>
  );
}
