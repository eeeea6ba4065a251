import { randomUUID } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../kernel/errors.ts';
import type { ReceiptStatus, SmsAlphabet } from '../kernel/sms-text.ts';
import { normaliseText } from '../kernel/text.ts';
import { makeDirectory } from './data-directory.ts';

export interface SmsMessage {
  /** Our id, for gateways that take one. */
  id: string;
  /** In international form: '+211' and nine digits. */
  to: string;
  text: string;
}

/** What a gateway reports about a part of a message that it accepted. */
export interface SmsReceipt {
  /** As in the result of `send`. */
  id: string;
  status: ReceiptStatus;
  /** The gateway's reason or code, of a message that was not delivered. */
  error?: string;
}

/**
 * Gets receipts in any order, some twice, some before `send` has returned their id.
 * @returns whether the id was known. If not, the port tries again some seconds later, so that the id can be stored.
 */
export type ReceiptListener = (receipt: SmsReceipt) => Promise<boolean>;

/** Sends SMS. */
export interface SmsPort {
  readonly kind: 'smpp' | 'http' | 'outbox';
  /** How many messages may be sent at once. */
  readonly maxInFlight: number;
  /** The characters that this gateway takes without UCS-2, for counting parts. */
  readonly alphabet: SmsAlphabet;
  /**
   * Sends a message. The result has the gateway's ids, one for each part where the gateway gives them, in lower case;
   * none where it gives none.
   * @throws AppError unavailable:
   *   - `sms.refused`: not sent, and the gateway will never take it; the reason is in the message;
   *   - `sms.busy`: not sent, the gateway takes no more for `retryAfter` seconds;
   *   - `sms.unreachable`: not sent, the gateway cannot be used now, which has nothing to do with this message;
   *   - `sms.unanswered`: it may have been sent, in whole or in part. It must not be sent again without a person's word.
   */
  send(message: SmsMessage): Promise<{ ids: string[] }>;
  /** Listens for receipts, one listener at a time; the result ends it. Keeps an SMPP connection open meanwhile. */
  receipts(listener: ReceiptListener): () => void;
  /** Reads the receipts in a call of the gateway to this server: the body, or the query. Only for `http`. */
  readReceipts?(input: unknown): Promise<SmsReceipt[]>;
  /**
   * Connects without sending, for `isp doctor`.
   * @throws AppError unavailable with the gateway and the reason, without secrets.
   */
  verify(): Promise<void>;
  /** Refuses new messages, and waits for the answers to those that were sent, but not for long. */
  close(): Promise<void>;
}

export const SMS_REFUSED = 'sms.refused';
export const SMS_BUSY = 'sms.busy';
export const SMS_UNREACHABLE = 'sms.unreachable';
const SMS_UNANSWERED = 'sms.unanswered';

interface ErrorOptions {
  cause?: unknown;
  retryAfter?: number;
}

/** Not sent, and never will be. `reason` completes the sentence 'the gateway refused it: …'. */
export function smsRefused(reason: string, options: ErrorOptions = {}): AppError {
  const message = `The SMS gateway refused the message: ${reason}.`;
  return new AppError('unavailable', SMS_REFUSED, message, options);
}

/** Not sent, since the gateway takes no more at the moment. */
export function smsBusy(retryAfter: number): AppError {
  const message = `The SMS gateway takes no more messages at the moment. Try again in ${retryAfter} s.`;
  return new AppError('unavailable', SMS_BUSY, message, { retryAfter });
}

/** Not sent, for a reason that concerns the gateway, the connection or the account. */
export function smsUnreachable(reason: string, options: ErrorOptions = {}): AppError {
  const message = `The SMS gateway cannot be used: ${reason}. Nothing was sent.`;
  return new AppError('unavailable', SMS_UNREACHABLE, message, options);
}

/** Possibly sent. */
export function smsUnanswered(reason: string, options: ErrorOptions = {}): AppError {
  const message = `Nobody knows whether the message was sent: ${reason}. Ask the recipient before you send it again.`;
  return new AppError('unavailable', SMS_UNANSWERED, message, options);
}

const MAX_ID_LENGTH = 100;

/**
 * The id of a message at the gateway, in the form in which ids are compared: SMPP servers give one in upper and once in
 * lower case. Control characters, which the database does not take, are left out. Undefined if there is none,
 * and for a number in JSON that is too large to be exact: it would be the id of other messages too.
 */
export function gatewayId(value: unknown): string | undefined {
  if (typeof value !== 'string' && !Number.isSafeInteger(value)) return undefined;
  const text = String(value);
  const id = text.length <= 2 * MAX_ID_LENGTH ? normaliseText(text).toLowerCase() : '';
  return id === '' || id.length > MAX_ID_LENGTH ? undefined : id;
}

const OUTBOX_IN_FLIGHT = 16;

/** Without a gateway: sends nothing, and writes each message to a file of the data directory. */
export function outboxSms(folder: string, sender: string): SmsPort {
  return {
    kind: 'outbox',
    maxInFlight: OUTBOX_IN_FLIGHT,
    alphabet: 'gsm',
    async send({ id, to, text }) {
      await makeDirectory(folder);
      const name = `${new Date().toISOString().replaceAll(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}.txt`;
      const lines = [
        'Not sent: SMS_URL is not set.',
        `Id: ${id}`,
        ...(sender ? [`From: ${sender}`] : []),
        `To: ${to}`,
        '',
        text,
      ];
      // Written under another name and renamed, so that readers of the folder never see a partial message.
      await writeFile(join(folder, `.${name}`), `${lines.join('\n')}\n`, { mode: 0o600 });
      await rename(join(folder, `.${name}`), join(folder, name));
      return { ids: [name.toLowerCase()] };
    },
    receipts: () => () => {},
    verify: async () => void (await makeDirectory(folder)),
    close: async () => {},
  };
}
