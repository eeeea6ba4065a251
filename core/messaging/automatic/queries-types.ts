import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { readSetting, saveSetting } from '../../database/settings.ts';
import { type IsoDate, isoDate } from '../../kernel/dates.ts';

/** A row of message_types. */
export interface StoredType {
  isOn: boolean;
  bySms: boolean;
  byEmail: boolean;
  smsText: string;
  emailSubject: string;
  emailText: string;
  days: number | null;
  switchedOnAt: Date | null;
  version: number;
}

const columns = sql`type, is_on as "isOn", by_sms as "bySms", by_email as "byEmail", sms_text as "smsText",
  email_subject as "emailSubject", email_text as "emailText", days, switched_on_at as "switchedOnAt", version`;

type Row = StoredType & { type: string };

/** The types that the company has changed, by name. */
export async function findTypes(db: Db): Promise<Map<string, StoredType>> {
  const { rows } = await sql<Row>`select ${columns} from message_types`.execute(db);
  return new Map(rows.map(({ type, ...row }) => [type, row]));
}

/** A type that is on, held so that it stays on until the transaction ends; undefined if it is off. */
export async function holdTypeOn(db: Db, type: string): Promise<StoredType | undefined> {
  const { rows } =
    await sql<Row>`select ${columns} from message_types where type = ${type} and is_on for share`.execute(
      db,
    );
  return rows[0];
}

interface Changed {
  at: Date;
  by: string;
}

/** Locks a type for a change, and stores its defaults if nobody has changed it yet. */
export async function lockType(
  db: Db,
  type: string,
  defaults: StoredType,
  { at, by }: Changed,
): Promise<StoredType> {
  const { bySms, byEmail, smsText, emailSubject, emailText, days, version } = defaults;
  await sql`
    insert into message_types (type, is_on, by_sms, by_email, sms_text, email_subject, email_text, days, updated_at, updated_by, version)
    values (${type}, false, ${bySms}, ${byEmail}, ${smsText}, ${emailSubject}, ${emailText}, ${days}, ${at}, ${by}, ${version})
    on conflict (type) do nothing`.execute(db);
  const { rows } =
    await sql<Row>`select ${columns} from message_types where type = ${type} for update`.execute(
      db,
    );
  const { type: _, ...row } = rows[0]!;
  return row;
}

export async function saveType(
  db: Db,
  type: string,
  row: Omit<StoredType, 'version'>,
  { at, by }: Changed,
): Promise<void> {
  await db
    .updateTable('message_types')
    .set((eb) => ({
      is_on: row.isOn,
      by_sms: row.bySms,
      by_email: row.byEmail,
      sms_text: row.smsText,
      email_subject: row.emailSubject,
      email_text: row.emailText,
      days: row.days,
      switched_on_at: row.switchedOnAt,
      updated_at: at,
      updated_by: by,
      version: eb('version', '+', 1),
    }))
    .where('type', '=', type)
    .execute();
}

/** The row of `settings` with the day of the latest restore, written when it was made. */
export const RESTORED = 'messages.restored';

/** Keeps the day of a restore: what was due until then may have been sent since the backup. */
export async function saveRestoredDay(db: Db, day: IsoDate, at: Date): Promise<void> {
  await saveSetting(db, RESTORED, { day }, at);
}

/** The day of the latest restore; undefined if there was none. */
export async function findRestoredDay(db: Db): Promise<IsoDate | undefined> {
  const value = await readSetting(db, RESTORED);
  return value === undefined ? undefined : isoDate(String((value as { day?: unknown }).day));
}
