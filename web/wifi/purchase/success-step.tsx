import { Actions, Button } from '../../light/controls.tsx';
import { AccessCode } from '../session/access-code.tsx';
import { SessionDetails } from '../session/session-details.tsx';
import type { KeptSession } from '../types.ts';
import { PurchaseStep } from './purchase-step.tsx';

/** Step 3: the session that was paid. */
export function SuccessStep({ session, onShow }: { session: KeptSession; onShow: () => void }) {
  return (
    <PurchaseStep step={3}>
      <div className="step">
        <p>You are connected. Keep the access code: it connects you again.</p>
        <AccessCode code={session.accessCode} />
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
