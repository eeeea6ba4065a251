import type { CustomerFacts } from './facts/rules.ts';
import type { Topic } from './schema.ts';

/** A message of a chat as a driver sees it. */
export interface Turn {
  role: 'user' | 'assistant';
  content: string;
  /** Of replies: the topic and whether they answered. */
  topic: Topic | '';
  isAnswered: boolean;
}

export interface Article {
  id: number;
  title: string;
  topic: Topic;
  body: string;
  keywords: string;
}

/** What a driver gets: the message, what was said before, the facts of this customer, the active articles and the words of the last training. */
export interface Question {
  message: string;
  /** The oldest first, without `message`. */
  history: readonly Turn[];
  facts: CustomerFacts;
  articles: readonly Article[];
  /** Topics of a word of resolved tickets, with the number of tickets. */
  learned: ReadonlyMap<string, ReadonlyMap<Topic, number>>;
}

export const escalationReasons = [
  'person',
  'repeated',
  'anger',
  'safety',
  'money',
  'unknown',
] as const;
export type EscalationReason = (typeof escalationReasons)[number];

export interface Answer {
  text: string;
  topic: Topic;
  /** False where the assistant says that it does not know. */
  isAnswered: boolean;
  /** Null where no person is needed. */
  escalation: EscalationReason | null;
  /** Articles that the text quotes. */
  articleIds: number[];
  /** No language model words this: it is about what people decide or have done, and a slip would be a promise. */
  isFinal?: boolean;
}
