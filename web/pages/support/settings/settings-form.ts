import { wholeNumber, yesNo } from '@nimule/core/kernel/text';
import {
  type Priority,
  priorities,
  type SupportSettings,
  supportSettings,
} from '@nimule/core/support/schema';
import { z } from 'zod';

/** Days of the week from 1 (Monday) to 7. */
export const weekdays = [
  { day: 1, name: 'day1', label: 'Monday' },
  { day: 2, name: 'day2', label: 'Tuesday' },
  { day: 3, name: 'day3', label: 'Wednesday' },
  { day: 4, name: 'day4', label: 'Thursday' },
  { day: 5, name: 'day5', label: 'Friday' },
  { day: 6, name: 'day6', label: 'Saturday' },
  { day: 7, name: 'day7', label: 'Sunday' },
] as const;

type DayName = (typeof weekdays)[number]['name'];
type MinutesName = `${Priority}${'Response' | 'Resolution'}`;
type HoursName = `${Priority}Hours`;

const MOST_MINUTES = 100_000;
const minutes = (label: string) => wholeNumber(label, 1, MOST_MINUTES).nullable().default(null);
const hours = z.enum(['working', 'calendar']);

function shapeOf<N extends string, T>(entries: readonly (readonly [string, T])[]): Record<N, T> {
  return Object.fromEntries(entries) as Record<N, T>;
}

/** The settings with one field for each box of the form. */
export const settingsForm = z.object({
  ...shapeOf<MinutesName, ReturnType<typeof minutes>>(
    priorities.flatMap((priority) => [
      [`${priority}Response`, minutes('The first response')] as const,
      [`${priority}Resolution`, minutes('The resolution')] as const,
    ]),
  ),
  ...shapeOf<HoursName, typeof hours>(
    priorities.map((priority) => [`${priority}Hours`, hours] as const),
  ),
  ...shapeOf<DayName, typeof yesNo>(weekdays.map(({ name }) => [name, yesNo] as const)),
  ...supportSettings.pick({ workFrom: true, workTo: true, isDigestOn: true }).shape,
});

export type SettingsForm = z.output<typeof settingsForm>;

/** The boxes of stored settings. */
export function boxesOf({ targets, workDays, ...rest }: SupportSettings): SettingsForm {
  return {
    ...shapeOf<MinutesName, number | null>(
      priorities.flatMap((priority) => [
        [`${priority}Response`, targets[priority].responseMinutes] as const,
        [`${priority}Resolution`, targets[priority].resolutionMinutes] as const,
      ]),
    ),
    ...shapeOf<HoursName, 'working' | 'calendar'>(
      priorities.map((priority) => [`${priority}Hours`, targets[priority].hours] as const),
    ),
    ...shapeOf<DayName, boolean>(
      weekdays.map(({ day, name }) => [name, workDays.includes(day)] as const),
    ),
    ...rest,
  };
}

/** The settings that the boxes mean. */
export function settingsOf(boxes: SettingsForm): SupportSettings {
  const targetOf = (priority: Priority) => ({
    responseMinutes: boxes[`${priority}Response`],
    resolutionMinutes: boxes[`${priority}Resolution`],
    hours: boxes[`${priority}Hours`],
  });
  return {
    targets: {
      low: targetOf('low'),
      medium: targetOf('medium'),
      high: targetOf('high'),
      critical: targetOf('critical'),
    },
    workDays: weekdays.filter(({ name }) => boxes[name]).map(({ day }) => day),
    workFrom: boxes.workFrom,
    workTo: boxes.workTo,
    isDigestOn: boxes.isDigestOn,
  };
}
