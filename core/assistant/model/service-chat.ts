import type { Ctx } from '../../context.ts';
import type { Answer, Article, Question } from '../rules-driver.ts';
import type { Topic } from '../schema.ts';
import { factsOf } from './rules-facts.ts';
import { articlesFor, promptOf, systemPrompt } from './rules-prompt.ts';
import { cleanReply, isNoAnswer, replyProblem } from './rules-reply.ts';
import { askModel } from './service.ts';

const MAX_TOKENS = 700;

/** Money is in none of these; the local driver alone answers about the others (decision 80). */
const MODEL_TOPICS: readonly Topic[] = ['connection', 'speed', 'equipment', 'outage', 'general'];

/** Whether a language model may answer a question about a topic, and quote its articles. */
export function mayModelAnswer(topic: Topic): boolean {
  return MODEL_TOPICS.includes(topic);
}

const articleText = ({ title, body }: Article) => `${title}\n${body}`;

/**
 * The answer of the language model to a question: sentences of the facts, of articles and of the local driver's answer, which
 * it chooses and orders. Undefined where it gave none that may be shown, so that the local driver answers. It gets the facts
 * of this customer alone.
 */
export async function answerByModel(
  ctx: Ctx,
  question: Question,
  local: Pick<Answer, 'text' | 'articleIds'>,
): Promise<{ text: string; isAnswered: boolean } | undefined> {
  const service = question.articles.filter(({ topic }) => mayModelAnswer(topic));
  const articles = articlesFor({ ...question, articles: service }, local.articleIds);
  const { lines, computed } = factsOf(question.facts);
  const outcome = await askModel(ctx, {
    system: systemPrompt(ctx.config.company.name),
    messages: [
      { role: 'user', content: promptOf(question, { facts: lines, articles, draft: local.text }) },
    ],
    maxTokens: MAX_TOKENS,
  });
  if (outcome.kind !== 'answer') return undefined;
  const text = cleanReply(outcome.text);
  const problem = replyProblem(text, [...computed, ...articles.map(articleText), local.text]);
  if (problem === undefined) return { text, isAnswered: !isNoAnswer(text) };
  // Neither what it said nor what the customer asked.
  ctx.log.warn({ reason: problem }, 'a reply of the language model was not shown');
  return undefined;
}
