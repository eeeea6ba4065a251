import type { Ctx } from '../../context.ts';
import type { ImportedTerms, KeptRecord, TouchedFee } from '../../kernel/imported.ts';
import type { Cents } from '../../kernel/money.ts';
import { countRow, emptyResults, type ImportResults } from '../../kernel/outcomes.ts';
import {
  findByCustomerIds,
  type KnownCustomer,
  lockByCustomerIds,
  updateCustomers,
} from '../queries-import.ts';
import { changedCustomer, changedFields, finderById, keepsRuleMark } from '../rules.ts';
import type { CustomerRecord } from '../rules-record.ts';
import { FLEXIBLE_PLAN, type PackageName } from '../schema.ts';
import { changeOf } from '../service-import.ts';
import * as queries from './queries.ts';
import type { FeeTerms } from './rules.ts';

/** A fee that a customer is to have; each customer comes once. */
export interface WantedFee {
  customerId: string;
  terms: FeeTerms;
}

/** `index` is the position in the given fees; `made` and `changes` are the changed customers. */
export interface SetFees extends ImportResults {
  /** The customers who have the fees by now, or would have; undefined for one who is not known. */
  customers: (CustomerRecord | undefined)[];
  fees: TouchedFee[];
}

/** The terms that an import of fees sets. */
function termsIn({
  packageType,
  bandwidth,
  monthlyFeeUsd,
}: Pick<CustomerRecord, 'packageType' | 'bandwidth' | 'monthlyFeeUsd'>): ImportedTerms {
  return { packageType, bandwidth, monthlyFeeUsd };
}

function replacedPackage(before: KnownCustomer, terms: FeeTerms): string | undefined {
  return before.packageType === FLEXIBLE_PLAN || before.packageType === terms.packageType
    ? undefined
    : `amountUsd: The fee is not that of the package ${before.packageType}; the customer gets a ${terms.packageType} with the fee of the file.`;
}

/** Written, the customer would count as one of ours again, and stay Inactive. */
const takenBack = (customerId: string) =>
  `customerId: An import of ${customerId} was undone. Import the customers first.`;

/**
 * Sets the monthly fees of customers as a file says them (decision 117), in a constant number of statements: a customer who
 * has the fee already keeps the package; others get the package of the terms, and keep their bandwidth with the Flexible
 * Plan. Other fields stay. Customers whom the undo of an import has left Inactive are refused. The caller writes the audit
 * line of the whole import; with `dryRun` it counts the same and writes nothing. US cents.
 */
export async function setImportedFees(
  tx: Ctx,
  wanted: readonly WantedFee[],
  { dryRun }: { dryRun: boolean },
): Promise<SetFees> {
  const result: SetFees = {
    ...emptyResults(wanted.length),
    ...{ customers: [], fees: [] },
  };
  const ids = wanted.map(({ customerId }) => customerId);
  const known = await (dryRun ? findByCustomerIds : lockByCustomerIds)(tx.db, ids);
  const find = finderById(known);
  const after: CustomerRecord[] = [];
  for (const [index, { customerId, terms }] of wanted.entries()) {
    const before = find(customerId);
    result.customers[index] = before;
    if (!before) {
      result.errors.push({ index, message: `customerId: There is no customer ${customerId}.` });
      continue;
    }
    if (before.undoneRunId !== null) {
      result.errors.push({ index, message: takenBack(customerId) });
      continue;
    }
    if (before.monthlyFeeUsd === terms.monthlyFeeUsd) {
      countRow(result, index, 'unchanged');
      continue;
    }
    const fields = changedCustomer(before, terms);
    countRow(result, index, 'updated');
    result.customers[index] = { ...before, ...fields };
    const message = replacedPackage(before, terms);
    if (message !== undefined) result.notes.push({ index, message });
    if (dryRun) continue;
    after.push({ ...before, ...fields, suspendedByRule: keepsRuleMark(before, fields) });
    result.changes.push(changeOf(index, before, fields, changedFields(before, fields)));
    const net = before.version - before.undoneSteps;
    result.made.push({ id: before.id, version: net + 1 });
    const step = { id: before.id, before: net, after: net + 1 };
    result.fees.push({ ...step, from: termsIn(before), to: termsIn(fields) });
  }
  if (after.length > 0) await updateCustomers(tx.db, after, tx.now);
  return result;
}

const CHANGED_SINCE = 'The fee or package was changed since.';

/**
 * Gives customers the terms back that they had before an import of fees; those whose terms were changed since keep them, and
 * are answered. The customer then counts as unchanged for the undo of an earlier import, unless something else was changed.
 */
export async function undoImportedFees(
  tx: Ctx,
  fees: readonly TouchedFee[],
): Promise<{ reversed: number; kept: KeptRecord[] }> {
  if (fees.length === 0) return { reversed: 0, kept: [] };
  const byId = new Map(fees.map((fee) => [fee.id, fee]));
  const found = await queries.lockCustomers(tx.db, [...byId.keys()]);
  const isSame = (one: queries.NetCustomer) => {
    const { to } = byId.get(one.id)!;
    return (
      one.packageType === to.packageType &&
      one.bandwidth === to.bandwidth &&
      one.monthlyFeeUsd === to.monthlyFeeUsd
    );
  };
  const free = found.filter(isSame);
  const restored = free.map((one): CustomerRecord => {
    const { from } = byId.get(one.id)!;
    const { packageType, bandwidth, monthlyFeeUsd } = from;
    return {
      ...one,
      packageType: packageType as PackageName,
      bandwidth,
      monthlyFeeUsd: monthlyFeeUsd as Cents,
    };
  });
  if (restored.length > 0) await updateCustomers(tx.db, restored, tx.now);
  await queries.takeBackSteps(
    tx.db,
    free.flatMap(({ id, net }) => {
      const { before, after } = byId.get(id)!;
      return net === after ? [{ id, net: before }] : [];
    }),
  );
  return {
    reversed: free.length,
    kept: found
      .filter((one) => !isSame(one))
      .map(({ id, customerId, name }) => ({
        entity: 'customer',
        entityId: id,
        label: `${customerId} ${name}`,
        reason: CHANGED_SINCE,
      })),
  };
}
