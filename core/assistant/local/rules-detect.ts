import type { Question } from '../rules-driver.ts';
import type { Topic } from '../schema.ts';
import { type IntentName, intents } from './rules-intents.ts';
import { keysIn, scoreOf } from './rules-patterns.ts';
import { isCommon, type Word, wordsOf } from './rules-words.ts';

/** What a message was understood to be. */
export interface Understood {
  words: readonly Word[];
  keys: ReadonlySet<string>;
  /** Null where nothing was recognised. */
  intent: IntentName | null;
  score: number;
  scores: Record<IntentName, number>;
}

/** Below this sum of weights nothing was recognised. */
const THRESHOLD = 2.5;
/** 'Not slow any more' reports no problem: these words do not count after a negation. */
const negatable = ['@slow', 'down', 'drop', 'problem', 'weak', 'late', 'angry', 'complain'];
const NEGATION_REACH = 2;

function withoutNegated(words: readonly Word[]): Word[] {
  return words.filter(({ keys }, index) => {
    if (!negatable.some((key) => keys.has(key))) return true;
    const before = words.slice(Math.max(0, index - NEGATION_REACH), index);
    return !before.some(({ stem }) => stem === 'not' || stem === 'no' || stem === 'never');
  });
}

const names = Object.keys(intents) as IntentName[];

/** What a text asks for, by its words alone. */
export function understand(text: string): Understood {
  const words = withoutNegated(wordsOf(text));
  const keys = keysIn(words);
  const scores = {} as Record<IntentName, number>;
  let intent: IntentName | null = null;
  let score = 0;
  for (const name of names) {
    scores[name] = scoreOf(intents[name].patterns, words, keys);
    // A greeting or thanks before a question are not what it is about.
    const counts = score >= THRESHOLD && name === 'hello' ? 0 : scores[name];
    if (counts > score) {
      intent = name;
      score = counts;
    }
  }
  return { words, keys, intent: score < THRESHOLD ? null : intent, score, scores };
}

/** The intent that stands for a topic where only the topic is known. */
const usual: Partial<Record<Topic, IntentName>> = {
  connection: 'noConnection',
  speed: 'slow',
  billing: 'balance',
  equipment: 'damage',
  account: 'myPackage',
  complaint: 'complain',
  outage: 'outage',
};

/** Tickets with a word, and the share of one topic among them, from which it is taken. */
const LEARNED_TICKETS = 3;
const LEARNED_SHARE = 0.6;

/** The intent by words of resolved tickets; undefined where they do not agree. */
export function learnedIntent(
  words: readonly Word[],
  learned: Question['learned'],
): IntentName | undefined {
  const counts = new Map<Topic, number>();
  let sum = 0;
  for (const { raw, stem } of new Set(words)) {
    if (isCommon(raw) || isCommon(stem)) continue;
    for (const [topic, tickets] of learned.get(raw) ?? learned.get(stem) ?? []) {
      counts.set(topic, (counts.get(topic) ?? 0) + tickets);
      sum += tickets;
    }
  }
  const [first] = [...counts].sort((a, b) => b[1] - a[1]);
  if (!first || first[1] < LEARNED_TICKETS || first[1] < sum * LEARNED_SHARE) return undefined;
  return usual[first[0]];
}

const followUps = [
  'and',
  'also',
  'it',
  'that',
  'pounds',
  'dollar',
  'kam',
  'then',
  'so',
  'else',
  'another',
];
const FOLLOW_UP_WORDS = 6;

/** What a short message that says little continues: the last message of the customer that was understood. */
export function continued(
  { words, keys }: Understood,
  history: Question['history'],
): IntentName | undefined {
  const isShort = words.length > 0 && words.length <= FOLLOW_UP_WORDS;
  if (!isShort || !followUps.some((word) => keys.has(word))) return undefined;
  const before = history.filter(({ role }) => role === 'user').at(-1);
  const intent = before && understand(before.content).intent;
  return intent && intents[intent].topic !== 'greeting' ? intent : undefined;
}

export function topicOf(intent: IntentName): Topic {
  return intents[intent].topic;
}
