import type { SmsReceipt } from '../sms.ts';
import type { Offered } from './receipts.ts';

/** Nothing was handed to the socket. */
export class NotSentError extends Error {}
/** The command was handed to the socket, and no answer came. */
export class UnansweredError extends Error {}

export type BindMode = 'transceiver' | 'transmitter' | 'receiver';

export interface Answer {
  status: number;
  /** Of submit_sm_resp. */
  messageId: unknown;
}

export interface Timing {
  connectMs: number;
  answerMs: number;
  /** Between checks of an idle connection. */
  idleMs: number;
  /** After the first lost connection; doubled with each, up to the maximum. */
  backOffMs: number;
  maxBackOffMs: number;
  /** After the first 'too fast'; doubled with each, up to the maximum of `maxBackOffMs`. */
  throttleMs: number;
  receiptRepeatMs?: readonly number[];
}

export interface Link {
  readonly mode: BindMode;
  readonly isOpen: boolean;
  /**
   * Sends a command and waits for its answer.
   * @throws NotSentError, UnansweredError
   */
  request(command: string, fields: Readonly<Record<string, unknown>>): Promise<Answer>;
  /** Waits for answers, unbinds and disconnects. */
  close(): Promise<void>;
}

export interface Handlers {
  onReceipt(receipt: SmsReceipt): Promise<Offered>;
  /** After a bind that succeeded. */
  onClose(reason: string): void;
}
