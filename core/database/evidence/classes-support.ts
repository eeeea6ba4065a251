const evidence = { class: 'evidence' } as const;
const records = { class: 'records' } as const;
const removable = (what: string) => ({ class: 'records', deletes: what }) as const;

/** Tickets, the assistant and approvals. */
export const supportClasses = {
  tickets: records,
  ticket_comments: evidence,
  assistant_articles: removable('articles'),
  assistant_messages: { ...evidence, follows: true, refused: ['update'] },
  assistant_sessions: records,
  assistant_trainings: evidence,
  assistant_usage: records,
  assistant_words: removable('words of the training before'),
  approvals: {
    ...evidence,
    changing: ['status'],
    once: ['decided_by', 'decided_by_id', 'decided_at', 'decision_reason', 'is_sole'],
    // With the decision the hash of a password that was asked for is forgotten, and nothing else.
    until: {
      columns: ['payload'],
      when: `old.status <> 'waiting' or new.status = 'waiting' or new.payload is distinct from (old.payload #- '{asked,passwordHash}')`,
    },
  },
} as const;
