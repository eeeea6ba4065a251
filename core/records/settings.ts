import { sql } from 'kysely';
import type { z } from 'zod';
import { type Ctx, transact } from '../context.ts';
import type { Db } from '../database/connect.ts';
import { readSetting, saveSetting } from '../database/settings.ts';
import { audit } from './audit.ts';

/** The advisory locks of settings, by the hash of their name. */
const SETTINGS_LOCKS = 4_154;

interface Definition<S extends z.ZodObject> {
  /** The row of table `settings`. */
  name: string;
  schema: S;
  defaults: z.output<S>;
  /** The audit line of a change. */
  audited: { action: string; entity: string; entityId: string; summary: string };
}

export interface Settings<T> {
  /** The settings, with the defaults for those that nobody has changed. */
  read(db: Db): Promise<T>;
  /**
   * Changes the given settings and keeps the others, with an audit line. Of two changes at once the second starts from the
   * first. `beforeSave` runs ahead of the change in its transaction, and may refuse it by throwing.
   */
  change(
    ctx: Ctx,
    given: { [Name in keyof T]?: T[Name] | undefined },
    beforeSave?: (tx: Ctx, before: T, after: T) => Promise<void>,
  ): Promise<T>;
}

/** Settings of a module, which are kept as one JSON value. */
export function defineSettings<S extends z.ZodObject>({
  name,
  schema,
  defaults,
  audited,
}: Definition<S>): Settings<z.output<S>> {
  type T = z.output<S>;
  const read = async (db: Db): Promise<T> => {
    const stored = (await readSetting(db, name)) as Partial<T> | undefined;
    return { ...defaults, ...stored };
  };
  return {
    read,
    change: (ctx, given, beforeSave) =>
      transact(ctx, async (tx) => {
        await sql`select pg_advisory_xact_lock(${SETTINGS_LOCKS}::int, hashtext(${name}))`.execute(
          tx.db,
        );
        const before = await read(tx.db);
        const sent = Object.entries(given).filter(([, value]) => value !== undefined);
        const after: T = { ...before, ...Object.fromEntries(sent) };
        await beforeSave?.(tx, before, after);
        await saveSetting(tx.db, name, after, tx.now);
        await audit(tx, { ...audited, schema, before, after });
        return after;
      }),
  };
}
