import { searchKey } from '../../kernel/text.ts';
import type { IssueType } from '../../support/schema.ts';
import type { Topic, Training } from '../schema.ts';

/** A word counts from so many tickets on: a rare one says nothing, and may be a name. */
export const MIN_TICKETS = 3;
const MIN_WORD = 3;
const MAX_WORD = 40;
/** Texts are bounded before they are read. */
const MAX_TEXT = 10_000;

export const topicOfIssue: Record<IssueType, Topic> = {
  connection: 'connection',
  speed: 'speed',
  billing: 'billing',
  equipment: 'equipment',
  repair: 'equipment',
};

/** Words that every ticket has. */
const STOP_WORDS = new Set(
  `the and for with from that this was were are has have had not but all any can could did does done his her its our out
  their them then there they what when where which who will would you your she him about after again also because been before
  being between both during each few into just more most only other over same should since some such than through too under
  until very via while why how one two now new get got let may see say said please thank thanks hello customer customers`.split(
    /\s+/,
  ),
);

/** What looks like an address or a number: an e-mail, a link, anything with a digit. */
const ADDRESS = /[@\d]|:\/\/|^www\./;
const BETWEEN = /[\s,;!?"()[\]{}<>]+/;
const LETTERS = /\p{L}+/gu;
const MARKS = /[\p{M}'’`]/gu;

/** The different words of a text in lower case, spelt as the local driver reads a message, without numbers, addresses and words that every text has. */
export function wordsOf(text: string): Set<string> {
  const words = new Set<string>();
  for (const part of searchKey(text.slice(0, MAX_TEXT))
    .normalize('NFKD')
    .replace(MARKS, '')
    .split(BETWEEN)) {
    if (ADDRESS.test(part)) continue;
    for (const [word] of part.matchAll(LETTERS))
      if (word.length >= MIN_WORD && word.length <= MAX_WORD && !STOP_WORDS.has(word))
        words.add(word);
  }
  return words;
}

const TRANSCRIPT = 'Transcript of the chat:';
const BY_CUSTOMER = /^.{0,40} Customer: /;

/** What a customer wrote: of the ticket of a chat, without the replies of the assistant. */
export function customersWords(title: string, description: string): string {
  const [, transcript] = description.split(TRANSCRIPT);
  if (transcript === undefined) return `${title}\n${description}`;
  const lines = transcript.split('\n').filter((line) => BY_CUSTOMER.test(line));
  return lines.map((line) => line.replace(BY_CUSTOMER, '')).join('\n');
}

/** How many tickets of each topic hold a word. */
export type WordCounts = Map<Topic, Map<string, number>>;

/** A bound for memory: more different words than any language in use has. */
const MAX_WORDS = 100_000;

export function countWords(
  counts: WordCounts,
  topic: Topic,
  words: Iterable<string>,
  weight = 1,
): void {
  const ofTopic = counts.get(topic) ?? new Map<string, number>();
  counts.set(topic, ofTopic);
  for (const word of words) {
    const count = ofTopic.get(word);
    if (count === undefined && ofTopic.size >= MAX_WORDS) continue;
    ofTopic.set(word, (count ?? 0) + weight);
  }
}

export interface LearnedWord {
  topic: Topic;
  word: string;
  tickets: number;
}

/** The words that count, without `names`. */
export function learnedOf(counts: WordCounts, names: ReadonlySet<string>): LearnedWord[] {
  return [...counts].flatMap(([topic, words]) =>
    [...words]
      .filter(([word, tickets]) => tickets >= MIN_TICKETS && !names.has(word))
      .map(([word, tickets]) => ({ topic, word, tickets })),
  );
}

/** The form in which questions are the same: 'My WIFI is down!!' and 'my wifi is down'. */
export function questionKey(question: string): string {
  const key = searchKey(question.slice(0, MAX_TEXT));
  return key.replace(/[^\p{L}\p{N}]+/gu, ' ').trim() || key;
}

const counted = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

/** What a training learned, in sentences. */
export function summaryOf(training: Omit<Training, 'summary'>): string {
  const { articles, tickets, words, newWords, questions, unanswered } = training;
  const read = `Read ${counted(articles, 'article')} and ${counted(tickets, 'resolved ticket')}.`;
  const learned =
    words === 0
      ? 'There is not enough in them yet to learn words from.'
      : `Knows ${counted(words, 'word')} by which customers describe a problem, ${newWords === 0 ? 'none' : newWords.toLocaleString('en-US')} of them new.`;
  const open =
    questions === 0
      ? 'There were no questions in the last 90 days.'
      : unanswered === 0
        ? `All of the ${counted(questions, 'question')} of the last 90 days had an answer.`
        : `${unanswered.toLocaleString('en-US')} of the ${counted(questions, 'question')} of the last 90 days had no answer: write an article about ${unanswered === 1 ? 'it' : 'them'}.`;
  return `${read} ${learned} ${open}`;
}
