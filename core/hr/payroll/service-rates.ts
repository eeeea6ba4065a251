import { askSecondPerson } from '../../approvals/service-second.ts';
import { type Ctx, transact } from '../../context.ts';
import { actorName } from '../../identity/actor.ts';
import { addDays, assertDateAllowed } from '../../kernel/dates.ts';
import { invalidField } from '../../kernel/errors.ts';
import { ZERO } from '../../kernel/money.ts';
import type { Page } from '../../kernel/paging.ts';
import { audit } from '../../records/audit.ts';
import { findRates, insertRate } from './queries.ts';
import { bracketsProblem, rateFacts } from './rules.ts';
import { type PayrollRate, type PayrollRateInput, payrollRate as schema } from './schema-rates.ts';

const HISTORY = 200;
const MAX_DAYS_AHEAD = 366;

/** The latest 200 rates of tax and social security, newest first. */
export async function listPayrollRates(ctx: Ctx): Promise<Page<PayrollRate>> {
  return { rows: await findRates(ctx.db, HISTORY) };
}

/**
 * Adds rates from a day on, today when left out; payrolls keep those that they were computed with (decision 12).
 * Tax and social security change what everybody earns, so another person decides on them (decision 93).
 * @throws AppError invalid for a day out of range, and for brackets that do not begin at zero or do not rise; Waiting.
 */
export async function addPayrollRate(ctx: Ctx, input: PayrollRateInput): Promise<PayrollRate> {
  const { validFrom = ctx.today, taxKind = 'flat', taxCurrency = 'USD', brackets } = input;
  if (validFrom > addDays(ctx.today, MAX_DAYS_AHEAD))
    invalidField('validFrom', 'The date lies more than a year ahead.');
  assertDateAllowed('validFrom', validFrom, ctx.today);
  const problem = bracketsProblem({ taxKind, taxCurrency, brackets });
  if (problem !== undefined) invalidField('brackets', problem);
  return transact(ctx, async (tx) => {
    await askSecondPerson(tx, {
      ...{ kind: 'pay_change', entity: 'payrollRate', entityId: null },
      record: 'Tax and social security',
      summary: 'New rates of tax and social security',
      amountUsd: ZERO,
      facts: rateFacts({ ...input, taxKind, taxCurrency }),
      reason: input.note ?? '',
    });
    const rate = await insertRate(tx.db, {
      ...{ validFrom, taxKind, taxCurrency, brackets, socialPoints: input.socialPoints },
      employerPoints: input.employerPoints ?? 0,
      note: input.note ?? '',
      createdAt: tx.now,
      createdBy: actorName(tx.actor),
    });
    await audit(tx, {
      action: 'payrollRate.create',
      entity: 'payrollRate',
      entityId: rate.id,
      summary: `Tax and social security from ${rate.validFrom}`,
      schema,
      after: rate,
    });
    return rate;
  });
}
