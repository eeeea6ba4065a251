import type { ConstraintErrors } from '../kernel/errors.ts';

/** Texts of the constraints of this module's tables. */
export const accountingConstraints = {
  journal_entries_source: {
    kind: 'conflict',
    code: 'entry.posted',
    message: 'This document is already posted.',
  },
  journal_entries_one_reversal: {
    kind: 'conflict',
    code: 'entry.reversed',
    message: 'This entry has already been reversed.',
  },
  journal_entries_month_open: {
    kind: 'rule',
    code: 'month.locked',
    message: 'The accounting month is locked. Choose a date in an open month or unlock it.',
  },
  journal_entries_opening: {
    kind: 'rule',
    code: 'entry.beforeOpening',
    message:
      'Revenue and expenses begin on the opening date of the books. Choose that date or a later one.',
  },
  journal_lines_account: {
    kind: 'rule',
    code: 'account.notPostable',
    message: 'Only active level-2 accounts can be posted to.',
  },
  journal_lines_currency: {
    kind: 'rule',
    code: 'entry.pounds',
    message:
      'A line on an account in pounds needs its pounds, and a line on another account has none.',
  },
  journal_entries_balanced: {
    kind: 'rule',
    code: 'entry.unbalanced',
    message: 'Entry Not Balanced: debits must equal credits.',
  },
  accounts_pkey: {
    kind: 'conflict',
    code: 'account.taken',
    message: 'There is already an account with this code.',
    field: 'code',
  },
  journal_template_months_pkey: {
    kind: 'conflict',
    code: 'template.posted',
    message: 'The entry of this month has already been posted.',
  },
  accounts_in_use: {
    kind: 'conflict',
    code: 'account.inUse',
    message: 'The account is in use and can no longer be changed in this way.',
  },
} as const satisfies ConstraintErrors;
