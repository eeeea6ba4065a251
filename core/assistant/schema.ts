import { z } from 'zod';
import { instant } from '../kernel/dates.ts';
import { exportFormats, pagingQuery } from '../kernel/paging.ts';
import {
  optionalText,
  recordId,
  recordVersion,
  requiredLines,
  requiredText,
  wholeNumber,
  yesNo,
} from '../kernel/text.ts';

/** What a question is about. 'general' is what no other topic covers, 'greeting' no question at all. */
export const topics = [
  'connection',
  'speed',
  'billing',
  'equipment',
  'account',
  'complaint',
  'outage',
  'general',
  'greeting',
] as const;
export type Topic = (typeof topics)[number];
/** Topics of articles. */
export const articleTopics = topics.filter((topic) => topic !== 'greeting');

/** seeds/000 9: shown with a 'sample' tag until chats have figures of their own (decision 19). */
export const sampleMetrics = {
  resolutionRate: 87,
  responseSeconds: 2.3,
  satisfaction: 4.6,
  coverage: 94,
  issues: [
    { topic: 'connection', count: 45 },
    { topic: 'billing', count: 23 },
    { topic: 'speed', count: 18 },
    { topic: 'account', count: 14 },
  ],
} as const;

const drivers = ['local', 'model', 'fallback'] as const;

/** seeds/000 3. */
export const chatMessage = z.object({
  id: recordId,
  /** 'staff': a person who answers instead of the assistant. */
  role: z.enum(['user', 'assistant', 'staff']),
  content: z.string(),
  timestamp: instant,
  /** Who typed it for the customer, or answered in person. */
  typedBy: z.string(),
  topic: z.enum([...topics, '']),
  driver: z.enum([...drivers, '']),
  isAnswered: z.boolean(),
  needsEscalation: z.boolean(),
  /** Articles that the reply quotes. */
  articles: z.object({ id: recordId, title: z.string() }).array(),
});
export type ChatMessage = z.output<typeof chatMessage>;

const sessionStatuses = ['active', 'escalated', 'closed'] as const;
/** seeds/000 3. */
export const chatSession = z.object({
  id: recordId,
  /** The key of seeds/000 7. */
  sessionId: z.string(),
  customerId: recordId,
  /** SC003. */
  customerNumber: z.string(),
  customerName: z.string(),
  customerStatus: z.string(),
  suspendedByRule: z.boolean(),
  status: z.enum(sessionStatuses),
  startedAt: instant,
  lastMessageAt: instant,
  startedBy: z.string(),
  messageCount: z.number(),
  topic: z.enum([...topics, '']),
  escalationReason: z.string(),
  ticketId: recordId.nullable(),
  /** TKT-001, or ''. */
  ticketNumber: z.string(),
  rating: z.number().nullable(),
  /** Who answers in person; '' while the assistant answers. */
  takenBy: z.string(),
  /** Null while the assistant answers, and for the shell. */
  takenById: recordId.nullable(),
  takenAt: instant.nullable(),
  version: z.number(),
});
export type ChatSession = z.output<typeof chatSession>;
/** With its last 500 messages, the oldest first. */
export const chatSessionDetail = chatSession.extend({ messages: chatMessage.array() });
export type ChatSessionDetail = z.output<typeof chatSessionDetail>;

export const sessionFilter = pagingQuery([
  'lastMessageAt',
  'startedAt',
  'customerName',
  'rating',
]).extend({
  status: z.enum(sessionStatuses).optional(),
  customerId: recordId.optional(),
  topic: z.enum(topics).optional(),
  /** Only chats of the caller. */
  mine: yesNo.optional(),
});
export type SessionFilter = z.output<typeof sessionFilter>;
export const sessionExport = sessionFilter.extend({ format: z.enum(exportFormats) });

