import { removeImportedAccess } from '../../access/accounts/service-import.ts';
import { removeImportedAccounts } from '../../accounting/import-accounts/service.ts';
import { undoOpeningBalances } from '../../accounting/opening/service-balances.ts';
import {
  type UndoneRecords,
  type UndoOptions,
  undoImported,
} from '../../billing/import/service-undo.ts';
import type { Ctx } from '../../context.ts';
import { undoImportedFees } from '../../customers/fees/service.ts';
import { removeImportedExpenses } from '../../expenses/import/service-file.ts';
import { removeImportedEmployees } from '../../hr/employees/service-import.ts';
import { removeImportedNodes } from '../../network/nodes/service-import.ts';
import { removeImportedSuppliers } from '../../procurement/suppliers/service-import.ts';
import type { Made } from './rules.ts';
import { undoStock } from './service-stock.ts';

/**
 * Undoes what a batch created; see `undoImported`, `undoOpeningBalances`, `removeImportedAccounts`,
 * `removeImportedAccess`, `removeImportedNodes`, `removeImportedSuppliers`, `removeImportedEmployees`, `undoStock` and `undoImportedFees`. Accounts follow
 * what was posted: what was posted to them stays in the books beside its reversal.
 * @throws as `undoImported`.
 */
export async function undoBatch(
  tx: Ctx,
  {
    accounts,
    openings,
    nodes,
    suppliers,
    employees,
    expenses,
    fees: _fees,
    accessAccounts,
    ...made
  }: Made,
  options: UndoOptions,
): Promise<UndoneRecords> {
  const undone = await undoImported(tx, made, options);
  const idsOf = (records: Made['accounts']) => records.map(({ id }) => id);
  // After the customers, with whom their accounts go.
  const access = await removeImportedAccess(tx, accessAccounts);
  const entries = await undoOpeningBalances(tx, idsOf(openings));
  const removed = await removeImportedAccounts(tx, idsOf(accounts));
  const gone = await removeImportedNodes(tx, nodes);
  const left = await removeImportedSuppliers(tx, suppliers);
  const staff = await removeImportedEmployees(tx, employees);
  const spent = await removeImportedExpenses(tx, expenses);
  const stock = await undoStock(tx, made);
  const fees = await undoImportedFees(tx, options.touched.fees ?? []);
  return {
    removed:
      access.removed +
      undone.removed +
      removed.removed +
      gone.removed +
      left.removed +
      staff.removed +
      stock.removed,
    reversed: undone.reversed + entries.reversed + spent.removed + stock.reversed + fees.reversed,
    kept: [
      ...access.kept,
      ...undone.kept,
      ...entries.kept,
      ...removed.kept,
      ...gone.kept,
      ...left.kept,
      ...staff.kept,
      ...spent.kept,
      ...stock.kept,
      ...fees.kept,
    ],
  };
}
