import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { privateMonthId } from '@nimule/core/accounting/private/rules';
import { can } from '@nimule/core/identity/actor';
import type { Permission } from '@nimule/core/identity/permissions';
import { roles } from '@nimule/core/identity/roles';
import { importableTypes } from '@nimule/core/imports/runs/service-files';
import { invoke } from '@nimule/core/invoke';
import type { FileAnswer, RawInput, Route } from '@nimule/core/kernel/contract';
import { isoMonth } from '@nimule/core/kernel/dates';
import { errorTable, isAppError } from '@nimule/core/kernel/errors';
import { guardOf, guardsOf } from '@nimule/core/kernel/guarded';
import { type Operation, operationNames, routes } from '@nimule/core/routes';
import { fillSafe } from '@nimule/fixtures/testing/cash';
import { patiently } from '@nimule/fixtures/testing/machine';
import { createTestApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type MadePay, makePay } from './pay.ts';
import { answerText, inputsOf, reads } from './pay-reads.ts';

/** Decision 16: who may not see salaries gets none of the fields about pay, whatever they call. */
const PAY = 'pay.read';

/** Values of guarded fields, which no answer to a caller without pay.read contains. */
const secrets = {
  baseSalary: '1234.56',
  bankName: 'Hidden Bank',
  bankAccount: '77-8899-1122',
  mobileMoney: '+211955666777',
  notes: 'raise was promised',
  budget: '9876.54',
  advance: '345.67',
};
/** Also as they are written in files and in pounds; the pay of payrolls is added. */
const secretTexts = [...Object.values(secrets), '0955 666 777', '493824', 'contract-1234'];
/** The name and the position, so that a test that reads nothing fails. */
const NAME = 'Nyachieng Gatluak';

let app: TestApp;
let employeeId: string;
let departmentId: string;
let made: MadePay;
const shell = { kind: 'shell', osUser: 'test' } as const;

beforeAll(async () => {
  app = await createTestApp();
  await fillSafe(app, { usd: 7_000_000_00 });
  const { body } = await invoke(app, shell, 'createEmployee', {
    body: {
      ...{ firstName: 'Nyachieng', lastName: 'Gatluak', email: 'nya@example.net' },
      ...{ phone: '0977123456', department: 'Administration', position: 'Director' },
      ...{ hireDate: '2024-03-01', payBy: 'mobile_money', isTaxExempt: 'no' },
      ...{ baseSalary: secrets.baseSalary, bankName: secrets.bankName, notes: secrets.notes },
      ...{ bankAccount: secrets.bankAccount, mobileMoney: secrets.mobileMoney },
    },
  });
  const employee = body as { id: number; departmentId: number };
  employeeId = String(employee.id);
  departmentId = String(employee.departmentId);
  await invoke(app, shell, 'updateDepartment', {
    params: { id: departmentId },
    body: { budget: secrets.budget, managerId: employeeId },
  });
  made = await makePay(app, employeeId, secrets.advance);
  secretTexts.push(...made.amounts);
  // As it is logged when somebody attaches a paper.
  await sql`insert into audit_log (at, actor_kind, actor_name, action, entity, entity_id, summary, after, format)
    values (${app.clock()}, 'system', 'test', 'employee.attach', 'employee', ${employeeId}, 'paper',
      ${JSON.stringify({ id: 1, fileName: 'contract-1234.pdf' })}, 2)`.execute(app.db);
});
afterAll(() => app.close());

const route = (operation: Operation): Route => routes[operation];
const answerOf = (operation: Operation) => route(operation).list ?? route(operation).response;
/** The names of the guarded fields of a schema, at any depth. */
function guardedNames(schema: z.ZodType): string[] {
  if (schema instanceof z.ZodArray) return guardedNames(schema.def.element as z.ZodType);
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape).flatMap(([name, field]) =>
    guardOf(field as z.ZodType) === undefined ? [] : [name],
  );
}

const guardedReads = operationNames.filter((operation) => {
  const schema = answerOf(operation);
  return route(operation).method === 'GET' && schema && guardsOf(schema).length > 0;
});
const inputOf = (operation: Operation): RawInput =>
  route(operation).path.includes(':id') ? { params: { id: employeeId } } : {};

const readers = roles.filter((role) => can(staff(role), 'hr.read'));
const unpaid = readers.filter((role) => !can(staff(role), PAY));

it('there are guarded reads, and roles that see staff without salaries', () => {
  expect(guardedReads).toEqual(
    expect.arrayContaining(['listEmployees', 'getEmployee', 'listDepartments', 'hrOverview']),
  );
  expect(unpaid).toEqual(
    expect.arrayContaining(['billing', 'support', 'technician', 'operations_manager']),
  );
});

