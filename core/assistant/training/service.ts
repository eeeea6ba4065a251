import { type Ctx, transact } from '../../context.ts';
import { actorName } from '../../identity/actor.ts';
import { audit } from '../../records/audit.ts';
import { activeArticles, windowStart } from '../articles/service.ts';
import type { Topic, Training, TrainingState } from '../schema.ts';
import * as queries from './queries.ts';
import {
  countWords,
  customersWords,
  learnedOf,
  MIN_TICKETS,
  questionKey,
  summaryOf,
  topicOfIssue,
  type WordCounts,
  wordsOf,
} from './rules.ts';

/** Tickets are read by ranges of so many ids. */
const BATCH = 4000;
const TICKET_YEARS_MS = 2 * 365 * 86_400_000;
/** Questions that are grouped, and groups that are shown. */
const QUESTIONS_READ = 5000;
const QUESTIONS_SHOWN = 50;

/** The last training, and the questions of the last 90 days without an answer, the most frequent first. */
export async function getTraining(ctx: Ctx): Promise<TrainingState> {
  const last = await queries.getLastTraining(ctx.db);
  return {
    last: last ? { ...last, summary: summaryOf(last) } : null,
    openQuestions: await openQuestions(ctx),
  };
}

async function openQuestions(ctx: Ctx): Promise<TrainingState['openQuestions']> {
  const groups = new Map<string, TrainingState['openQuestions'][number]>();
  // The latest first: a group shows the words and the chat of its latest question.
  for (const found of await queries.findUnanswered(ctx.db, windowStart(ctx), QUESTIONS_READ)) {
    const { question, topic, at, sessionId } = found;
    const key = questionKey(question);
    const group = groups.get(key);
    if (group) group.count += 1;
    else groups.set(key, { question, topic: topic || 'general', count: 1, lastAt: at, sessionId });
  }
  return [...groups.values()].sort((a, b) => b.count - a.count).slice(0, QUESTIONS_SHOWN);
}

/** Counts the words of resolved tickets, a range of ids at a time. Names of their customers do not count. */
async function readTickets(ctx: Ctx, counts: WordCounts): Promise<number> {
  const since = new Date(ctx.now.getTime() - TICKET_YEARS_MS);
  const last = await queries.lastTicketId(ctx.db);
  let tickets = 0;
  for (let after = 0; after < last; after += BATCH) {
    const range = { after, upTo: after + BATCH, since };
    for (const ticket of await queries.findSolved(ctx.db, range)) {
      const own = wordsOf(ticket.customerName);
      const words = [...wordsOf(customersWords(ticket.title, ticket.description))];
      countWords(
        counts,
        topicOfIssue[ticket.issueType],
        words.filter((word) => !own.has(word)),
      );
      tickets += 1;
    }
  }
  return tickets;
}

/**
 * Update AI Training: rebuilds the index of words from the active articles and the tickets that were resolved in the last
 * two years, without names, numbers and addresses, and answers what it learned and which questions had no answer.
 */
export async function trainAssistant(ctx: Ctx): Promise<TrainingState> {
  const counts: WordCounts = new Map();
  const articles = await activeArticles(ctx);
  const general = new Set<string>();
  for (const { title, topic, body, keywords } of articles) {
    // What somebody wrote as a keyword counts at once.
    countWords(counts, topic as Topic, wordsOf(`${title}\n${keywords}`), MIN_TICKETS);
    for (const word of wordsOf(`${title}\n${keywords}\n${body}`)) general.add(word);
  }
  const tickets = await readTickets(ctx, counts);
  const candidates = learnedOf(counts, new Set()).map(({ word }) => word);
  // Words of articles are no names, even where a business is called 'Router House'.
  const asked = [...new Set(candidates)].filter((word) => !general.has(word));
  const names = new Set(await queries.findNameWords(ctx.db, asked));
  const words = learnedOf(counts, names);
  await transact(ctx, async (tx) => {
    await queries.lockTraining(tx.db);
    const newWords = await queries.replaceWords(tx.db, words);
    const training: Omit<Training, 'summary'> = {
      trainedAt: tx.now,
      trainedBy: actorName(tx.actor),
      ...{ articles: articles.length, tickets, words: words.length, newWords },
      ...(await queries.countQuestions(tx.db, windowStart(tx))),
    };
    const id = await queries.insertTraining(tx.db, training);
    const { trainedAt: _at, trainedBy: _by, ...facts } = training;
    await audit(tx, {
      action: 'assistant.train',
      entity: 'assistantTraining',
      entityId: id,
      summary: `${words.length} words`,
      facts,
    });
  });
  return getTraining(ctx);
}
