import type { Article } from '../rules-driver.ts';
import type { Topic } from '../schema.ts';
import { isCommon, type Word, wordsOf } from './rules-words.ts';

/** Words of an article with their weight: those of title and keywords count more than the text. */
type Index = ReadonlyMap<string, number>;

const TITLE_WEIGHT = 3;
const BODY_WEIGHT = 1;
/** Articles are compared by the beginning of their text. */
const BODY_READ = 1000;

/** Twice the articles that are searched. The same text is read anew for each question, and is indexed once. */
const MAX_INDEXES = 2000;
const indexes = new Map<string, Index>();

function indexOf({ title, keywords, body }: Article): Index {
  const read = body.slice(0, BODY_READ);
  const key = JSON.stringify([title, keywords, read]);
  const known = indexes.get(key);
  if (known) return known;
  const index = new Map<string, number>();
  const add = (text: string, weight: number) => {
    for (const { stem } of wordsOf(text)) {
      if (!isCommon(stem)) index.set(stem, Math.max(weight, index.get(stem) ?? 0));
    }
  };
  add(read, BODY_WEIGHT);
  add(`${title} ${keywords}`, TITLE_WEIGHT);
  if (indexes.size >= MAX_INDEXES) indexes.clear();
  indexes.set(key, index);
  return index;
}

/** Articles that share words with a message, the best first; rare words count more. */
export function rankArticles(
  articles: readonly Article[],
  words: readonly Word[],
): { article: Article; score: number }[] {
  const stems = new Set(words.map(({ stem }) => stem).filter((stem) => !isCommon(stem)));
  const all = articles.map((article) => ({ article, index: indexOf(article) }));
  const weights = new Map(
    [...stems].map((stem) => {
      const holders = all.filter(({ index }) => index.has(stem)).length;
      return [stem, holders === 0 ? 0 : Math.log(1 + articles.length / holders)];
    }),
  );
  return all
    .map(({ article, index }) => {
      let score = 0;
      for (const [stem, weight] of weights) score += weight * (index.get(stem) ?? 0);
      return { article, score };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.article.id - b.article.id);
}

/** So many words of a message, and this share of them, name the article that it asks for. */
const NAMING_WORDS = 2;
const NAMING_SHARE = 0.6;

/** The article that the words of a message name: its title or keywords hold most of them. */
export function articleNamed(
  articles: readonly Article[],
  words: readonly Word[],
): Article | undefined {
  const stems = [...new Set(words.map(({ stem }) => stem))].filter((stem) => !isCommon(stem));
  const found = rankArticles(articles, words).find(({ article }) => {
    const index = indexOf(article);
    const named = stems.filter((stem) => index.get(stem) === TITLE_WEIGHT).length;
    return named >= NAMING_WORDS && named >= stems.length * NAMING_SHARE;
  });
  return found?.article;
}

/**
 * The article that fits an intent: the one of its topic that shares most with the words by which the intent is
 * described, then with the message. Undefined without one.
 */
export function articleFor(
  articles: readonly Article[],
  topic: Topic,
  description: string,
  words: readonly Word[],
): Article | undefined {
  const ofTopic = articles.filter((article) => article.topic === topic);
  const [fitting] = rankArticles(ofTopic, wordsOf(description));
  return fitting?.article ?? rankArticles(ofTopic, words)[0]?.article;
}

const MAX_QUOTE = 1500;

/** The text of an article as it is quoted, cut at the end of a line. */
export function quoted({ body }: Article): string {
  if (body.length <= MAX_QUOTE) return body;
  const cut = body.slice(0, MAX_QUOTE);
  return cut.slice(0, Math.max(cut.lastIndexOf('\n'), cut.lastIndexOf('. ') + 1)) || cut;
}
