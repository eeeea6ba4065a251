import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import type { ModelUsage } from '../../ports/assistant/types.ts';

/** Counts a request of a day unless the limit is reached, in one statement, so that many at once keep it. */
export async function countRequest(db: Db, day: IsoDate, limit: number): Promise<boolean> {
  if (limit <= 0) return false;
  const { rows } = await sql`insert into assistant_usage (day, requests) values (${day}::date, 1)
    on conflict (day) do update set requests = assistant_usage.requests + 1
      where assistant_usage.requests < ${limit}
    returning requests`.execute(db);
  return rows.length > 0;
}

export async function addTokens(
  db: Db,
  day: IsoDate,
  { inputTokens, outputTokens }: ModelUsage,
): Promise<void> {
  await sql`update assistant_usage set input_tokens = input_tokens + ${inputTokens},
    output_tokens = output_tokens + ${outputTokens} where day = ${day}::date`.execute(db);
}

export async function countRequestsOf(db: Db, day: IsoDate): Promise<number> {
  const row = await db
    .selectFrom('assistant_usage')
    .select('requests')
    .where(sql`day`, '=', sql`${day}::date`)
    .executeTakeFirst();
  return row?.requests ?? 0;
}
