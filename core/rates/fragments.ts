import { type RawBuilder, sql } from 'kysely';
import type { IsoDate } from '../kernel/dates.ts';
import type { Cents } from '../kernel/money.ts';
import type { RatePurpose } from './schema.ts';

/** As `poundsToSettle` of US cents as a scalar SQL expression, rounded half away from zero. */
export function poundsToday(openUsd: RawBuilder<unknown>, today: IsoDate): RawBuilder<Cents> {
  return sql<Cents>`round((${openUsd}) * ${rateInForce('standard', today)} / 100.0)::bigint`;
}

/** The rate in force on a date as a scalar SQL expression, null before the first rate; check it with `knownRate`. */
export function rateInForce(
  purpose: RatePurpose,
  on: IsoDate | RawBuilder<IsoDate>,
): RawBuilder<Cents | null> {
  return sql<Cents | null>`(select rate_cents from currency_rates
    where purpose = ${purpose} and valid_from <= ${on} order by valid_from desc, id desc limit 1)`;
}
