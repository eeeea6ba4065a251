import { z } from 'zod';
import {
  askSecondPerson,
  assertAsAsked,
  needsSecondPerson,
  refuseForOneself,
} from '../../approvals/service-second.ts';
import type { Ctx } from '../../context.ts';
import { changedFields } from '../../database/record.ts';
import { ZERO } from '../../kernel/money.ts';
import {
  changedPay,
  type EmployeeFields,
  type EmployeeRecord,
  fullNameOf,
  payFacts,
  payLabels,
} from './rules.ts';
import { employeeUpdate } from './schema.ts';

/**
 * Asks for a second person where pay or the account to which it goes changes, and refuses it for oneself, with the link to
 * one's own account (decision 68). Of the sent fields only those that change something are kept, and their acceptance is
 * refused when one of them was changed meanwhile.
 * @throws AppError rule for oneself, and for an accepted change that is outdated; Waiting.
 */
export async function askForPay(
  tx: Ctx,
  before: EmployeeRecord,
  changes: Partial<EmployeeFields>,
  { sameEmployee, ...sent }: Partial<EmployeeFields> & { sameEmployee?: boolean },
): Promise<void> {
  const names = changedPay(before, changes);
  const kind = 'pay_change';
  const forUserId = before.userId;
  if (names.length > 0 || (changes.userId !== undefined && changes.userId !== before.userId)) {
    const what = 'Nobody changes their own pay, bank account or link to their user account.';
    await refuseForOneself(tx, { kind, forUserId, what });
    await refuseForOneself(tx, { kind, forUserId: changes.userId ?? null, what });
  }
  const record = fullNameOf(before);
  assertAsAsked(tx, record, { ...before }, payLabels);
  if (names.length === 0) return;
  const differing = changedFields<EmployeeFields>(before, sent);
  await askSecondPerson(tx, {
    ...{ kind, entity: 'employee', entityId: before.id, record, forUserId },
    summary: `Change of ${names.map((name) => payLabels[name]).join(', ')} of ${record}`,
    amountUsd: ZERO,
    facts: payFacts(before, changes, names),
    reason: '',
    body: z.encode(employeeUpdate, {
      ...picked(sent, differing),
      ...(sameEmployee && { sameEmployee }),
    }),
    asked: picked(before, differing),
  });
}

function picked<T extends object>(record: T, names: readonly (keyof T)[]): Partial<T> {
  return Object.fromEntries(names.map((name) => [name, record[name]])) as Partial<T>;
}

/** Why a file may not change pay; undefined if it may (decision 68). */
export async function importedPayProblem(tx: Ctx): Promise<string | undefined> {
  return (await needsSecondPerson(tx, 'pay_change'))
    ? 'A change of pay or of a bank account waits for another person. Change it in the portal.'
    : undefined;
}
