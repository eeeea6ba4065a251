import { Actions, Button } from '../../light/controls.tsx';
import { Details } from '../../light/details.tsx';
import { sspText } from '../../light/values.ts';
import { PurchaseStep } from '../purchase/purchase-step.tsx';
import type { OwnBill } from '../types.ts';

interface PaidStepProps {
  receiptNumber: string;
  /** The bill as it is now. */
  rest: OwnBill | undefined;
  onDone: () => void;
}

/** Step 3: the bill that was paid. */
export function PaidStep({ receiptNumber, rest, onDone }: PaidStepProps) {
  return (
    <PurchaseStep step={3} of="bill">
      <div className="step">
        <p>
          Thank you. If the connection was suspended for this bill, it comes back within a minute.
          If it does not, switch your router off and on.
        </p>
        <Details rows={[['Receipt', receiptNumber]]} />
        {rest && rest.priceUSD > 0 && (
          <p>{`${sspText(rest.priceSSP)} is still open: pounds count at the rate of the day of payment.`}</p>
        )}
        <Actions>
          <Button look="main" onClick={onDone}>
            Done
          </Button>
        </Actions>
      </div>
    </PurchaseStep>
  );
}
