import { z } from 'zod';
import { useMutation } from '../../../client/use-mutation.ts';
import { CustomerField, pickedCustomer } from '../../../parts/customer-field.tsx';
import { FormPanel } from '../../../ui/form/form-dialog.tsx';
import styles from './chat.module.css';

const schema = z.object({ customerId: pickedCustomer });
export const START_FAILED = 'Failed to start the chat. Please try again.';

/** The customer dropdown and New Chat, which is disabled until a customer is chosen. */
export function NewChat({ onStarted }: { onStarted: (sessionId: string) => void }) {
  const start = useMutation('startChat', { failure: START_FAILED });
  return (
    <div className={styles.newChat}>
      <FormPanel
        label="New chat"
        schema={schema}
        initial={{ customerId: '' }}
        submitLabel="New Chat"
        busyLabel="Starting…"
        needs={['customerId']}
        savesNothing
        submitError={start.error}
        onSubmit={async ({ customerId }) => {
          const { sessionId } = await start.run({ body: { customerId: Number(customerId) } });
          onStarted(sessionId);
        }}
      >
        <CustomerField />
      </FormPanel>
    </div>
  );
}
