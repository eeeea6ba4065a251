import type { IsoDate } from '@nimule/core/kernel/dates';
import { formatDate } from '@nimule/core/kernel/dates';
import type {
  Frequency,
  LastDelivery,
  ListedSchedule,
} from '@nimule/core/reports/schedules/schema';
import { WRITTEN } from '../../../parts/messages/message-words.ts';
import { counted } from '../../../ui/counted.ts';

export const frequencyLabels: Record<Frequency, string> = {
  daily: 'Each day',
  weekly: 'Each week',
  monthly: 'Each month',
};

export const frequencyDetails: Record<Frequency, string> = {
  daily: 'Each morning, of the day before',
  weekly: 'On Mondays, of the week from Monday to Sunday',
  monthly: 'On the first, of the month before',
};

export const periods: Record<Frequency, string> = {
  daily: 'day',
  weekly: 'week',
  monthly: 'month',
};

export const formatLabels: Record<ListedSchedule['format'], string> = {
  pdf: 'PDF',
  xlsx: 'Excel',
  csv: 'CSV',
};

export function daysText({ startDate, endDate }: { startDate: IsoDate; endDate: IsoDate }): string {
  return startDate === endDate
    ? formatDate(endDate)
    : `${formatDate(startDate)} to ${formatDate(endDate)}`;
}

/** 'Sent to 3', '2 of 3 not sent', 'Waiting for 3'. */
export function deliveryTag({ sent, waiting, failed, written }: LastDelivery) {
  if (written > 0) return { status: 'written', label: WRITTEN };
  if (failed > 0)
    return { status: 'failed', label: `${failed} of ${sent + waiting + failed} not sent` };
  if (waiting > 0) return { status: 'sending', label: `${counted(waiting, 'e-mail')} waiting` };
  return { status: 'sent', label: `Sent to ${sent}` };
}

/** Its name in toasts and dialogs. */
export function nameOf({ title, every }: Pick<ListedSchedule, 'title' | 'every'>): string {
  return `${title}, ${frequencyLabels[every].toLowerCase()}`;
}