describe.each(readers)('%s', (role) => {
  const actor = staff(role);
  const mayPay = can(actor, PAY);

  it.each(guardedReads)(`gets of %s the fields about pay only with ${PAY}`, async (operation) => {
    const { body } = await invoke(app, actor, operation, inputOf(operation));
    const record = (Array.isArray(body) ? body.at(-1) : body) as Record<string, unknown>;
    for (const field of guardedNames(answerOf(operation)!))
      expect([field, Object.hasOwn(record, field)]).toEqual([field, mayPay]);
  });

  it.each([...['sort=baseSalary', 'sort=-baseSalary', 'payBy=cash', 'salaryFrom=5', 'salaryTo=5']])(
    'may list and export employees by %s only with pay.read',
    async (pair) => {
      const [name, value] = pair.split('=') as [string, string];
      for (const operation of ['listEmployees', 'exportEmployees'] as const) {
        const call = invoke(app, actor, operation, { query: { [name]: value } });
        if (mayPay) await expect(call).resolves.toBeDefined();
        else await expect(call).rejects.toMatchObject({ kind: 'forbidden' });
      }
    },
  );

  it('gets a file with the columns about pay only with pay.read', async () => {
    const { body } = await invoke(app, actor, 'exportEmployees', { query: { format: 'csv' } });
    const content = await text(
      Readable.from((body as FileAnswer).body as AsyncIterable<Uint8Array>),
    );
    expect(content).toContain(NAME.split(' ')[0]);
    for (const secret of [secrets.baseSalary, secrets.bankAccount, 'baseSalary', 'bankName'])
      expect([secret, content.includes(secret)]).toEqual([secret, mayPay]);
  });

  it('reads contract papers only with pay.read', async () => {
    const call = invoke(app, actor, 'listEmployeeAttachments', { params: { id: employeeId } });
    if (mayPay) expect(await call).toEqual({ body: [] });
    else await expect(call).rejects.toMatchObject({ kind: 'forbidden' });
  });
});

/** Needed for a call, besides the session: whatever answers, must not answer with what is secret. */
const permitted = ['audit.read', 'hr.read', 'hr.write'];
function expectNoSecret(answer: string, ...told: string[]): void {
  const found = secretTexts.filter((secret) => answer.includes(secret));
  expect([...told, found]).toEqual([...told, []]);
}

it('no read that works without pay.read answers with a value of a guarded field', {
  timeout: patiently(60_000),
}, async () => {
  const { rows } = await sql<{ id: number }>`select id from journal_entries`.execute(app.db);
  const journalIds = [
    ...rows.map(({ id }) => String(id)),
    ...['2026-10', '2026-11'].map((month) => String(privateMonthId(isoMonth(month)))),
  ];
  const shown = new Set<string>();
  for (const role of [...unpaid, 'technical_manager'] as const) {
    // The audit log is for privileged roles; a user may be granted it.
    const actor = staff(role, role === 'billing' ? permitted : []);
    for (const operation of reads) {
      for (const input of inputsOf(operation, { employeeId, name: NAME, journalIds })) {
        try {
          const { body } = await invoke(app, actor, operation, input);
          const answer = await answerText(body);
          expectNoSecret(answer, role, operation, JSON.stringify(input));
          if (/Gatluak|PAYROLL-2026/.test(answer)) shown.add(`${role} ${operation}`);
        } catch (error) {
          if (!isAppError(error)) throw error;
          expect(Object.keys(errorTable)).toContain(error.kind);
          expectNoSecret(JSON.stringify([error.message, error.fields]), role, operation);
        }
      }
    }
  }
  expect([...shown]).toEqual(
    expect.arrayContaining([
      ...['billing listEmployees', 'billing getEmployee', 'billing listDepartments'],
      ...['billing searchEverything', 'billing listAuditLog', 'support dashboardStats'],
      'support exportEmployees',
    ]),
  );
  // Each month's pay is that of two people, and left out of the books (decision 67).
  expect([...shown].filter((one) => /Journal|Ledger|exportBooks/.test(one))).toEqual([]);
  expect([...shown].filter((one) => one.startsWith('technical_manager'))).toEqual([]);
});

it('imports of staff lists, which hold salaries, are shown only with pay.read', () => {
  const types = (...grants: Permission[]) => importableTypes({ actor: staff('billing', grants) });
  expect(types('hr.write')).not.toContain('employees');
  expect(types('hr.write', PAY)).toContain('employees');
});

it('who pays without pay.read is answered and refused without amounts of one person', async () => {
  const billing = staff('billing');
  const told: string[] = [];
  const call = async (operation: Operation, id: string | undefined, body: object) => {
    const input = { params: id === undefined ? {} : { id }, body } as RawInput;
    try {
      const { body: answer } = await invoke(app, billing, operation, input);
      told.push(operation);
      expectNoSecret(JSON.stringify(answer), operation);
      return answer as Record<string, unknown>;
    } catch (error) {
      if (!isAppError(error)) throw error;
      told.push(`${operation} ${error.code}`);
      expectNoSecret(JSON.stringify([error.message, error.fields]), operation);
      return {};
    }
  };
  const money = { account: 'cash' };
  // What is open of an advance, and what tax is owed, would be found by trying amounts.
  await call('repayAdvance', made.advanceId, { amountUsd: '9000', ...money });
  await call('repayAdvance', made.advanceId, { amountUsd: '1', ...money });
  await call('reverseAdvance', made.advanceId, { reason: 'Error' });
  await call('createPayrollPayment', undefined, { payrollIds: [made.processed], ...money });
  const { id } = await call('createPayrollPayment', undefined, {
    ...{ payrollIds: [made.approved], ...money },
  });
  await call('reversePayrollPayment', String(id), { reason: 'Error' });
  await call('createRemittance', undefined, {
    ...{ kind: 'income_tax', month: '2026-10', amount: '900000', ...money },
  });
  expect(told).toEqual([
    ...['repayAdvance permission.denied', 'repayAdvance permission.denied'],
    ...['reverseAdvance advance.isRepaid', 'createPayrollPayment payroll.notDue'],
    ...['createPayrollPayment', 'reversePayrollPayment', 'createRemittance permission.denied'],
  ]);
});
