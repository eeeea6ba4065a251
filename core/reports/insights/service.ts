import { listAccounts } from '../../access/accounts/service.ts';
import { sumSessions } from '../../access/sessions/service.ts';
import { listTopUsers } from '../../access/sessions/service-usage.ts';
import { unknownFigures } from '../../assistant/model/rules-figures.ts';
import { cleanReply } from '../../assistant/model/rules-reply.ts';
import { askModel, hasModel } from '../../assistant/model/service.ts';
import { analyseProfit } from '../../billing/profit/service.ts';
import { endedRunsOf, getAutomationStatus } from '../../billing/runs/service.ts';
import { letterhead } from '../../company/service.ts';
import { type Ctx, inSnapshot } from '../../context.ts';
import { renderPdf } from '../../documents/pdf/pdf.ts';
import { actorKey, can } from '../../identity/actor.ts';
import type { FileAnswer } from '../../kernel/contract.ts';
import { firstDay, monthOf } from '../../kernel/dates.ts';
import { rangeBefore } from '../../kernel/periods.ts';
import type { AssistantPort } from '../../ports/assistant/types.ts';
import { findDebtors, sumAgeing } from '../built-in/queries-ageing.ts';
import { billingOfRange } from '../comprehensive/service.ts';
import { findCustomersByPackage } from '../network/queries.ts';
import type { InsightDocument } from './documents.ts';
import * as queries from './queries.ts';
import { findRefusedOffline } from './queries-access.ts';
import { factsText, INSIGHT_ORDER, insightText, MAX_MODEL_TEXT, sectionsOf } from './rules.ts';
import type { AccessFacts, InsightFacts } from './rules-facts.ts';
import type { InsightResult } from './schema.ts';

/** The largest debtors, and the most examples of each finding. */
const SHOWN = 5;
const MAX_TOKENS = 900;

/** Reads what the insights of this month are about; amounts in US cents. */
async function gather(ctx: Ctx): Promise<InsightFacts> {
  const { db, today } = ctx;
  const month = monthOf(today);
  const profit = await analyseProfit(ctx, month);
  const rate = profit.exchangeRate;
  const range = { startDate: firstDay(month), endDate: today };
  const daysBefore = rangeBefore(range);
  const { billable, billed } = await getAutomationStatus(ctx);
  const isRunDone = (await endedRunsOf(ctx, month)).some(({ status }) => status === 'done');
  const packages = await findCustomersByPackage(db);
  return {
    month,
    daysBefore,
    today,
    billing: await billingOfRange(ctx, range, rate),
    billingBefore: await billingOfRange(ctx, daysBefore, rate),
    ageing: await sumAgeing(db, today),
    debtors: await findDebtors(db, today, SHOWN),
    risk: await queries.findAtRisk(db, today, SHOWN),
    suspension: await queries.sumSuspended(db, firstDay(month), today),
    packages: packages.map(({ key, active, mbps, feesUsd }) => ({
      ...{ packageType: key, customers: active, mbps, feesUsd },
    })),
    bandwidthMbps: profit.totalBandwidth,
    bandwidthConfigured: profit.bandwidthConfigured,
    bandwidthCosts: profit.bandwidthCosts,
    access: await gatherAccess(ctx),
    unbilled: isRunDone ? billable - billed : null,
    doubles: await queries.findDoublePayments(db, today, SHOWN),
    unusual: await queries.findUnusualInvoices(db, firstDay(month), today, SHOWN),
  };
}

const DAY_MS = 86_400_000;

/** Who is online, who used most and who cannot sign in; null without accounts, or for who may not see them. */
async function gatherAccess(ctx: Ctx): Promise<AccessFacts | null> {
  if (!can(ctx.actor, 'access.read')) return null;
  const accounts = await listAccounts(ctx, { pageSize: 1 });
  if (accounts.rows.length === 0) return null;
  const { sessions, routers } = await sumSessions(ctx);
  const top = await listTopUsers(ctx, { pageSize: SHOWN });
  const since = new Date(ctx.now.getTime() - DAY_MS);
  return {
    sessions,
    routers,
    top: top.rows.map(({ customerNumber, customerName, totalBytes }) => ({
      ...{ customerId: customerNumber, name: customerName, bytes: totalBytes },
    })),
    refused: await findRefusedOffline(ctx.db, since, SHOWN),
  };
}

