import type { Ctx } from '../context.ts';
import type { Letterhead } from '../documents/pdf/documents.ts';
import * as queries from './queries.ts';
import type { Company } from './schema.ts';

/** The company's identity (decision 29), and whether its data are the demo's. */
export async function getCompany(ctx: Ctx): Promise<Company> {
  const { name, city, address, phone, emails, logoText, website } = ctx.config.company;
  const { email, sms } = ctx.ports;
  return {
    ...{ name, city, address, phone, emails, logoText, website },
    demo: await isDemo(ctx),
    sendsMail: email.kind === 'smtp',
    sendsSms: sms.kind !== 'outbox',
  };
}

/** Whether this database holds the demo company (decision 13). */
export function isDemo(ctx: Ctx): Promise<boolean> {
  return queries.getDemoMark(ctx.db);
}

/** Marks the database as the demo company's, in the transaction that loads it. */
export function markDemo(tx: Ctx): Promise<void> {
  return queries.insertDemoMark(tx.db, tx.now);
}

/** The company as the head of a document. */
export async function letterhead(ctx: Ctx): Promise<Letterhead> {
  return { ...ctx.config.company, demo: await isDemo(ctx) };
}
