const evidence = { class: 'evidence' } as const;
const records = { class: 'records' } as const;
const removable = (what: string) => ({ class: 'records', deletes: what }) as const;

/** Tickets and the assistant. */
export const supportClasses = {
  tickets: records,
  ticket_comments: evidence,
  assistant_articles: removable('articles'),
  assistant_messages: { ...evidence, follows: true, refused: ['update'] },
  assistant_sessions: records,
  assistant_trainings: evidence,
  assistant_usage: records,
  assistant_words: removable('words of the training before'),
} as const;
