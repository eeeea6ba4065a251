import { askSecondPerson } from '../approvals/service-second.ts';
import { type Ctx, transact } from '../context.ts';
import { ZERO } from '../kernel/money.ts';
import { audit } from '../records/audit.ts';
import * as queries from './queries-settings.ts';
import { type HrSettings, type HrSettingsUpdate, hrSettings as schema } from './schema.ts';

/** Which days count as leave, the most days carried over, and the working hours of a month. */
export function hrSettings(ctx: Ctx): Promise<HrSettings> {
  return queries.getSettings(ctx.db);
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
export async function updateHrSettings(ctx: Ctx, input: HrSettingsUpdate): Promise<HrSettings> {
  return transact(ctx, async (tx) => {
    const before = await queries.getSettings(tx.db);
    const sent = Object.entries(input).filter(([, value]) => value !== undefined);
    const after: HrSettings = { ...before, ...Object.fromEntries(sent) };
    await askForOvertime(tx, before, after);
    await queries.saveSettings(tx.db, after, tx.now);
    await audit(tx, {
      action: 'hr.settings',
      entity: 'hrSettings',
      entityId: 'hr',
      summary: 'Rules for leave and overtime',
      schema,
      before,
      after,
    });
    return after;
  });
}
