import type { Ctx } from '../../context.ts';
import { isAppError } from '../../kernel/errors.ts';
import { oneLine } from '../../kernel/text.ts';
import { type EmailMessage, UNANSWERED } from '../../ports/email.ts';
import { SMS_BUSY, SMS_REFUSED, SMS_UNREACHABLE } from '../../ports/sms.ts';
import type { Channel } from '../schema.ts';
import { smsSize } from '../texts/rules-segments.ts';
import type { Outcome } from './rules.ts';

/** A message with its text, as it is handed over. */
export interface Handed {
  id: number;
  recipient: string;
  subject: string;
  text: string;
  attachments: EmailMessage['attachments'];
}

/** What the sender needs of a port. */
export interface Gateway {
  channel: Channel;
  /** Names the ids of its receipts. */
  name: string;
  maxInFlight: number;
  partsOf(text: string): number;
  /** Never throws. */
  hand(message: Handed): Promise<Outcome>;
}

const DEFAULT_BUSY_SECONDS = 5;

const MAX_ERROR = 500;

/** On one line, without control characters, which a gateway may repeat and the database does not take. */
function textOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return oneLine(text.slice(0, MAX_ERROR));
}

/** SMS, through the port. An error that the port does not describe may have come after the message was sent. */
export function smsGateway({ ports }: Pick<Ctx, 'ports'>): Gateway {
  const { sms } = ports;
  return {
    channel: 'sms',
    name: sms.kind,
    maxInFlight: Math.max(1, sms.maxInFlight),
    partsOf: (text) => smsSize(text, sms.alphabet).parts,
    async hand({ id, recipient, text }) {
      try {
        const { ids } = await sms.send({ id: String(id), to: recipient, text });
        return sms.kind === 'outbox' ? { kind: 'written' } : { kind: 'sent', ids };
      } catch (cause) {
        const error = textOf(cause);
        const { code, retryAfter } = isAppError(cause)
          ? cause
          : { code: '', retryAfter: undefined };
        if (code === SMS_REFUSED) return { kind: 'refused', error };
        if (code === SMS_UNREACHABLE)
          return { kind: 'unreachable', error, retryAfter: retryAfter ?? 0 };
        if (code === SMS_BUSY)
          return { kind: 'busy', error, retryAfter: retryAfter ?? DEFAULT_BUSY_SECONDS };
        return { kind: 'unanswered', error };
      }
    },
  };
}

const EMAILS_AT_ONCE = 3;
const EMAIL_FAILED = 'email.failed';
/** From here on an SMTP server refuses for good. */
const PERMANENT = 500;
/** The service closes the connection (RFC 5321, 4.2.3). */
const CLOSING = 421;

/** What the library tells of a failure, besides its message. */
interface SmtpFailure {
  code?: string;
  /** At which the server or the library refused: 'AUTH PLAIN', 'MAIL FROM', 'RCPT TO', 'DATA'; 'API' before any. */
  command?: string;
  response?: string;
  responseCode?: number;
}

/**
 * What came of an e-mail that was certainly not sent. Only what concerns its recipient or its content refuses it: a wrong
 * password or sender is the account's, and a server may greet with a failure for some time.
 */
function failedEmail(error: string, failure: SmtpFailure): Outcome {
  const { code = '', command = '', response, responseCode } = failure;
  const isOwn = code === 'EMESSAGE' || (code === 'EENVELOPE' && command !== 'MAIL FROM');
  if (!isOwn || responseCode === CLOSING) return { kind: 'unreachable', error, retryAfter: 0 };
  if (responseCode === undefined) return { kind: 'refused', error: textOf(failure) };
  const said = textOf(response ?? responseCode);
  return responseCode >= PERMANENT
    ? { kind: 'refused', error: `The mail server refused the message: ${said}` }
    : { kind: 'deferred', error: `The mail server does not take the message now: ${said}` };
}

/** E-mail, through its port. */
export function emailGateway({ ports }: Pick<Ctx, 'ports'>): Gateway {
  return {
    channel: 'email',
    name: ports.email.kind,
    maxInFlight: EMAILS_AT_ONCE,
    partsOf: () => 1,
    async hand({ recipient, subject, text, attachments }) {
      try {
        await ports.email.send({ to: recipient, subject, text, attachments });
        return ports.email.kind === 'outbox' ? { kind: 'written' } : { kind: 'sent', ids: [] };
      } catch (cause) {
        const error = textOf(cause);
        if (!isAppError(cause) || cause.code === UNANSWERED || cause.code !== EMAIL_FAILED)
          return { kind: 'unanswered', error };
        return failedEmail(error, cause.cause ?? {});
      }
    },
  };
}
