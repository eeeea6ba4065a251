import type { IsoDate } from '../../kernel/dates.ts';
import type { CodeEnd, CodeUse } from '../schema-codes.ts';
import type { CodeUseRow } from './queries-uses.ts';

interface At {
  now: Date;
  today: IsoDate;
}

type Ending = Pick<
  CodeUseRow,
  'access' | 'reason' | 'decidedAt' | 'endsAt' | 'lapsesOn' | 'usedBytes' | 'dataBytes'
>;

/** What has ended a code; null while it may sign in. The database refuses sign-ins by the same conditions. */
export function endOf(code: Ending, { now, today }: At): CodeEnd | null {
  const { access, reason, decidedAt, endsAt, lapsesOn, usedBytes, dataBytes } = code;
  if (access === 'off' && reason === 'void') return 'void';
  // Jobs close codes after their end, people before.
  if (access === 'off' && endsAt !== null && decidedAt < endsAt) return 'person';
  if (endsAt !== null && endsAt <= now) return 'time';
  if (endsAt === null && (access === 'off' || (lapsesOn !== null && lapsesOn < today)))
    return 'lapsed';
  return dataBytes !== null && usedBytes >= dataBytes ? 'data' : null;
}

const SECOND_MS = 1000;

/** A code as it is shown. */
export function useOf(row: CodeUseRow, at: At): CodeUse {
  const { sourceId, label, firstSignInAt, session, last, usedBytes, dataBytes, endsAt } = row;
  const endedBy = endOf(row, at);
  const left = endsAt === null || endedBy !== null ? null : endsAt.getTime() - at.now.getTime();
  return {
    ...{ sourceId, label: label.toUpperCase(), firstSignInAt, session, last, usedBytes, dataBytes },
    ...{ endsAt, secondsLeft: left && Math.ceil(left / SECOND_MS), endedBy },
  };
}
