/** A message of a customer, in wire form. */
export function aMessage(changes: Record<string, unknown> = {}) {
  return {
    id: 1,
    role: 'user',
    content: 'How much do I owe?',
    timestamp: '2026-11-24T08:00:00.000Z',
    typedBy: 'Grace Akol',
    topic: 'billing',
    driver: '',
    isAnswered: false,
    needsEscalation: false,
    articles: [] as { id: number; title: string }[],
    ...changes,
  };
}

/** A reply of the local driver. */
export function aReply(changes: Record<string, unknown> = {}) {
  return aMessage({
    id: 2,
    role: 'assistant',
    content: 'You owe $450.00.',
    timestamp: '2026-11-24T08:00:01.000Z',
    typedBy: '',
    driver: 'local',
    isAnswered: true,
    ...changes,
  });
}

/** An active chat of a customer, without its messages. */
export function aChat(changes: Record<string, unknown> = {}) {
  return {
    id: 5,
    sessionId: 'chat-tea-house',
    customerId: 3,
    customerNumber: 'SC003',
    customerName: 'Juba Tea House',
    customerStatus: 'Active',
    suspendedByRule: false,
    status: 'active',
    startedAt: '2026-11-24T08:00:00.000Z',
    lastMessageAt: '2026-11-24T08:00:01.000Z',
    startedBy: 'Grace Akol',
    messageCount: 2,
    topic: 'billing',
    escalationReason: '',
    ticketId: null as number | null,
    ticketNumber: '',
    rating: null as number | null,
    takenBy: '',
    takenById: null as number | null,
    takenAt: null as string | null,
    version: 1,
    ...changes,
  };
}

/** Metrics before there are any chats: the figures of the specification. */
export const sampleStats = {
  resolutionRate: { value: 87, isSample: true },
  responseSeconds: { value: 2.3, isSample: true },
  satisfaction: { value: 4.6, isSample: true },
  ratings: 0,
  activeChats: 0,
  escalatedChats: 0,
  coverage: { value: 94, isSample: true },
  issues: [
    { topic: 'connection', label: 'Connection Issues', count: 45 },
    { topic: 'billing', label: 'Billing Inquiries', count: 23 },
    { topic: 'speed', label: 'Speed Problems', count: 18 },
    { topic: 'account', label: 'Account Changes', count: 14 },
  ],
  issuesAreSample: true,
  articles: 18,
  driver: 'local',
  model: '',
  requestsLeft: null,
  lastTrainedAt: null,
};

/** Metrics of chats that were held, with a language model. */
export const realStats = {
  ...sampleStats,
  resolutionRate: { value: 80, isSample: false },
  responseSeconds: { value: 0.4, isSample: false },
  satisfaction: { value: 4.2, isSample: false },
  ratings: 6,
  activeChats: 3,
  escalatedChats: 1,
  coverage: { value: 91, isSample: false },
  issues: [{ topic: 'billing', label: 'Billing Inquiries', count: 7 }],
  issuesAreSample: false,
  driver: 'model',
  model: 'small-model',
  requestsLeft: 120,
  lastTrainedAt: '2026-11-23T08:00:00.000Z',
};

export function anArticle(changes: Record<string, unknown> = {}) {
  return {
    id: 9,
    title: 'How to pay an invoice',
    topic: 'billing',
    body: '1. Open the app.\n2. Pay.',
    keywords: 'pay momo',
    isActive: true,
    uses: 4,
    updatedAt: '2026-11-20T08:00:00.000Z',
    updatedBy: 'Grace Akol',
    version: 2,
    ...changes,
  };
}

export const aTraining = {
  last: {
    trainedAt: '2026-11-24T09:00:00.000Z',
    trainedBy: 'Grace Akol',
    articles: 18,
    tickets: 40,
    words: 520,
    newWords: 12,
    questions: 60,
    unanswered: 3,
    summary: 'Learned from 18 articles and 40 resolved tickets.',
  },
  openQuestions: [
    {
      question: 'Do you sell cables?',
      topic: 'general',
      count: 2,
      lastAt: '2026-11-24T08:30:00.000Z',
      sessionId: 'chat-tea-house',
    },
  ],
};
