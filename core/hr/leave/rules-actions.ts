import { permissionWords } from '../../identity/permissions.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { AppError } from '../../kernel/errors.ts';
import type { LeaveRow } from './rules.ts';
import { type leaveActions, leaveTypeNames } from './schema.ts';

export type LeaveAction = (typeof leaveActions)[number];

/** Who acts, as the rules judge them. `userId` is null for the shell and jobs. */
export interface LeaveCaller {
  userId: number | null;
  name: string;
  roleLabel: string;
  mayDecide: boolean;
  mayWrite: boolean;
}

/** What the rules need to know of a request. */
export type LeaveState = Pick<
  LeaveRow,
  'status' | 'leaveType' | 'startDate' | 'requestedBy' | 'requestedById' | 'userId'
>;

type Refusal = Pick<AppError, 'kind' | 'code' | 'message'>;

const rule = (code: string, message: string): Refusal => ({ kind: 'rule', code, message });
const denied = (caller: LeaveCaller, words: string): Refusal => ({
  kind: 'forbidden',
  code: 'permission.denied',
  message: `Access Denied: your role (${caller.roleLabel}) may not ${words}.`,
});

/** To follow 'it cannot be'. */
const words: Readonly<Record<LeaveAction, string>> = {
  approve: 'approved',
  reject: 'rejected',
  cancel: 'cancelled',
};

const isOwnLeave = (caller: LeaveCaller, state: LeaveState): boolean =>
  caller.userId !== null && caller.userId === state.userId;

/** The shell and jobs are known by their names only. */
function hasAsked(caller: LeaveCaller, { requestedById, requestedBy }: LeaveState): boolean {
  if (caller.userId !== null || requestedById !== null) return caller.userId === requestedById;
  return caller.name === requestedBy;
}

/** Whether the caller asked for the leave or would take it: then another person decides (decision 34). */
export function isConcerned(caller: LeaveCaller, state: LeaveState): boolean {
  return isOwnLeave(caller, state) || hasAsked(caller, state);
}

/**
 * Why the caller may not do it; undefined if they may. `hasOther` says whether an active user who neither asked nor takes
 * the leave holds the permission to decide.
 */
export function leaveRefusal(
  action: LeaveAction,
  state: LeaveState,
  caller: LeaveCaller,
  hasOther: boolean,
  today: IsoDate,
): Refusal | undefined {
  const isOwn = isOwnLeave(caller, state);
  if (action === 'cancel' ? !caller.mayWrite && !isOwn : !caller.mayDecide)
    return denied(caller, permissionWords(action === 'cancel' ? 'hr.write' : 'leave.approve'));
  const isPossible =
    state.status === 'pending' || (action === 'cancel' && state.status === 'approved');
  if (!isPossible)
    return rule(
      'leave.notPossible',
      `This ${leaveTypeNames[state.leaveType]} is ${state.status}: it cannot be ${words[action]}.`,
    );
  if (action === 'cancel') {
    const isTaken = state.status === 'approved' && state.startDate <= today;
    return isTaken && isOwn && (hasOther || !caller.mayWrite)
      ? rule('leave.begun', 'Your leave has begun: another person must cancel it.')
      : undefined;
  }
  if (!hasOther || !isConcerned(caller, state)) return undefined;
  return isOwn && !hasAsked(caller, state)
    ? rule('leave.own', 'This is your own leave: another person must decide on it.')
    : rule('leave.own', 'You asked for this leave yourself: another person must decide on it.');
}

/** @throws AppError as `leaveRefusal` says. */
export function assertLeaveAction(...judged: Parameters<typeof leaveRefusal>): void {
  const refusal = leaveRefusal(...judged);
  if (refusal) throw new AppError(refusal.kind, refusal.code, refusal.message);
}
