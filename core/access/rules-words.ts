import type { RefusalReason } from './schema-sessions.ts';

/** Why a sign-in was refused, as the end of a sentence. */
export const refusalTexts: Readonly<Record<RefusalReason, string>> = {
  unknown: 'the user name is not known',
  password: 'the password was wrong',
  suspended: 'the customer is suspended',
  inactive: 'the customer is Inactive',
  blocked: 'the account is blocked',
  tooMany: 'as many sessions as allowed were open',
  otherDevice: 'the code is bound to another device',
  throttled: 'there were too many tries with a wrong name or password',
  void: 'the code was taken back',
  ended: 'the time of the code is over',
  usedUp: 'the data of the code are used up',
};
