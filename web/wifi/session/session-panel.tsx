import { timeLeftText } from '../rules.ts';
import type { KeptSession } from '../types.ts';
import { AccessCode } from './access-code.tsx';
import { EndSession } from './end-session.tsx';
import { SessionDetails } from './session-details.tsx';
import { useTimeLeft } from './use-time-left.ts';

interface SessionPanelProps {
  session: KeptSession;
  signIn: string | undefined;
  onExpired: () => void;
  /** Answers why the session did not end. */
  onEnd: () => Promise<string | undefined>;
}

/** The active session with the time left (seeds/002 2). */
export function SessionPanel({ session, signIn, onExpired, onEnd }: SessionPanelProps) {
  const left = useTimeLeft(session.expiryTime, onExpired);
  return (
    <section className="panel" aria-labelledby="session-title">
      <h2 id="session-title" tabIndex={-1}>
        Your WiFi session is active
      </h2>
      <p className="left">
        <span className="time-left" role="timer" aria-label="Time left">
          {timeLeftText(left)}
        </span>
        <span className="quiet"> left</span>
      </p>
      <AccessCode code={session.accessCode} signIn={signIn} />
      <SessionDetails session={session} />
      <EndSession
        question={
          session.key
            ? 'End this session? The time that is left is not paid back.'
            : 'End this session here? The voucher runs on: its code shows it again on this device.'
        }
        onEnd={onEnd}
      />
    </section>
  );
}