/** The longest message that a customer's question may have. */
export const MAX_MESSAGE = 2000;
const sessionKey = requiredText('The chat', 64).refine((key) => /^[A-Za-z0-9_-]{1,64}$/.test(key), {
  message: 'The key of a chat has 1 to 64 letters, digits, hyphens and underscores.',
});
export const newSession = z.object({ customerId: recordId });
/** seeds/000 7. A session that does not exist yet begins with its first message. */
export const chatInput = z.object({
  customerId: recordId,
  message: requiredLines('The message', MAX_MESSAGE),
  sessionId: sessionKey,
});
export type ChatInput = z.output<typeof chatInput>;
/** seeds/000 7: {response, needsEscalation}; the rest is ours. While a person answers, `response` is '' and `reply` null. */
export const chatAnswer = z.object({
  response: z.string(),
  needsEscalation: z.boolean(),
  /** Why a person is needed, in words; '' otherwise. */
  escalationReason: z.string(),
  session: chatSession,
  message: chatMessage,
  reply: chatMessage.nullable(),
});
export type ChatAnswer = z.output<typeof chatAnswer>;

export const sessionParams = z.object({ sessionId: sessionKey });
/** What a person writes to the customer. */
export const personInput = z.object({ message: requiredLines('The message', MAX_MESSAGE) });
/** One to five; null takes a rating back. */
export const ratingInput = z.object({ rating: wholeNumber('The rating', 1, 5).nullable() });
export const escalateInput = z.object({ reason: optionalText('The reason', 500).optional() });

export const article = z.object({
  id: recordId,
  title: z.string(),
  topic: z.enum(articleTopics),
  body: z.string(),
  keywords: z.string(),
  isActive: z.boolean(),
  /** Replies that quoted it in the last 90 days. */
  uses: z.number(),
  updatedAt: instant,
  updatedBy: z.string(),
  version: z.number(),
});
export type ArticleRecord = z.output<typeof article>;
export const articleFilter = pagingQuery(['title', 'topic', 'uses', 'updatedAt']).extend({
  topic: z.enum(articleTopics).optional(),
  active: yesNo.optional(),
});
export type ArticleFilter = z.output<typeof articleFilter>;
export const articleInput = z.object({
  title: requiredText('The title', 200),
  topic: z.enum(articleTopics),
  body: requiredLines('The text', 5000),
  keywords: optionalText('The keywords', 500).optional(),
  isActive: z.boolean().optional(),
});
export type ArticleInput = z.output<typeof articleInput>;
export const articleUpdate = articleInput.partial().extend({
  version: recordVersion,
});
export type ArticleUpdate = z.output<typeof articleUpdate>;
export const articleRemoved = z.object({ removed: z.literal(true) });

/** A question without an answer, with how often it was asked in other words. */
const openQuestion = z.object({
  question: z.string(),
  topic: z.enum(topics),
  count: z.number(),
  lastAt: instant,
  sessionId: z.string(),
});
export const training = z.object({
  trainedAt: instant,
  trainedBy: z.string(),
  articles: z.number(),
  tickets: z.number(),
  words: z.number(),
  newWords: z.number(),
  questions: z.number(),
  unanswered: z.number(),
  /** What was learned, in sentences. */
  summary: z.string(),
});
export type Training = z.output<typeof training>;
/** `last` is null before the first training; the questions of the last 90 days, the most frequent first, at most 50. */
export const trainingState = z.object({
  last: training.nullable(),
  openQuestions: openQuestion.array(),
});
export type TrainingState = z.output<typeof trainingState>;

/** Of the last 90 days. The sample figures stand in where `isSample`. */
const metric = z.object({ value: z.number(), isSample: z.boolean() });
export const assistantStats = z.object({
  /** Percent of finished chats that needed no person and whose last reply was an answer. */
  resolutionRate: metric,
  /** Mean seconds from message to reply. */
  responseSeconds: metric,
  /** Mean rating, one to five. */
  satisfaction: metric,
  ratings: z.number(),
  /** Chats that are active and had a message within 24 hours. */
  activeChats: z.number(),
  escalatedChats: z.number(),
  /** Percent of questions that had an answer. */
  coverage: metric,
  /** Chats by topic, the most frequent first. */
  issues: z.object({ topic: z.enum(topics), label: z.string(), count: z.number() }).array(),
  issuesAreSample: z.boolean(),
  articles: z.number(),
  driver: z.enum(['local', 'model']),
  /** The model, or ''. */
  model: z.string(),
  /** Requests to the model that are left today; null with the local driver. */
  requestsLeft: z.number().nullable(),
  lastTrainedAt: instant.nullable(),
});
export type AssistantStats = z.output<typeof assistantStats>;
