import type { z } from 'zod';
import { type Ctx, transact } from '../context.ts';
import { actorName } from '../identity/actor.ts';
import { addDays, assertDateAllowed, formatDate } from '../kernel/dates.ts';
import { invalidField } from '../kernel/errors.ts';
import { cents, formatSsp } from '../kernel/money.ts';
import type { Page } from '../kernel/paging.ts';
import { audit } from '../records/audit.ts';
import * as queries from './queries.ts';
import { type CurrencyRate, currencyRate, type currentRates, type RateInput } from './schema.ts';
import { currentRate } from './service-current.ts';

const HISTORY = 200;
const MAX_RATE = cents(100_000_00);
const MAX_DAYS_AHEAD = 366;

/** Today's rates by purpose, in SSP cents for one US dollar (decision 1). */
export async function getCurrentRates(ctx: Ctx): Promise<z.output<typeof currentRates>> {
  return {
    standard: await currentRate(ctx, 'standard', ctx.today),
    voucher: await currentRate(ctx, 'voucher', ctx.today),
  };
}

/** The latest 200 rates, newest first. */
export async function listRates(ctx: Ctx): Promise<Page<CurrencyRate>> {
  return { rows: await queries.findRates(ctx.db, HISTORY) };
}

/**
 * 'Update Rates' adds a dated row; documents keep the rate they used (decision 1).
 * @throws AppError invalid for a rate above 100,000 SSP or a date more than a year ahead.
 */
export async function updateRate(ctx: Ctx, input: RateInput): Promise<CurrencyRate> {
  if (input.rate > MAX_RATE)
    invalidField('rate', 'The rate cannot be more than 100,000 SSP for one US dollar.');
  const validFrom = input.validFrom ?? ctx.today;
  if (validFrom > addDays(ctx.today, MAX_DAYS_AHEAD))
    invalidField('validFrom', 'The date lies more than a year ahead.');
  assertDateAllowed('validFrom', validFrom, ctx.today);
  return transact(ctx, async (tx) => {
    const fields = {
      purpose: input.purpose ?? 'standard',
      rate: input.rate,
      note: input.note ?? '',
    };
    const made = { createdAt: tx.now, createdBy: actorName(tx.actor) };
    const rate = (await queries.rates.insertMany(tx.db, [{ ...fields, validFrom, ...made }]))[0]!;
    await audit(tx, {
      action: 'rate.update',
      entity: 'currencyRate',
      entityId: rate.id,
      summary: `1 USD = ${formatSsp(rate.rate)} (${rate.purpose}) from ${formatDate(rate.validFrom)}`,
      schema: currencyRate,
      after: rate,
    });
    return rate;
  });
}
