import { type RawBuilder, sql } from 'kysely';
import type { IsoDate } from '../kernel/dates.ts';
import type { Cents } from '../kernel/money.ts';
import type { RatePurpose } from './schema.ts';

/** The rate in force on a date as a scalar SQL expression, null before the first rate; check it with `knownRate`. */
export function rateInForce(
  purpose: RatePurpose,
  on: IsoDate | RawBuilder<IsoDate>,
): RawBuilder<Cents | null> {
  return sql<Cents | null>`(select rate_cents from currency_rates
    where purpose = ${purpose} and valid_from <= ${on} order by valid_from desc, id desc limit 1)`;
}
