import { counted } from '../../kernel/counted.ts';
import { formatMonth, type IsoMonth, lastDay, firstDay } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import { type OpenKind, type OpenMatter, openKinds } from './schema.ts';

/** How many of a kind are open, and their sum in US cents where it has one. */
export interface Found {
  count: number;
  amountUsd: Cents | null;
}

interface Kind {
  title: (count: number, month: IsoMonth) => string;
  link: (month: IsoMonth) => OpenMatter['link'];
}

const at = (to: OpenMatter['link']['to'], query: Record<string, string> = {}) => ({ to, query });
const verb = (count: number, one: string, many: string) => (count === 1 ? one : many);
const is = (count: number) => verb(count, 'is', 'are');

const kinds: Readonly<Record<OpenKind, Kind>> = {
  tillsOpen: {
    title: (count) =>
      `${counted(count, 'till')} opened by the end of the month ${is(count)} not counted.`,
    link: () => at('till'),
  },
  tillDifferences: {
    title: (count) =>
      `${counted(count, 'counted till')} with a difference ${verb(count, 'waits', 'wait')} for the hand-over.`,
    link: () => at('till'),
  },
  unbilled: {
    title: (count, month) =>
      `${counted(count, 'customer')} ${verb(count, 'has', 'have')} no invoice for ${formatMonth(month)}.`,
    link: () => at('billing', { view: 'automation' }),
  },
  invoicesNotSent: {
    title: (count) =>
      `${counted(count, 'invoice')} of the month ${verb(count, 'was', 'were')} not e-mailed.`,
    link: (month) => at('billing', { from: firstDay(month), to: lastDay(month) }),
  },
  mobileMoney: {
    title: (count) =>
      `${counted(count, 'mobile money payment')} ${verb(count, 'needs', 'need')} a decision: accept or give back.`,
    link: () => at('vouchers', { view: 'wifi', part: 'payments', 'requests-status': 'review' }),
  },
  expensesWaiting: {
    title: (count) =>
      `${counted(count, 'expense')} ${verb(count, 'waits', 'wait')} for a second person.`,
    link: () => at('approvals'),
  },
  approvalsWaiting: {
    title: (count) =>
      `${counted(count, 'other request')} ${verb(count, 'waits', 'wait')} for a second person.`,
    link: () => at('approvals'),
  },
  supplierBillsHeld: {
    title: (count) =>
      `${counted(count, 'supplier bill')} of the month ${is(count)} held and not posted.`,
    link: () => at('procurement', { view: 'bills' }),
  },
  recurringEntries: {
    title: (count) =>
      `${counted(count, 'recurring entry', 'recurring entries')} of the month ${is(count)} not posted.`,
    link: () => at('accounting', { view: 'journal' }),
  },
  recurringExpenses: {
    title: (count) =>
      `${counted(count, 'recurring expense')} of the month ${is(count)} not recorded.`,
    link: () => at('expenses'),
  },
  depreciation: {
    title: () => 'There is equipment in the books, and no depreciation is posted in the month.',
    link: () => at('accounting', { add: 'entry' }),
  },
  payrollWaiting: {
    title: (count) => `${counted(count, 'payroll')} of the month ${is(count)} not approved.`,
    link: () => at('hr', { view: 'payroll' }),
  },
  leaveWaiting: {
    title: (count) =>
      `${counted(count, 'leave request')} of the month ${verb(count, 'waits', 'wait')} for a decision.`,
    link: () => at('hr', { view: 'leave' }),
  },
};

/** The kinds of which something is open, in the order of the list. */
export function mattersOf(found: Readonly<Record<OpenKind, Found>>, month: IsoMonth): OpenMatter[] {
  return openKinds
    .filter((kind) => found[kind].count > 0)
    .map((kind) => {
      const { count, amountUsd } = found[kind];
      const { title, link } = kinds[kind];
      return { kind, title: title(count, month), count, amountUsd, link: link(month) };
    });
}
