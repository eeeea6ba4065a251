import { randomInt } from 'node:crypto';
import { AppError } from '../../kernel/errors.ts';
import type { SmsAlphabet } from '../../kernel/sms-text.ts';
import {
  gatewayId,
  type SmsMessage,
  type SmsPort,
  smsBusy,
  smsRefused,
  smsUnanswered,
  smsUnreachable,
} from '../sms.ts';
import { type EncodedPart, encodeParts } from './encode.ts';
import { receiptHub } from './receipts.ts';
import { connection, seconds, type Warn } from './smpp-connection.ts';
import { describeSmpp, parseSmppUrl, type SmppOptions, sourceOf } from './smpp-options.ts';
import { NOT_BOUND, statusText, verdictOf } from './smpp-status.ts';
import { type Timing, UnansweredError } from './smpp-types.ts';

const TIMING: Timing = {
  connectMs: 10_000,
  answerMs: 30_000,
  idleMs: 30_000,
  backOffMs: 1_000,
  maxBackOffMs: 60_000,
  throttleMs: 1_000,
};

/** Attempts at a further part that the gateway is too busy for; the parts before it were accepted. */
const PART_ATTEMPTS = 6;
const MAX_MESSAGE_PARTS = 255;
const REFERENCES = 256;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Lets `limit` pieces of work run at once. */
function semaphore(limit: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/** A port whose settings are wrong: every use says so. */
function misconfigured(error: unknown, alphabet: SmsAlphabet): SmsPort {
  const fail = () => Promise.reject(error);
  return {
    kind: 'smpp',
    maxInFlight: 1,
    alphabet,
    send: fail,
    receipts: () => () => {},
    verify: fail,
    close: async () => {},
  };
}

/**
 * SMPP 3.4 by URL (docs/messages.md). It connects with the first message, or when somebody listens for receipts;
 * without a listener as a transmitter, so that it takes no receipts away from another process of the same account.
 */
export function smppSms(
  smsUrl: string,
  sender: string,
  { warn = () => {}, timing: given = {} }: { warn?: Warn; timing?: Partial<Timing> } = {},
): SmsPort {
  const timing = { ...TIMING, ...given };
  let options: SmppOptions;
  try {
    options = parseSmppUrl(smsUrl);
  } catch (error) {
    return misconfigured(error, 'gsm');
  }
  const hub = receiptHub(timing.receiptRepeatMs);
  const handlers = { onReceipt: hub.offer, warn };
  const both = () =>
    hub.isListening && options.wantsReceipts && !options.isSplit ? 'transceiver' : 'transmitter';
  const main = connection(options, timing, both, handlers);
  const receiver = connection(options, timing, () => 'receiver', handlers);
  const inWindow = semaphore(options.window);
  let reference = randomInt(REFERENCES);
  let throttles = 0;
  let pausedUntil = 0;
  let nextSlot = 0;

  /** Waits for its turn at so many a second. */
  const paced = async () => {
    if (options.perSecond === undefined) return;
    const now = performance.now();
    const slot = Math.max(now, nextSlot);
    nextSlot = slot + 1000 / options.perSecond;
    if (slot > now) await sleep(slot - now);
  };
  /** Answers that come together count once. */
  const throttled = () => {
    const now = performance.now();
    if (now < pausedUntil) return;
    pausedUntil = now + Math.min(timing.throttleMs * 2 ** throttles, timing.maxBackOffMs);
    throttles = Math.min(throttles + 1, 20);
  };

  /** @throws AppError as `send`, for this part alone. */
  const submit = async (part: EncodedPart, to: string): Promise<string | undefined> => {
    const pause = pausedUntil - performance.now();
    if (pause > 0) throw smsBusy(seconds(pause));
    await paced();
    const link = await main.get();
    const answer = await link
      .request('submit_sm', {
        ...sourceOf(sender, options),
        dest_addr_ton: 1,
        dest_addr_npi: 1,
        destination_addr: to.replace(/^\+/, ''),
        esm_class: part.esmClass,
        data_coding: part.dataCoding,
        registered_delivery: options.wantsReceipts ? 1 : 0,
        short_message: part.octets,
      })
      .catch((cause: Error) => {
        if (cause instanceof UnansweredError) throw smsUnanswered(cause.message, { cause });
        throw smsUnreachable(cause.message, { cause, retryAfter: seconds(timing.backOffMs) });
      });
    const verdict = verdictOf(answer.status);
    // It does not regard us as bound any more.
    if (answer.status === NOT_BOUND) void link.close();
    if (verdict === 'refused') throw smsRefused(statusText(answer.status));
    if (verdict === 'unusable') {
      const retryAfter = seconds(timing.maxBackOffMs);
      throw smsUnreachable(statusText(answer.status), { retryAfter });
    }
    if (verdict === 'busy') {
      throttled();
      throw smsBusy(seconds(pausedUntil - performance.now()));
    }
    throttles = 0;
    return gatewayId(answer.messageId);
  };

  /** A further part, which is worth waiting for: without it the recipient has half a message. */
  const submitFurther = async (part: EncodedPart, to: string) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await submit(part, to);
      } catch (error) {
        const isBusy = error instanceof AppError && error.code === smsBusy(1).code;
        if (!isBusy || attempt === PART_ATTEMPTS) throw error;
        await sleep(Math.max(1, pausedUntil - performance.now()));
      }
    }
  };

  const send = async ({ to, text }: SmsMessage): Promise<{ ids: string[] }> => {
    if (text === '') throw smsRefused('it has no text');
    if (!/^\+\d{7,15}$/.test(to)) throw smsRefused('the number of the recipient is not valid');
    reference = (reference + 1) % REFERENCES;
    const parts = encodeParts(text, options.alphabet, reference);
    if (parts.length > MAX_MESSAGE_PARTS) throw smsRefused('it is too long');
    const ids: string[] = [];
    for (const [index, part] of parts.entries()) {
      try {
        const id = await (index === 0 ? submit(part, to) : submitFurther(part, to));
        if (id !== undefined) ids.push(id);
      } catch (cause) {
        if (index === 0 || !(cause instanceof AppError)) throw cause;
        const accepted = index === 1 ? 'part 1' : `parts 1 to ${index}`;
        const reason = cause.message.split('. ', 1)[0]!.replace(/^[^:]{1,80}: |\.$/g, '');
        throw smsUnanswered(
          `${accepted} of ${parts.length} went out, part ${index + 1} did not follow (${reason})`,
          { cause },
        );
      }
    }
    return { ids };
  };

  return {
    kind: 'smpp',
    maxInFlight: options.window,
    alphabet: options.alphabet,
    send: (message) => inWindow(() => send(message)),
    receipts(listener) {
      const stop = hub.listen(listener);
      const kept = options.isSplit ? receiver : main;
      if (options.wantsReceipts) kept.keep(true);
      return () => {
        kept.keep(false);
        stop();
      };
    },
    async verify() {
      try {
        const link = await main.get();
        await link.request('enquire_link', {});
        if (options.isSplit && options.wantsReceipts && hub.isListening) await receiver.get();
      } catch (cause) {
        const text = cause instanceof Error ? cause.message : String(cause);
        const reason = text.replace(/^The SMS gateway cannot be used: /, '').split('. Nothing')[0];
        const message = `${describeSmpp(options)} cannot be used: ${reason}. SMS_URL names it.`;
        throw new AppError('unavailable', 'sms.unreachable', message, { cause });
      }
    },
    async close() {
      await Promise.all([main.close(), receiver.close()]);
      hub.close();
    },
  };
}
