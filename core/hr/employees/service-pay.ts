import {
  askSecondPerson,
  needsSecondPerson,
  refuseForOneself,
} from '../../approvals/service-second.ts';
import type { Ctx } from '../../context.ts';
import { ZERO } from '../../kernel/money.ts';
import {
  changedPay,
  type EmployeeFields,
  type EmployeeRecord,
  fullNameOf,
  payFacts,
  payLabels,
} from './rules.ts';

/**
 * Asks for a second person where pay or the account to which it goes changes, and refuses it for oneself, with the link to
 * one's own account (decision 68). Only what changes is kept of the input.
 * @throws AppError rule for oneself; Waiting.
 */
export async function askForPay(
  tx: Ctx,
  before: EmployeeRecord,
  changes: Partial<EmployeeFields>,
  sent: readonly string[],
): Promise<void> {
  const names = changedPay(before, changes);
  const kind = 'pay_change';
  const forUserId = before.userId;
  if (names.length > 0 || (changes.userId !== undefined && changes.userId !== before.userId)) {
    const what = 'Nobody changes their own pay, bank account or link to their user account.';
    await refuseForOneself(tx, { kind, forUserId, what });
    await refuseForOneself(tx, { kind, forUserId: changes.userId ?? null, what });
  }
  if (names.length === 0) return;
  const record = fullNameOf(before);
  await askSecondPerson(tx, {
    ...{ kind, entity: 'employee', entityId: before.id, record, forUserId },
    summary: `Change of ${names.map((name) => payLabels[name]).join(', ')} of ${record}`,
    amountUsd: ZERO,
    facts: payFacts(before, changes, names),
    reason: '',
    fields: sent.filter((name) => name !== 'version'),
  });
}

/** Why a file may not change pay; undefined if it may (decision 68). */
export async function importedPayProblem(tx: Ctx): Promise<string | undefined> {
  return (await needsSecondPerson(tx, 'pay_change'))
    ? 'A change of pay or of a bank account waits for another person. Change it in the portal.'
    : undefined;
}
