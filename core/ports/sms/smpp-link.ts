import smpp, { type Fields } from 'smpp';
import { type Offered, parseReceipt } from './receipts.ts';
import type { SmppOptions } from './smpp-options.ts';
import * as status from './smpp-status.ts';
import {
  type Answer,
  type BindMode,
  type Handlers,
  type Link,
  NotSentError,
  type Timing,
  UnansweredError,
} from './smpp-types.ts';
import { decode, openSmppSocket, textOf } from './smpp-wire.ts';
import { reasonOf } from './socket.ts';

/**
 * One SMPP connection. The package `smpp` encodes and decodes PDUs. Its session is not used: a malformed PDU stops it
 * from reading, exceptions of its listeners end the process, and it does not tell whether a command was handed to the
 * socket, on which everything depends here.
 */

const HEADER_LENGTH = 16;
/** Far more than any PDU that SMPP has, except for a message payload of 64 KB that nobody sends here. */
const MAX_PDU_LENGTH = 16_384;
const RESPONSE = 0x80000000;
const GENERIC_NACK = 0x80000000;
const COMMANDS = {
  bind_receiver: 0x01,
  bind_transmitter: 0x02,
  submit_sm: 0x04,
  unbind: 0x06,
  bind_transceiver: 0x09,
  enquire_link: 0x15,
} as const;
const DELIVER_SM = 0x05;
const DATA_SM = 0x103;
/** outbind and alert_notification have no answer. */
const WITHOUT_ANSWER = new Set([0x0b, 0x102]);
const LAST_SEQUENCE = 0x7fffffff;
const INTERFACE_VERSION = 0x34;
/** Receipts in work; more are refused for the moment. */
const MAX_RECEIPTS = 500;
const RECEIPT_MS = 10_000;
const UNBIND_MS = 2_000;
/** How long the end of the program waits for answers; what comes later is unknown. */
const CLOSE_MS = 10_000;

/**
 * Connects and binds.
 * @throws NotSentError with the reason, without the password.
 */