/**
 * The AI-generated billing insights of this month (seeds/000 2 and 7): findings from the books in US cents, and a text by the
 * local rule, or by the language model where one is configured and names no figure that the findings do not hold. Customers'
 * names are not sent to it. Changes nothing in the books; never call it inside a transaction.
 * @throws AppError rule without an exchange rate.
 */
export async function generateInsight(ctx: Ctx): Promise<InsightResult> {
  const facts = await inSnapshot(ctx, gather);
  const { text, driver } = await write(ctx, facts);
  return {
    insight: text,
    asOf: ctx.today,
    generatedAt: ctx.now,
    driver,
    sections: sectionsOf(facts),
  };
}

interface Written {
  text: string;
  driver: InsightResult['driver'];
}

async function write(ctx: Ctx, facts: InsightFacts): Promise<Written> {
  const known = factsText(facts);
  const text = hasModel(ctx) ? await modelText(ctx, known) : null;
  if (text) return { text, driver: 'model' };
  return { text: insightText(facts), driver: text === null ? 'local' : 'fallback' };
}

/** The text of the model for the findings; null where it may not be asked, undefined where its answer is not shown. */
async function askedText(ctx: Ctx, known: string): Promise<string | null | undefined> {
  const answer = await askModel(ctx, {
    system: INSIGHT_ORDER,
    messages: [{ role: 'user', content: known }],
    maxTokens: MAX_TOKENS,
  });
  if (answer.kind === 'off') return null;
  const text = answer.kind === 'answer' ? cleanReply(answer.text) : '';
  if (text === '' || text.length > MAX_MODEL_TEXT) return undefined;
  const unknown = unknownFigures(text, known);
  if (unknown.length === 0) return text;
  ctx.log.warn({ unknown: unknown.length }, 'the model named figures that the facts do not hold');
  return undefined;
}

/**
 * How long an answer of the model about the same findings is used again, and one that is not shown: whoever asks again and
 * again must not use up the requests of the chats.
 */
const KEPT_MS = 10 * 60_000;
const REFUSED_KEPT_MS = 60_000;

interface Kept {
  known: string;
  until: number;
  text: Promise<string | null | undefined>;
}
const keptTexts = new WeakMap<AssistantPort, Kept>();

function modelText(ctx: Ctx, known: string): Promise<string | null | undefined> {
  const { assistant } = ctx.ports;
  const now = ctx.now.getTime();
  const last = keptTexts.get(assistant);
  if (last?.known === known && now < last.until) return last.text;
  const kept: Kept = { known, until: now + KEPT_MS, text: askedText(ctx, known) };
  keptTexts.set(assistant, kept);
  const forget = (ms: number) => {
    kept.until = now + ms;
  };
  kept.text.then(
    (text) => text || forget(text === null ? 0 : REFUSED_KEPT_MS),
    () => forget(0),
  );
  return kept.text;
}

/**
 * The findings as a PDF document. It is made from the books alone: no language model is asked.
 * @throws AppError rule without an exchange rate; unavailable if the PDF cannot be made.
 */
export async function exportInsight(ctx: Ctx): Promise<FileAnswer> {
  const facts = await inSnapshot(ctx, gather);
  const document: InsightDocument = {
    company: await letterhead(ctx),
    month: facts.month,
    date: ctx.today,
    sections: sectionsOf(facts),
  };
  const body = await renderPdf('insights', document, actorKey(ctx.actor));
  return {
    filename: `billing-insights-${ctx.today}.pdf`,
    contentType: 'application/pdf',
    body,
  };
}
