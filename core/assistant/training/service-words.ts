import type { Ctx } from '../../context.ts';
import type { Topic } from '../schema.ts';
import { findWords } from './queries.ts';

/** The words of most tickets are read for a question. */
const WORDS_READ = 5000;

/** Topics of the words of the last training, with the number of their tickets. */
export async function learnedWords(ctx: Ctx): Promise<Map<string, Map<Topic, number>>> {
  const learned = new Map<string, Map<Topic, number>>();
  for (const { word, topic, tickets } of await findWords(ctx.db, WORDS_READ)) {
    const topics = learned.get(word) ?? new Map<Topic, number>();
    learned.set(word, topics.set(topic, tickets));
  }
  return learned;
}
