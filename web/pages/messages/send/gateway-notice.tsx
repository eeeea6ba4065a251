import { Callout, Intent } from '@blueprintjs/core';
import { useRead } from '../../../client/use-read.ts';

/** Says that the local outbox sends nothing, or why messages wait; nothing while they are sent. */
export function GatewayNotice() {
  const { data } = useRead('getMessageStats');
  if (!data) return null;
  const { gateway, waits } = data;
  if (gateway === 'outbox') {
    return (
      <Callout compact intent={Intent.WARNING}>
        <strong>SMS are not sent.</strong> No gateway is connected: they are written to the local
        outbox, a folder of the server. See the administrator’s guide.
      </Callout>
    );
  }
  if (waits === null) return null;
  return (
    <Callout compact intent={Intent.PRIMARY}>
      <strong>Messages wait.</strong> {waits}
    </Callout>
  );
}
