import type { Db } from '../../database/connect.ts';
import { defineRecord } from '../../database/record.ts';
import { searchKey } from '../../kernel/text.ts';
import type { SavedView } from './schema.ts';

export interface ViewRecord extends SavedView {
  userId: number;
}

export const views = defineRecord<'saved_views', ViewRecord>(
  'saved_views',
  {
    id: 'id bigint',
    userId: 'user_id bigint',
    list: 'list text',
    name: 'name text',
    query: 'query text',
    version: 'version bigint',
  },
  { derived: { name_key: ['text', ({ name }) => searchKey(name)] } },
);

/** The views that a user has of a list, or of all lists, by name. */
export function findViews(db: Db, userId: number, list?: string): Promise<ViewRecord[]> {
  let found = db
    .selectFrom('saved_views as v')
    .select(views.list('v'))
    .where('v.user_id', '=', userId);
  if (list !== undefined) found = found.where('v.list', '=', list);
  return found.orderBy('v.list').orderBy('v.name_key').execute();
}

/** Locks the user, so that two views that are saved at once are counted one after the other. */
export async function lockOwner(db: Db, userId: number): Promise<void> {
  await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}
