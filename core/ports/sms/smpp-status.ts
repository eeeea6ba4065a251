/** Answers of a gateway: SMPP 3.4, 5.1.3. */
export const OK = 0x00;
export const INVALID_COMMAND = 0x03;
export const NOT_BOUND = 0x04;
const THROTTLED = 0x58;
const QUEUE_FULL = 0x14;
/** 'Temporary application error': the gateway delivers a receipt again later. */
export const TEMPORARY_ERROR = 0x64;
/** 'Permanent application error': it does not. */
export const PERMANENT_ERROR = 0x65;

const WORDS: ReadonlyMap<number, string> = new Map([
  [0x01, 'the length of the message is wrong'],
  [0x02, 'the length of the command is wrong'],
  [INVALID_COMMAND, 'it does not know the command'],
  [NOT_BOUND, 'it does not take messages over this connection'],
  [0x05, 'this user is connected already, and it allows no second connection'],
  [0x08, 'it reports an error of its own'],
  [0x0a, 'it does not allow the sender (SMS_SENDER)'],
  [0x0b, 'the number of the recipient is not valid'],
  [0x0d, 'it refuses the connection'],
  [0x0e, 'the password is wrong'],
  [0x0f, 'it does not know the user'],
  [QUEUE_FULL, 'its queue is full'],
  [0x15, 'it does not know the type of service'],
  [0x43, 'it does not take messages of several parts'],
  [0x45, 'it could not submit the message'],
  [0x48, 'it does not allow the sender (sourceTon in SMS_URL)'],
  [0x49, 'it does not allow the sender (sourceNpi in SMS_URL)'],
  [0x50, 'it does not take numbers in international form'],
  [0x51, 'it does not take numbers in international form'],
  [0x53, 'it does not allow the systemType in SMS_URL'],
  [THROTTLED, 'messages come too fast'],
  [TEMPORARY_ERROR, 'it reports a temporary error'],
  [PERMANENT_ERROR, 'it reports a permanent error'],
  [0x66, 'it rejects the message'],
  [0xfe, 'the message cannot be delivered'],
  [0x100, 'the account may not use this service'],
  [0x101, 'the account is barred'],
  [0x102, 'the service is not available'],
  [0x103, 'the service is denied to the account'],
  [0x104, 'it does not take this alphabet'],
]);

/** 'the number of the recipient is not valid (0x0b)'. */
export function statusText(status: number): string {
  const code = `0x${status.toString(16).padStart(2, '0')}`;
  const words = WORDS.get(status);
  return words ? `${words} (${code})` : `it answers with the code ${code}`;
}

/** Answers that concern the connection, the account, its sender or the gateway, and not the message. */
const NOT_THE_MESSAGE = new Set([
  NOT_BOUND,
  0x05,
  0x08,
  0x0a,
  0x0d,
  0x0e,
  0x0f,
  0x48,
  0x49,
  0x53,
  0x64,
  0x100,
  0x101,
  0x102,
  0x103,
]);

export type Verdict = 'accepted' | 'busy' | 'unusable' | 'refused';

/** What an answer to submit_sm means. Each other than `accepted` says that the part was not taken. */
export function verdictOf(status: number): Verdict {
  if (status === OK) return 'accepted';
  if (status === THROTTLED || status === QUEUE_FULL) return 'busy';
  return NOT_THE_MESSAGE.has(status) ? 'unusable' : 'refused';
}
