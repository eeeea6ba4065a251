import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { defineRecord } from '../../database/record.ts';
import type { IsoDate } from '../../kernel/dates.ts';

/** A line as it is stored: amounts as decimal texts in units. */
export interface StoredLine {
  accountCode: string;
  debitAmount: string;
  creditAmount: string;
  sspAmount: string | null;
  description: string;
}

export interface TemplateRecord {
  id: number;
  description: string;
  reference: string;
  lines: StoredLine[];
  day: number;
  /** First days of months. */
  firstMonth: IsoDate;
  lastMonth: IsoDate | null;
  isActive: boolean;
  createdAt: Date;
  createdBy: string;
  version: number;
}

export const templates = defineRecord<'journal_templates', TemplateRecord>('journal_templates', {
  id: 'id bigint',
  description: 'description text',
  reference: 'reference text',
  lines: 'lines jsonb',
  day: 'day int',
  firstMonth: 'first_month date',
  lastMonth: 'last_month date',
  isActive: 'is_active boolean',
  createdAt: 'created_at timestamptz',
  createdBy: 'created_by text',
  version: 'version int',
});

/** All templates, those in use first, by their description. */
export async function findTemplates(db: Db): Promise<TemplateRecord[]> {
  const { rows } = await sql<TemplateRecord>`
    select ${templates.listText('t')} from journal_templates t
    order by t.is_active desc, lower(t.description), t.id`.execute(db);
  return rows;
}

/** First days of the months that entries were posted for, by template. */
export async function findDoneMonths(db: Db): Promise<Map<number, IsoDate[]>> {
  const rows = await db
    .selectFrom('journal_template_months')
    .select(['template_id as templateId', 'month'])
    .orderBy('template_id')
    .orderBy('month')
    .execute();
  const months = new Map<number, IsoDate[]>();
  for (const { templateId, month } of rows) {
    const known = months.get(templateId);
    if (known) known.push(month);
    else months.set(templateId, [month]);
  }
  return months;
}

export async function isMonthDone(db: Db, templateId: number, month: IsoDate): Promise<boolean> {
  const row = await db
    .selectFrom('journal_template_months')
    .select('month')
    .where('template_id', '=', templateId)
    .where('month', '=', month)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertDoneMonth(
  db: Db,
  done: { templateId: number; month: IsoDate; entryId: number },
): Promise<void> {
  await db
    .insertInto('journal_template_months')
    .values({ template_id: done.templateId, month: done.month, entry_id: done.entryId })
    .execute();
}
