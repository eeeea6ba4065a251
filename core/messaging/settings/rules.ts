import { formatInstant, timeInJuba } from '../../kernel/dates.ts';
import { type Channel, isPrice, type MessageSettings } from '../schema.ts';
import { nextSendingTime, type QuietHours } from '../sending/rules-hours.ts';

/** As long as nobody has changed them: nothing at night, no limit but the gateway's, no known price. */
export const defaultSettings: MessageSettings = {
  quietFrom: '20:00',
  quietUntil: '07:00',
  perHour: 0,
  pricePerPart: '',
  isStopped: false,
};

/** The quiet hours; undefined if there are none. */
export function quietHoursOf({
  quietFrom,
  quietUntil,
}: Pick<MessageSettings, 'quietFrom' | 'quietUntil'>): QuietHours | undefined {
  return quietFrom === quietUntil ? undefined : { from: quietFrom, to: quietUntil };
}

const PRICE = /^(\d{1,4})(?:\.(\d{1,4}))?$/;
const PRICE_DECIMALS = 4;

/** The cost of parts in USD, '12.34', rounded half up; null without a price. */
export function costOf(parts: number, pricePerPart: string): string | null {
  const match = isPrice(pricePerPart) ? PRICE.exec(pricePerPart) : null;
  if (!match) return null;
  const tenThousandths = BigInt(match[1]! + (match[2] ?? '').padEnd(PRICE_DECIMALS, '0'));
  const cents = (BigInt(parts) * tenThousandths + 50n) / 100n;
  return `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
}

interface WaitFacts {
  /** Of a pause after a restore, if there is one. */
  pauseText: string | undefined;
  settings: MessageSettings;
  channel: Channel;
  /** Messages of this channel that were sent in the last hour. */
  sentInHour: number;
  gateway: string;
  now: Date;
}

const count = new Intl.NumberFormat('en-US');

/** Why messages of a channel wait at the moment; null if they are sent. */
export function waitsBecause(facts: WaitFacts): string | null {
  const { pauseText, settings, channel, sentInHour, gateway, now } = facts;
  if (pauseText) return pauseText;
  if (settings.isStopped) return 'Sending is stopped in the settings of messages.';
  const next = nextSendingTime(now, quietHoursOf(settings));
  if (next > now) {
    const isToday = next.getTime() - now.getTime() < 12 * 3_600_000;
    return `Quiet hours: campaigns are sent from ${isToday ? timeInJuba(next) : formatInstant(next)}.`;
  }
  const { perHour } = settings;
  if (perHour > 0 && sentInHour >= perHour)
    return `The limit of ${count.format(perHour)} an hour is reached; the others are sent in the next hours.`;
  if (channel === 'sms' && gateway === 'outbox')
    return 'No SMS gateway is configured: messages are written to a folder of the server and not sent.';
  return null;
}
