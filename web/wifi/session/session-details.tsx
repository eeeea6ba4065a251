import { Details } from '../../light/details.tsx';
import { timeText } from '../../light/values.ts';
import type { KeptSession } from '../types.ts';

export function SessionDetails({ session }: { session: KeptSession }) {
  return (
    <Details
      rows={[
        ['Package', session.packageName],
        ['Duration', session.duration],
        ['Data', session.dataLimit],
        ['Speed', session.speedLimit],
        ['Paid', session.amountPaid],
        ['Paid with', session.paymentMethod],
        ['Phone number', session.phoneNumber],
        ['Started', timeText(session.startTime)],
        ['Ends', timeText(session.expiryTime)],
        ['Session', session.sessionId],
      ]}
    />
  );
}
