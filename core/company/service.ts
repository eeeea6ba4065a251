import type { Ctx } from '../context.ts';
import * as queries from './queries.ts';
import type { Company } from './schema.ts';

/** Who the company is (decision 29), and whether its data are the demo's. */
export async function getCompany(ctx: Ctx): Promise<Company> {
  const { name, city, address, phone, emails, logoText, website } = ctx.config.company;
  return { name, city, address, phone, emails, logoText, website, demo: await isDemo(ctx) };
}

/** Are the data of this database the demo company's (decision 13)? Also while they are being loaded. */
export async function isDemo(ctx: Ctx): Promise<boolean> {
  return (await queries.getDemoState(ctx.db)) !== undefined;
}

/** Was the loading of the demo company begun and never finished? */
export async function isDemoUnfinished(ctx: Ctx): Promise<boolean> {
  return (await queries.getDemoState(ctx.db)) === 'loading';
}

/** Marks the database as the demo company's: 'loading' before its first row, 'loaded' with its last. */
export function markDemo(tx: Ctx, state: queries.DemoState): Promise<void> {
  return queries.upsertDemoState(tx.db, state, tx.now);
}
