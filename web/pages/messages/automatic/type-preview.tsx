import { Button } from '@blueprintjs/core';
import { EyeOpenIcon } from '@blueprintjs/icons';
import type { typePreview } from '@nimule/core/messaging/schema';
import { useState } from 'react';
import type { z } from 'zod';
import { ClientError } from '../../../client/errors.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { CustomerField } from '../../../parts/customer-field.tsx';
import { counted } from '../../../ui/counted.ts';
import { useFieldValue } from '../../../ui/form/form.tsx';
import { toastFailure } from '../../../ui/overlay/toaster.tsx';
import styles from '../messages.module.css';

type Preview = z.output<typeof typePreview>;

/** The typed texts, saved or not, filled for a chosen customer or an example. */
export function TypePreview({ type }: { type: string }) {
  const texts = {
    smsText: useFieldValue('smsText'),
    emailSubject: useFieldValue('emailSubject'),
    emailText: useFieldValue('emailText'),
  };
  const customerId = useFieldValue('customerId');
  const [shown, setShown] = useState<{ of: string; preview: Preview }>();
  const { run, busy } = useMutation('previewMessageType', {
    failure: 'The preview could not be made. Please try again.',
  });
  const input = {
    ...(texts.smsText.trim() && { smsText: texts.smsText }),
    ...(texts.emailSubject.trim() && { emailSubject: texts.emailSubject }),
    emailText: texts.emailText,
    ...(customerId && { customerId }),
  };
  const key = JSON.stringify(input);
  const show = async () => {
    try {
      setShown({ of: key, preview: await run({ params: { type }, body: input }) });
    } catch (error) {
      if (!(error instanceof ClientError)) throw error;
      toastFailure(error);
    }
  };
  return (
    <section aria-label="Preview" className={styles.list}>
      <CustomerField help="For the preview; without one an example is filled in." />
      <div>
        <Button
          icon={<EyeOpenIcon />}
          loading={busy}
          onClick={() => {
            show().catch(reportError);
          }}
        >
          Preview
        </Button>
      </div>
      <div role="status" className={styles.list}>
        {shown && <Texts preview={shown.preview} isOld={shown.of !== key} />}
      </div>
    </section>
  );
}

function Texts({ preview, isOld }: { preview: Preview; isOld: boolean }) {
  const { customer, sms, parts, subject, email } = preview;
  return (
    <>
      <p className="quiet">
        {customer}, {counted(parts.parts, 'SMS part')}
        {parts.unusual.length > 0 && ` as Unicode, because of ${parts.unusual.join(', ')}`}
        {isOld && '. The texts or the customer have changed since; preview again.'}
      </p>
      <div dir="auto" className={styles.filled}>
        {sms}
      </div>
      {(subject || email) && (
        <div dir="auto" className={styles.filled}>
          <strong>{subject}</strong>
          {email && `\n\n${email}`}
        </div>
      )}
    </>
  );
}
