import type { ReceiptStatus } from '../../kernel/sms-text.ts';
import { gatewayId, type ReceiptListener, type SmsReceipt } from '../sms.ts';

/** Bounds what is matched; a receipt has about 120 characters and the beginning of the message. */
const MAX_RECEIPT_LENGTH = 1000;

/** The states of SMPP 3.4, 5.2.28, as the number of a field and as the word of a receipt's text (appendix B). */
const STATES: readonly [number, string, ReceiptStatus][] = [
  [1, 'ENROUTE', 'pending'],
  [2, 'DELIVRD', 'delivered'],
  [3, 'EXPIRED', 'expired'],
  [4, 'DELETED', 'failed'],
  [5, 'UNDELIV', 'failed'],
  [6, 'ACCEPTD', 'pending'],
  [7, 'UNKNOWN', 'unknown'],
  [8, 'REJECTD', 'failed'],
];

/** The fields of a deliver_sm that tell of an earlier message. */
export interface ReceiptFields {
  text: string;
  receiptedMessageId?: string | undefined;
  messageState?: number | undefined;
}

/**
 * Reads a delivery receipt: fields of the PDU first, else its text, 'id:… stat:DELIVRD err:…'. Servers write ids in
 * decimal or hexadecimal digits, or as texts; they are compared as texts in lower case. Undefined if it is none.
 */
export function parseReceipt(fields: ReceiptFields): SmsReceipt | undefined {
  // The message itself follows, and may contain anything.
  const text = fields.text.slice(0, MAX_RECEIPT_LENGTH).split(/ text:/i, 1)[0]!;
  const id = gatewayId(fields.receiptedMessageId) ?? gatewayId(/\bid: ?(\S+)/i.exec(text)?.[1]);
  if (id === undefined) return undefined;
  const word = /\bstat: ?([a-z]{1,10})/i.exec(text)?.[1]?.toUpperCase();
  const state = STATES.find(([number, name]) =>
    fields.messageState === undefined ? name === word : number === fields.messageState,
  );
  if (fields.messageState === undefined && word === undefined) return undefined;
  const status = state?.[2] ?? 'unknown';
  const code = /\berr: ?([0-9a-z]{1,10})/i.exec(text)?.[1];
  const said = [state?.[1] ?? word, code && !/^0+$/.test(code) ? `error ${code}` : undefined];
  return status === 'delivered' || status === 'pending'
    ? { id, status }
    : { id, status, error: said.filter(Boolean).join(', ') };
}

/** Waits before a receipt of an unknown id is offered again: its id may not be stored yet. */
const REPEAT_MS: readonly number[] = [1_000, 5_000, 30_000];
const MAX_WAITING = 10_000;

export type Offered = 'taken' | 'unknown' | 'failed';

export interface ReceiptHub {
  readonly isListening: boolean;
  listen(listener: ReceiptListener): () => void;
  /** `failed`: there is no listener, or it failed, and the server should deliver the receipt again. */
  offer(receipt: SmsReceipt): Promise<Offered>;
  close(): void;
}

/** Passes receipts to a listener, again some seconds later if it does not know their id. */
export function receiptHub(repeatMs: readonly number[] = REPEAT_MS): ReceiptHub {
  let listener: ReceiptListener | undefined;
  const timers = new Set<NodeJS.Timeout>();

  const repeat = (receipt: SmsReceipt, attempt: number) => {
    const wait = repeatMs[attempt];
    if (wait === undefined || timers.size >= MAX_WAITING) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      void attemptOnce(receipt).then((result) => {
        if (result !== 'taken') repeat(receipt, attempt + 1);
      });
    }, wait);
    timer.unref();
    timers.add(timer);
  };
  const attemptOnce = async (receipt: SmsReceipt): Promise<Offered> => {
    if (!listener) return 'failed';
    try {
      return (await listener(receipt)) ? 'taken' : 'unknown';
    } catch {
      return 'failed';
    }
  };
  return {
    get isListening() {
      return listener !== undefined;
    },
    listen(next) {
      listener = next;
      return () => {
        if (listener === next) listener = undefined;
      };
    },
    async offer(receipt) {
      const result = await attemptOnce(receipt);
      if (result === 'unknown') repeat(receipt, 0);
      return result;
    },
    close() {
      listener = undefined;
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}
