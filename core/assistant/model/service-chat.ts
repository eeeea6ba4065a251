import type { Ctx } from '../../context.ts';
import type { Article, Question } from '../rules-driver.ts';
import { isNameOfAnother } from '../sessions/queries.ts';
import { factsText } from './rules-facts.ts';
import { articlesFor, promptOf, systemPrompt } from './rules-prompt.ts';
import { cleanReply, isNoAnswer, replyProblem, unknownNames } from './rules-reply.ts';
import { askModel } from './service.ts';

const MAX_TOKENS = 700;

const articleText = ({ title, body }: Article) => `${title}\n${body}`;

/**
 * The answer of the language model to a question; undefined where it gave none that may be shown, so that the local driver
 * answers. It gets the facts of this customer alone.
 */
export async function answerByModel(
  ctx: Ctx,
  question: Question,
  quoted: readonly number[],
): Promise<{ text: string; isAnswered: boolean } | undefined> {
  const articles = articlesFor(question, quoted);
  const facts = factsText(question.facts);
  const outcome = await askModel(ctx, {
    system: systemPrompt(ctx.config.company.name),
    messages: [{ role: 'user', content: promptOf(question, { facts, articles }) }],
    maxTokens: MAX_TOKENS,
  });
  if (outcome.kind !== 'answer') return undefined;
  const text = cleanReply(outcome.text);
  const known = [facts, ...articles.map(articleText)].join('\n');
  const problem = replyProblem(text, known) ?? (await nameProblem(ctx, question, text, known));
  if (problem === undefined) return { text, isAnswered: !isNoAnswer(text) };
  // Neither what it said nor what the customer asked.
  ctx.log.warn({ reason: problem }, 'a reply of the language model was not shown');
  return undefined;
}

async function nameProblem(
  ctx: Ctx,
  { facts }: Question,
  text: string,
  known: string,
): Promise<string | undefined> {
  const names = unknownNames(text, known);
  const isAnothers = await isNameOfAnother(ctx.db, facts.customer.id, names);
  return isAnothers ? 'it names another customer' : undefined;
}
