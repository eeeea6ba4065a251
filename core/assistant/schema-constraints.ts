import type { ConstraintErrors } from '../kernel/errors.ts';

/** Texts of the constraints of this module's tables. */
export const assistantConstraints = {
  assistant_articles_title: {
    kind: 'conflict',
    code: 'article.titleTaken',
    message: 'An article with this title exists already.',
    field: 'title',
  },
  assistant_sessions_customer: {
    kind: 'invalid',
    code: 'chat.customerGone',
    message: 'This customer does not exist.',
    field: 'customerId',
  },
} as const satisfies ConstraintErrors;