export async function openLink(
  options: SmppOptions,
  mode: BindMode,
  timing: Timing,
  handlers: Handlers,
): Promise<Link> {
  const socket = await openSmppSocket(options, timing.connectMs);
  const pending = new Map<
    number,
    { command: number; resolve(answer: Answer): void; reject(error: Error): void }
  >();
  let sequence = 0;
  let received: Buffer = Buffer.alloc(0);
  let receiptsInWork = 0;
  let isBound = false;
  /** No more commands of ours; answers are still awaited. */
  let isEnding = false;
  let endReason: string | undefined;
  let lastHeard = performance.now();
  let settled: (() => void) | undefined;

  const isOpen = () => !isEnding && endReason === undefined && socket.writable;
  const checkSettled = () => {
    if (pending.size === 0) settled?.();
  };

  const end = (reason: string) => {
    if (endReason !== undefined) return;
    endReason = reason;
    clearInterval(idleTimer);
    socket.destroy();
    const unanswered = [...pending.values()];
    pending.clear();
    for (const { reject } of unanswered) reject(new UnansweredError(reason));
    checkSettled();
    if (isBound) handlers.onClose(reason);
  };
  const write = (octets: Buffer) => {
    if (endReason === undefined && socket.writable) socket.write(octets);
  };

  const send = (command: keyof typeof COMMANDS, fields: Fields, ms: number) => {
    sequence = sequence === LAST_SEQUENCE ? 1 : sequence + 1;
    const number = sequence;
    let octets: Buffer;
    try {
      octets = new smpp.PDU(command, { ...fields, sequence_number: number }).toBuffer();
    } catch (error) {
      return Promise.reject(new NotSentError(reasonOf(error)));
    }
    if (endReason !== undefined || !socket.writable)
      return Promise.reject(new NotSentError(endReason ?? 'the connection is closed'));
    return new Promise<Answer>((resolve, reject) => {
      const timer = setTimeout(() => {
        pending.delete(number);
        reject(new UnansweredError(`it did not answer within ${ms / 1000} s`));
        checkSettled();
      }, ms);
      pending.set(number, {
        command: COMMANDS[command],
        resolve: (answer) => {
          clearTimeout(timer);
          resolve(answer);
        },
        reject: (error) => {
          clearTimeout(timer);
          reject(error);
        },
      });
      // From here on the command may arrive, whatever happens.
      socket.write(octets);
    });
  };

  const takeAnswer = (command: number, number: number, octets: Buffer) => {
    const request = pending.get(number);
    // Late or doubled; or an answer to nothing.
    if (!request) return;
    if (command !== GENERIC_NACK && command !== (RESPONSE | request.command) >>> 0)
      return end('it answered with a wrong PDU');
    const code = octets.readUInt32BE(8);
    // A generic_nack says that the command was not understood, also where it gives no reason.
    const answered = command === GENERIC_NACK && code === status.OK ? status.INVALID_COMMAND : code;
    pending.delete(number);
    request.resolve({ status: answered, messageId: decode(octets)?.message_id });
    checkSettled();
  };

  const answer = (command: string, number: number, code: number = status.OK) => {
    const fields = { sequence_number: number, command_status: code };
    write(new smpp.PDU(command, fields).toBuffer());
  };

  const takeDelivery = async (command: string, number: number, octets: Buffer) => {
    const pdu = decode(octets);
    if (!pdu) return answer(command, number, status.PERMANENT_ERROR);
    const receipt = parseReceipt({
      text: textOf(pdu),
      ...(typeof pdu.receipted_message_id === 'string'
        ? { receiptedMessageId: pdu.receipted_message_id }
        : {}),
      ...(typeof pdu.message_state === 'number' ? { messageState: pdu.message_state } : {}),
    });
    // Something else, such as a text that somebody sent to the sender's number: nobody reads these.
    if (!receipt) return answer(command, number);
    if (receiptsInWork >= MAX_RECEIPTS) return answer(command, number, status.TEMPORARY_ERROR);
    receiptsInWork += 1;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<Offered>((resolve) => {
      timer = setTimeout(() => resolve('failed'), RECEIPT_MS);
    });
    const offered = await Promise.race([handlers.onReceipt(receipt), late]);
    clearTimeout(timer);
    receiptsInWork -= 1;
    answer(command, number, offered === 'failed' ? status.TEMPORARY_ERROR : status.OK);
  };

  const take = (octets: Buffer) => {
    const command = octets.readUInt32BE(4);
    const number = octets.readUInt32BE(12);
    lastHeard = performance.now();
    if (command >= RESPONSE) return takeAnswer(command, number, octets);
    if (command === COMMANDS.enquire_link) return answer('enquire_link_resp', number);
    if (command === DELIVER_SM) return void takeDelivery('deliver_sm_resp', number, octets);
    if (command === DATA_SM) return void takeDelivery('data_sm_resp', number, octets);
    if (command === COMMANDS.unbind) {
      answer('unbind_resp', number);
      isEnding = true;
      return void drained(UNBIND_MS).then(() => end('it ended the connection'));
    }
    if (!WITHOUT_ANSWER.has(command)) answer('generic_nack', number, status.INVALID_COMMAND);
  };

  const read = (chunk: Buffer) => {
    received = received.length > 0 ? Buffer.concat([received, chunk]) : chunk;
    while (endReason === undefined && received.length >= 4) {
      const length = received.readUInt32BE(0);
      if (length < HEADER_LENGTH || length > MAX_PDU_LENGTH)
        return end('it sent something that is not SMPP');
      if (received.length < length) return;
      const octets = received.subarray(0, length);
      received = received.subarray(length);
      take(octets);
    }
  };

  /** Waits until no answer is missing. */
  const drained = async (ms: number) => {
    if (pending.size === 0) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      settled = resolve;
      timer = setTimeout(resolve, ms);
    });
    clearTimeout(timer);
  };

  const idleTimer = setInterval(() => {
    if (!isBound || isEnding || performance.now() - lastHeard < timing.idleMs) return;
    send('enquire_link', {}, timing.connectMs).catch((error: Error) => {
      if (error instanceof UnansweredError) end('it does not answer any more');
    });
  }, timing.idleMs);
  socket.on('data', read);
  socket.on('error', (error) => end(reasonOf(error)));
  socket.on('close', () => end('it closed the connection'));

  const { systemId, password, systemType } = options;
  if (socket.destroyed) end('it closed the connection');
  const bound = await send(
    `bind_${mode}`,
    {
      system_id: systemId,
      password,
      system_type: systemType,
      interface_version: INTERFACE_VERSION,
    },
    timing.connectMs,
  ).catch((error: Error) => {
    end(error.message);
    // A bind carries no message.
    throw new NotSentError(error.message);
  });
  if (bound.status !== status.OK) {
    end('it refused the connection');
    const hint = bound.status === status.INVALID_COMMAND ? '; add bind=split to SMS_URL' : '';
    throw new NotSentError(`${status.statusText(bound.status)}${hint}`);
  }
  if (endReason !== undefined) throw new NotSentError(endReason);
  isBound = true;

  return {
    mode,
    get isOpen() {
      return isOpen();
    },
    request: (command, fields) =>
      isOpen()
        ? send(command as keyof typeof COMMANDS, fields, timing.answerMs)
        : Promise.reject(new NotSentError(endReason ?? 'the connection is being closed')),
    async close() {
      if (endReason !== undefined) return;
      isEnding = true;
      await drained(Math.min(timing.answerMs, CLOSE_MS));
      await send('unbind', {}, UNBIND_MS).catch(() => {});
      end('closed');
    },
  };
}
