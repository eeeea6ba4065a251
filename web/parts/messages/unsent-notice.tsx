import { Callout, Intent } from '@blueprintjs/core';
import { useCompany } from '../../client/company.ts';

/** Says that e-mails are not sent, because no mail server is connected (decision 84); nothing otherwise. */
export function MailNotice() {
  const company = useCompany();
  if (company?.sendsMail !== false) return null;
  return (
    <Callout compact intent={Intent.WARNING}>
      <strong>E-mails are not sent.</strong> No mail server is connected: they are written to the
      outbox, a folder of the server. See the administrator’s guide.
    </Callout>
  );
}

/** Says that SMS are not sent, because no gateway is connected; nothing otherwise. */
export function SmsNotice() {
  const company = useCompany();
  if (company?.sendsSms !== false) return null;
  return (
    <Callout compact intent={Intent.WARNING}>
      <strong>SMS are not sent.</strong> No gateway is connected: they are written to the local
      outbox, a folder of the server. See the administrator’s guide.
    </Callout>
  );
}
