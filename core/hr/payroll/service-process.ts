import type { Ctx } from '../../context.ts';
import { type IsoDate, monthOf } from '../../kernel/dates.ts';
import { type Cents, subtractCents, sumOf, ZERO } from '../../kernel/money.ts';
import { currentRate } from '../../rates/service-current.ts';
import { overtimeOf } from '../attendance/service-hours.ts';
import { findOpenAdvances } from '../payments/queries-advances.ts';
import type { HrSettings } from '../schema.ts';
import { hrSettings } from '../service-settings.ts';
import * as queries from './queries.ts';
import {
  advancesWithin,
  computePay,
  instalmentsDue,
  openOf,
  overtimePay,
  type Pay,
  proratedBase,
} from './rules.ts';
import type { Payee } from './rules-record.ts';
import type { PayrollRate } from './schema-rates.ts';
import { ratesFor } from './service-record.ts';

/** What payrolls of a period are computed with. */
export interface PayBasis {
  startDate: IsoDate;
  endDate: IsoDate;
  rate: PayrollRate;
  /** SSP cents for one US dollar: of the last day, or of today if that is earlier. */
  exchangeRate: Cents;
  overtimeRules: Pick<HrSettings, 'monthHours' | 'overtimePercent'>;
}

/** @throws AppError rule when no rates are set for the last day. */
export async function payBasis(ctx: Ctx, startDate: IsoDate, endDate: IsoDate): Promise<PayBasis> {
  const day = endDate < ctx.today ? endDate : ctx.today;
  const overtimeRules = await hrSettings(ctx);
  return {
    startDate,
    endDate,
    rate: await ratesFor(ctx, endDate),
    exchangeRate: await currentRate(ctx, 'standard', day),
    overtimeRules,
  };
}

/** What the payroll of an employee begins with. US cents; hours in hundredths. */
export interface Proposal {
  payee: Payee;
  baseSalary: Cents;
  overtimeHundredths: number;
  overtimeUsd: Cents;
  advancesDue: Cents;
  /** What is open of advances and not planned by other payrolls. */
  advancesOpen: Cents;
}

/** The proposals for many employees, with a few statements in total. */
export async function proposalsFor(
  ctx: Ctx,
  payees: readonly Payee[],
  { startDate, endDate, overtimeRules }: PayBasis,
  exceptPayrollId?: number,
): Promise<Proposal[]> {
  const ids = payees.map(({ id }) => id);
  const overtime = await overtimeOf(ctx, ids, startDate, endDate);
  const advances = await findOpenAdvances(ctx.db, ids);
  const month = monthOf(endDate);
  const taken = await queries.sumTakenAdvances(ctx.db, ids, month, exceptPayrollId);
  return payees.map((payee) => {
    const { id, monthlySalary, hireDate, lastDay } = payee;
    const overtimeHundredths = overtime.get(id) ?? 0;
    const own = advances.get(id) ?? [];
    const { planned = ZERO, ofMonth = ZERO } = taken.get(id) ?? {};
    const open = subtractCents(sumOf(own, openOf), planned);
    return {
      payee,
      baseSalary: proratedBase(monthlySalary, hireDate, lastDay, startDate, endDate),
      overtimeHundredths,
      overtimeUsd: overtimePay(monthlySalary, overtimeHundredths, overtimeRules),
      advancesDue: instalmentsDue(own, month, planned, ofMonth),
      advancesOpen: open > 0 ? open : ZERO,
    };
  });
}

/** The pay of a proposal, whose advances take at most what is left of it. */
export function payOf(
  { payee, baseSalary, overtimeUsd, advancesDue }: Proposal,
  { rate, exchangeRate }: PayBasis,
  addOvertime: boolean,
): Pay {
  const form = { baseSalary, overtime: addOvertime ? overtimeUsd : ZERO };
  const before = computePay(form, rate, exchangeRate, payee);
  const advances = advancesWithin(advancesDue, before);
  return advances === 0 ? before : computePay({ ...form, advances }, rate, exchangeRate, payee);
}
