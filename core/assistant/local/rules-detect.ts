import type { Question } from '../rules-driver.ts';
import type { Topic } from '../schema.ts';
import { type Classifier, classifier } from './rules-classifier.ts';
import type { Meaning } from './rules-examples.ts';
import { type IntentName, intents } from './rules-intents.ts';
import { keysIn, scoreOf } from './rules-patterns.ts';
import { isCommon, type Word, wordsOf } from './rules-words.ts';

/** What a message was understood to be. */
export interface Understood {
  words: readonly Word[];
  keys: ReadonlySet<string>;
  /** Null where nothing was recognised. */
  intent: IntentName | null;
  /** The probability of the intent by examples. */
  likelihood: number;
  /** What the patterns alone recognised. */
  byPattern: IntentName | null;
  /** The sums of weights of the patterns. */
  scores: Record<IntentName, number>;
  /** Of what needs a person, where examples like the message are this. */
  alarm: 'person' | 'safety' | 'anger' | null;
  /** Whether examples of something else are like the message. */
  isOffTopic: boolean;
}

/** Below this sum of weights nothing was recognised. */
export const THRESHOLD = 2.5;
/** A probability of 1, as a weight of a pattern. */
const EXAMPLES_WEIGHT = 24;
/** From this probability on the examples alone call for a person. */
const ALARM = 0.5;
/** From this probability on a message is about something else, whatever words it shares with an article. */
const OFF_TOPIC = 0.6;
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

/** The sums of weights of the patterns of each intent. */
function scoresOf(words: readonly Word[], keys: ReadonlySet<string>): Record<IntentName, number> {
  const scores = {} as Record<IntentName, number>;
  for (const name of names) scores[name] = scoreOf(intents[name].patterns, words, keys);
  return scores;
}

/** Examples alone make no dispute of a message without one of these. */
const moneyKeys = ['@money', '@bill', '@owe', 'momo', 'pay', 'refund'];

const alarms = ['person', 'safety', 'anger'] as const;

/** The intent with the highest weight; null where none reaches `least`. */
function strongest(weightOf: (name: IntentName) => number, least: number): IntentName | null {
  let found: IntentName | null = null;
  let best = 0;
  for (const name of names) {
    const weight = weightOf(name);
    if (weight > best) {
      found = name;
      best = weight;
    }
  }
  return best < least ? null : found;
}

/** What a text asks for, by its words alone: the patterns that occur in it, and the examples that are like it. */
export function understand(text: string, { classify }: Classifier = classifier()): Understood {
  const words = withoutNegated(wordsOf(text));
  const keys = keysIn(words);
  const scores = scoresOf(words, keys);
  // A greeting before a question is not what it is about.
  if (names.some((name) => name !== 'hello' && scores[name] >= THRESHOLD)) scores.hello = 0;
  const likely = classify(words);
  const isOfMoney = moneyKeys.some((key) => keys.has(key));
  const weightOf = (meaning: Meaning) =>
    meaning === 'dispute' && !isOfMoney ? 0 : EXAMPLES_WEIGHT * (likely.get(meaning) ?? 0);
  // A message about something else is like its examples more than it is like a pattern.
  const least = Math.max(THRESHOLD, weightOf('other'));
  const intent = strongest((name) => scores[name] + weightOf(name), least);
  return {
    words,
    keys,
    intent,
    likelihood: intent === null ? 0 : (likely.get(intent) ?? 0),
    byPattern: strongest((name) => scores[name], THRESHOLD),
    scores,
    alarm: alarms.find((alarm) => (likely.get(alarm) ?? 0) >= ALARM) ?? null,
    isOffTopic: (likely.get('other') ?? 0) >= OFF_TOPIC,
  };
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
