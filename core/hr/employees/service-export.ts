import type { Ctx } from '../../context.ts';
import { type Column, exportFile } from '../../documents/sheets/write.ts';
import { mayOf } from '../../identity/actor.ts';
import type { FileAnswer } from '../../kernel/contract.ts';
import { localPhone } from '../../kernel/phone.ts';
import { PAY } from '../schema.ts';
import * as queries from './queries-list.ts';
import type { EmployeeDetail } from './rules.ts';
import type { EmployeeExport } from './schema.ts';

/** Employees read at a time by an export. */
const BATCH = 1000;

const yes = (value: boolean) => (value ? 'yes' : 'no');

/** The names of the import's fields, so that it reads the file again. */
const columns: readonly Column<EmployeeDetail>[] = [
  { header: 'employeeNumber', kind: 'text', value: (row) => row.employeeNumber, width: 14 },
  { header: 'firstName', kind: 'text', value: (row) => row.firstName },
  { header: 'lastName', kind: 'text', value: (row) => row.lastName },
  { header: 'email', kind: 'text', value: (row) => row.email, width: 28 },
  { header: 'phone', kind: 'text', value: (row) => localPhone(row.phone), width: 16 },
  { header: 'department', kind: 'text', value: (row) => row.department, width: 22 },
  { header: 'position', kind: 'text', value: (row) => row.position },
  { header: 'employmentType', kind: 'text', value: (row) => row.employmentType, width: 14 },
  { header: 'hireDate', kind: 'date', value: (row) => row.hireDate },
  { header: 'lastDay', kind: 'date', value: (row) => row.lastDay },
  { header: 'status', kind: 'text', value: (row) => row.status, width: 12 },
  { header: 'manager', kind: 'text', value: (row) => row.manager },
  { header: 'username', kind: 'text', value: (row) => row.username, width: 16 },
  { header: 'baseSalary', kind: 'money', value: (row) => row.baseSalary, needs: PAY },
  { header: 'payBy', kind: 'text', value: (row) => row.payBy, width: 14, needs: PAY },
  { header: 'bankName', kind: 'text', value: (row) => row.bankName, needs: PAY },
  { header: 'bankAccount', kind: 'text', value: (row) => row.bankAccount, needs: PAY },
  { header: 'mobileMoney', kind: 'text', value: (row) => localPhone(row.mobileMoney), needs: PAY },
  { header: 'isTaxExempt', kind: 'text', value: (row) => yes(row.isTaxExempt), needs: PAY },
  { header: 'isSocialExempt', kind: 'text', value: (row) => yes(row.isSocialExempt), needs: PAY },
  { header: 'openAdvancesUsd', kind: 'money', value: (row) => row.openAdvancesUsd, needs: PAY },
  { header: 'notes', kind: 'text', value: (row) => row.notes, width: 40, needs: PAY },
];

/** The filtered list as .xlsx or .csv, streamed (decision 20); without pay.read it lacks the columns about pay. */
export async function exportEmployees(ctx: Ctx, query: EmployeeExport): Promise<FileAnswer> {
  const { format = 'xlsx' } = query;
  const file = { name: `employees-${ctx.today}`, sheetName: 'Employees', format };
  const rows = queries.streamEmployees(ctx.db, query, BATCH);
  return exportFile(file, columns, rows, mayOf(ctx.actor));
}
