import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { searchReadings } from '../kernel/search.ts';
import { searchKey } from '../kernel/text.ts';

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** `%text%` for a search over a lower-cased column, with wildcards in the text escaped. */
export function containing(text: string): string {
  return `%${escaped(searchKey(text))}%`;
}

/** The condition that a folded search text contains every word of one reading of the search. */
export function matchesSearch(text: RawBuilder<unknown>, q: string): RawBuilder<SqlBool> {
  const readings = searchReadings(q).map((words) =>
    words.map((word) => sql`${text} like ${`%${escaped(word)}%`}`),
  );
  const conditions = readings.map((words) => sql`(${sql.join([sql`true`, ...words], sql` and `)})`);
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
}

/** The condition that every word of one reading of the search begins a word of a folded search text. */
export function beginsWords(text: RawBuilder<unknown>, q: string): RawBuilder<SqlBool> {
  const readings = searchReadings(q).map((words) =>
    words.map((word) => sql`' ' || ${text} like ${`% ${escaped(word)}%`}`),
  );
  const conditions = readings.map((words) => sql`(${sql.join([sql`true`, ...words], sql` and `)})`);
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
}

/** `text%`, escaped. */
export function beginningWith(text: string): string {
  return `${escaped(text)}%`;
}
