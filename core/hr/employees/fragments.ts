import { type RawBuilder, sql } from 'kysely';
import type { IsoDate } from '../../kernel/dates.ts';

/** The condition that an employee `alias` was hired by a day and is not terminated on it. */
export function isEmployedOn(alias: string, day: IsoDate): RawBuilder<boolean> {
  const of = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<boolean>`(${of('hire_date')} <= ${day} and (${of('status')} <> 'terminated' or ${of('last_day')} > ${day}))`;
}
