import { askSecondPerson } from '../approvals/service-second.ts';
import type { Ctx } from '../context.ts';
import { ZERO } from '../kernel/money.ts';
import { defineSettings } from '../records/settings.ts';
import { type HrSettings, type HrSettingsUpdate, hrSettings as schema } from './schema.ts';

/**
 * Leave counts every day, as in seeds/001 5; nothing is carried over; 22 days of 8 hours are a month; overtime is paid like
 * other hours.
 */
const storedSettings = defineSettings({
  name: 'hr',
  schema,
  defaults: {
    countWeekends: true,
    countHolidays: true,
    carryOverDays: 0,
    monthHours: 176,
    overtimePercent: 100,
  },
  audited: {
    action: 'hr.settings',
    entity: 'hrSettings',
    entityId: 'hr',
    summary: 'Rules for leave and overtime',
  },
});

/** Which days count as leave, the most days carried over, and the working hours of a month. */
export function hrSettings(ctx: Ctx): Promise<HrSettings> {
  return storedSettings.read(ctx.db);
}

/** What the pay of overtime depends on. */
const payOfOvertime = {
  monthHours: 'Hours of a month',
  overtimePercent: 'Pay of an hour of overtime, in percent',
} as const;

/**
 * Asks for a second person where the pay of overtime changes (decision 93); of the settings what changes is kept.
 * @throws Waiting.
 */
async function askForOvertime(tx: Ctx, before: HrSettings, after: HrSettings): Promise<void> {
  const names = (Object.keys(payOfOvertime) as (keyof typeof payOfOvertime)[]).filter(
    (name) => after[name] !== before[name],
  );
  if (names.length === 0) return;
  await askSecondPerson(tx, {
    ...{ kind: 'pay_change', entity: 'hrSettings', entityId: null },
    record: 'Rules for leave and overtime',
    summary: 'Change of the pay of overtime',
    amountUsd: ZERO,
    facts: names.map((name) => ({
      label: payOfOvertime[name],
      text: `${before[name]} → ${after[name]}`,
    })),
    reason: '',
    fields: (Object.keys(after) as (keyof HrSettings)[]).filter(
      (name) => after[name] !== before[name],
    ),
  });
}

/**
 * Changes the sent settings. They apply from now on: requests and payrolls that exist keep what was computed for them.
 * @throws Waiting for another pay of overtime.
 */
export function updateHrSettings(ctx: Ctx, input: HrSettingsUpdate): Promise<HrSettings> {
  return storedSettings.change(ctx, input, askForOvertime);
}
