import { Actions, Button } from '../../light/controls.tsx';
import { AccessCode } from '../session/access-code.tsx';
import { SessionDetails } from '../session/session-details.tsx';
import type { KeptSession } from '../types.ts';
import { PurchaseStep } from './purchase-step.tsx';

interface SuccessStepProps {
  session: KeptSession;
  signIn: string | undefined;
  onShow: () => void;
}

/** Step 3: the session that was paid. */
export function SuccessStep({ session, signIn, onShow }: SuccessStepProps) {
  return (
    <PurchaseStep step={3}>
      <div className="step">
        <p>You are connected. Keep the access code: it connects you again.</p>
        <AccessCode code={session.accessCode} signIn={signIn} />
        <SessionDetails session={session} />
        <Actions>
          <Button look="main" onClick={onShow}>
            Show time left
          </Button>
        </Actions>
      </div>
    </PurchaseStep>
  );
}
